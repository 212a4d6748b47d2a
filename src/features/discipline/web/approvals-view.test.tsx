import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { ACTION_TYPES } from '#test/action-types.ts'
import { clientOfStaff, fakeServer, json } from '#test/fake-server.ts'
import { LiveRegion } from '#ui/live-region.tsx'
import { type FoundAction, findDisciplineContent } from '../contract.ts'
import { ApprovalsView } from './approvals-view.tsx'

const WAITING: FoundAction = {
  item: {
    id: 12,
    version: 1,
    date: '2026-03-14T12:00:00.000Z',
    user: '310000000000000101',
    user_name: 'Nolan Reyes',
    admin: '310000000000000102',
    admin_name: 'Priya Castell',
    type: 'Demotion',
    internal_reason: 'Left two scenes',
    external_reason: 'You left a scene.',
    is_revised: false,
    is_from_game: false,
    revoked: null,
    acknowledged_at: null,
    approval: { state: 'waiting', due_at: null, at: null, by: null, by_name: null, why: null },
    ends_at: null,
    points: 4,
    points_end_at: null,
  },
  points: null,
  revisions: [],
  offences: [],
  deviation: null,
  delivery: null,
  open_appeal: null,
  may_revise: false,
  may_revoke: false,
  may_approve: true,
  is_stuck: false,
}

let waiting: FoundAction[]
const server = fakeServer(() => ({
  'GET /api/staff-da/to-approve': () => Response.json({ data: waiting }),
  'GET /api/player-actions/to-approve': () => Response.json({ data: [] }),
  'POST /api/staff-da/12/approval': () => {
    waiting = []
    return Response.json({ ok: true, item: WAITING.item })
  },
}))
beforeEach(() => {
  waiting = [WAITING]
})

function show() {
  const client = clientOfStaff({}, { [findDisciplineContent.path]: { types: ACTION_TYPES, players: [] } })
  render(
    <QueryClientProvider client={client}>
      <ApprovalsView evidence={({ family, action }) => <p>{`Evidence of ${family} ${action}`}</p>} />
      <LiveRegion />
    </QueryClientProvider>,
  )
  return client
}

it('a waiting action is shown with its reasons, and approved after a confirmation', async () => {
  show()
  // The toolbar does not cover the heading of the page.
  expect(screen.getByRole('heading', { level: 1 }).closest('[data-full-width]')).not.toBeNull()
  const item = within(await screen.findByRole('listitem'))
  expect(item.getByRole('heading', { name: 'Action against Nolan Reyes' })).toBeDefined()
  expect(item.getByText('Left two scenes')).toBeDefined()
  expect(item.getByText('You left a scene.')).toBeDefined()
  expect(item.getByText('Evidence of staff 12')).toBeDefined()
  fireEvent.click(item.getByRole('button', { name: 'Approve the action against Nolan Reyes' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(server.asked.filter(({ call }) => !call.startsWith('GET'))).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Approve' }))
  await screen.findByText('No action waits for your approval.')
  expect(screen.getByText('The action against Nolan Reyes was approved.')).toBeDefined()
})

it('a changed action shows the changes, with their author and reason', async () => {
  const { date, type, internal_reason, external_reason, ends_at, points, points_end_at } = WAITING.item
  const before = { user: '310000000000000103', user_name: 'Wren Okafor' }
  const was = { ...before, date, type, internal_reason, external_reason, ends_at, points, points_end_at }
  const by = { by: '310000000000000102', by_name: 'Priya Castell', why: 'The wrong person' }
  const revision = { version: 1, at: '2026-03-14T13:00:00.000Z', ...by, was, acknowledged_at: null }
  waiting = [{ ...WAITING, item: { ...WAITING.item, version: 2, is_revised: true }, revisions: [revision] }]
  show()
  expect((await screen.findByText('The wrong person')).closest('details')?.open).toBe(true)
  expect(screen.getByText(/^Revised by Priya Castell/)).toBeDefined()
  const cells = screen.getAllByRole('cell').map((cell) => cell.textContent)
  expect(cells).toEqual(expect.arrayContaining(['Wren Okafor', 'Nolan Reyes']))
})

it('an action is rejected only with a reason', async () => {
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Reject the action against Nolan Reyes' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(dialog.getByText('Say why you reject it.')).toBeDefined())
  expect(server.asked.filter(({ call }) => !call.startsWith('GET'))).toEqual([])
})

it('a failed list of one record is reported above the actions of the other', async () => {
  server.answers['GET /api/player-actions/to-approve'] = json(
    { ok: false, error: { code: 'unexpected', message: 'Broken.' } },
    500,
  )
  show()
  await screen.findByRole('heading', { name: 'Action against Nolan Reyes' })
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load what waits for approval.Broken.')
  server.answers['GET /api/player-actions/to-approve'] = json({ data: [] })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

it('a failed reload is reported, even if nothing was waiting', async () => {
  waiting = []
  const client = show()
  await screen.findByText('No action waits for your approval.')
  server.answers['GET /api/staff-da/to-approve'] = () => Promise.reject(new TypeError('offline'))
  await act(() => client.invalidateQueries({ queryKey: ['/api/staff-da/to-approve'] }))
  await screen.findByText('Failed to load what waits for approval.')
})
