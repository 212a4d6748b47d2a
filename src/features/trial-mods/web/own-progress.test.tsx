import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { CHECKLIST } from '#test/checklist.ts'
import { furtherCalls, type OwnProgress as Progress, trialModCalls } from '../contract.ts'
import { STAGE_KEYS } from '../stage-rules.ts'
import { OwnProgress } from './own-progress.tsx'
import { ChecklistProvider } from './queries.ts'

afterEach(cleanup)

const PROGRESS: Progress = {
  traineeId: '310000000000000101',
  staffId: 'TM-15',
  status: 'In-Training',
  completed: null,
  assignedInstructor: 'Marcus Delgado',
  officialInstructor: null,
  passed: 1,
  stages: STAGE_KEYS.map((stage, index) => ({
    stage,
    state: index === 0 ? 'done' : index === 1 ? 'inProgress' : null,
  })),
}

function show(data: Progress | null, calls: ReturnType<typeof furtherCalls> = trialModCalls) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } })
  queryClient.setQueryData([calls.content.path], { ...CHECKLIST, title: 'LEO Academy' })
  queryClient.setQueryData([calls.own.path], { data })
  return render(
    <QueryClientProvider client={queryClient}>
      <ChecklistProvider value={calls}>
        <OwnProgress />
      </ChecklistProvider>
    </QueryClientProvider>,
  )
}

it('tells a trainee how far they are, and with whom', () => {
  show(PROGRESS)
  screen.getByRole('heading', { name: 'My training' })
  screen.getByText('1 of 7 stages passed')
  screen.getByText('Marcus Delgado')
  expect(
    screen
      .getAllByRole('listitem')
      .map((item) => item.textContent)
      .slice(0, 3),
  ).toEqual(['ClassroomCompleted', 'In-GameIn-Progress', 'Supervised Sit 1Open'])
})

it('is called as the community calls it on a further checklist', () => {
  show(PROGRESS, furtherCalls({ key: 'leo-academy', title: 'LEO Academy', readBy: 'staff', changedBy: 'staff' }))
  screen.getByRole('heading', { name: 'LEO Academy' })
})

it('is nothing for whoever is no trial moderator', () => {
  expect(show(null).container.textContent).toBe('')
})
