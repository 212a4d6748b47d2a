import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ACTION_TYPES } from '#test/action-types.ts'
import { clientOfStaff, fakeServer, json } from '#test/fake-server.ts'
import { findDisciplineContent } from '../contract.ts'
import type { ReachedThreshold } from '../threshold-contract.ts'
import { ThresholdView } from './threshold-view.tsx'

const ROW: ReachedThreshold = {
  family: 'staff',
  ...{ user: '310000000000000201', user_name: 'Jules Arden', points: 7, until: '2026-04-14T18:30:00.000Z' },
  threshold: { points: 6, suggestion: 'Talk with them.' },
  ...{ since: '2026-03-15T18:30:00.000Z', due_at: '2026-03-22T18:30:00.000Z', is_overdue: true, decided: null },
  actions: [{ id: 12, date: '2026-03-15T18:30:00.000Z', type: 'Strike', points: 7, until: '2026-04-14T18:30:00.000Z' }],
}
const DECIDED: ReachedThreshold = {
  ...{ ...ROW, user: '310000000000000202', user_name: 'Lena Brandt', is_overdue: false },
  decided: {
    ...{ at: '2026-03-16T18:30:00.000Z', by: '310000000000000204', by_name: 'Dana Whitfield' },
    ...{ why: 'We talked.', action: null },
  },
}
const PLAYER: ReachedThreshold = {
  ...{ ...ROW, family: 'players', user: 'subject:7', user_name: 'Sunny', is_overdue: false },
  threshold: { points: 4, suggestion: 'Talk about the server rules.' },
}
const server = fakeServer(() => ({
  'GET /api/staff-da/thresholds': json({ data: [ROW, DECIDED, PLAYER] }),
  'POST /api/staff-da/thresholds/310000000000000201': json({ ok: true }),
}))

it('the page shows person, threshold and actions, and sends a decision only with a reason', async () => {
  const types = { types: ACTION_TYPES, players: [], points: { decay: 'latest', days: 90 }, has_thresholds: true }
  render(
    <QueryClientProvider client={clientOfStaff({}, { [findDisciplineContent.path]: types })}>
      <ThresholdView offences={{ staff: [], players: [] }} />
    </QueryClientProvider>,
  )
  const [waiting, decided] = (await screen.findAllByRole('listitem')).filter((item) =>
    within(item).queryByText('Talk with them.'),
  )
  if (waiting === undefined || decided === undefined) throw new Error('Both are listed')
  expect(waiting.textContent).toMatch(
    /Jules Arden.*7 active points.*Overdue.*They reached 6 points on .*It had to be decided by.*#12/,
  )
  expect(within(waiting).getByRole('link', { name: '#12' }).getAttribute('href')).toBe('/staff-da-database?entry=12')
  const player = screen.getByText('Talk about the server rules.').closest('li')
  if (player === null) throw new Error('The player is listed')
  expect(player.textContent).toMatch(/Sunny.*As a player/)
  expect(within(player).getByRole('link', { name: 'Sunny' }).getAttribute('href')).toBe(
    '/player-record?user=subject%3A7',
  )
  expect(within(player).getByRole('link', { name: '#12' }).getAttribute('href')).toBe('/player-record?entry=12')
  expect(decided.textContent).toMatch(/Lena Brandt.*Dana Whitfield.*We talked\./)
  expect(within(decided).queryByRole('button')).toBeNull()

  fireEvent.click(within(waiting).getByRole('button', { name: 'Decide without an action' }))
  const dialog = await screen.findByRole('dialog', { name: 'No action against Jules Arden?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Decide' }))
  expect(await within(dialog).findByText('This is required.')).toBeTruthy()
  expect(within(dialog).getByText(/This cannot be undone\.$/)).toBeTruthy()
  fireEvent.change(within(dialog).getByLabelText(/^Why/), { target: { value: 'decided: nothing' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Keep writing' }))
  expect(within(dialog).getByLabelText(/^Why/)).toHaveProperty('value', 'decided: nothing')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Decide' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = server.asked.filter(({ call }) => call.startsWith('POST'))
  expect(sent.map(({ body }) => body)).toEqual([{ family: 'staff', points: 6, why: 'decided: nothing' }])
})

it('the page keeps its content if a reload fails, and says so', async () => {
  const types = { types: ACTION_TYPES, players: [], points: { decay: 'latest', days: 90 }, has_thresholds: true }
  const client = clientOfStaff({}, { [findDisciplineContent.path]: types })
  server.answers['GET /api/staff-da/types'] = json(types)
  render(
    <QueryClientProvider client={client}>
      <ThresholdView offences={{ staff: [], players: [] }} />
    </QueryClientProvider>,
  )
  await screen.findByText('We talked.')
  server.answers['GET /api/staff-da/thresholds'] = () => Promise.reject(new TypeError('offline'))
  await act(() => client.invalidateQueries())
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Failed to load thresholds\./)
  screen.getByText('We talked.')
})
