import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { CHECKLIST } from '#test/checklist.ts'
import { findChecklist, findOwnProgress, listOwnChecklists, type OwnProgress as Progress } from '../contract.ts'
import { STAGE_KEYS } from '../stage-rules.ts'
import { OwnChecklists, OwnProgress } from './own-progress.tsx'

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

function show(data: Progress | null, further: Progress[] = []) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } })
  queryClient.setQueryData([findChecklist.path], CHECKLIST)
  queryClient.setQueryData([findOwnProgress.path], { data })
  queryClient.setQueryData([listOwnChecklists.path], {
    data: further.map((progress) => ({ checklist: { ...CHECKLIST, title: 'LEO Academy' }, progress })),
  })
  return render(
    <QueryClientProvider client={queryClient}>
      <OwnProgress />
      <OwnChecklists />
    </QueryClientProvider>,
  )
}

it('a trainee sees their progress and the people involved', () => {
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

it('a further checklist has its own name', () => {
  show(null, [PROGRESS])
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['LEO Academy'])
})

it('other people see nothing', () => {
  expect(show(null).container.textContent).toBe('')
})
