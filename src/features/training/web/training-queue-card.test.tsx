import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { TrainingQueueCard } from './training-queue-card.tsx'

afterEach(cleanup)

it("trainees and mentors are shown, and a missing mentor as 'assigning…'", () => {
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

it('an empty training queue says so', () => {
  render(<TrainingQueueCard entries={[]} />)
  screen.getByText('No trainees in the queue yet.')
})
