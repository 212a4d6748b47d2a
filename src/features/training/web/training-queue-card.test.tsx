import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { TrainingQueueCard } from './training-queue-card.tsx'

afterEach(cleanup)

it("shows trainee and mentor; a missing mentor shows 'assigning…'", () => {
  render(
    <TrainingQueueCard
      entries={[
        { traineeId: '1', traineeName: 'Nolan Reyes', mentorId: '2', mentorName: 'Marcus Delgado', version: 1 },
        { traineeId: '3', traineeName: 'Cora Whitaker', mentorId: null, mentorName: null, version: 0 },
      ]}
    />,
  )
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Nolan ReyesMentor: Marcus Delgado',
    'Cora WhitakerMentor: assigning…',
    'Marcus Delgado1',
  ])
})

it('says so when nobody is in it', () => {
  render(<TrainingQueueCard entries={[]} />)
  screen.getByText('No trainees in the queue yet.')
})
