import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { clientOfStaff, fakeServer, json } from '#test/fake-server.ts'
import type { AppealRow } from '../decision-contract.ts'
import { AppealsView } from './appeals-view.tsx'

const row = (id: number, name: string, from: string): AppealRow => ({
  ...{ id, version: 3, family: 'players', action: id, state: 'decided', outcome: 'reduced', endedBy: 'decider' },
  ...{ filedAt: '2026-11-10T10:00:00.000Z', dueAt: '2026-11-17T10:00:00.000Z', endedAt: '2026-11-12T10:00:00.000Z' },
  ...{ issuerUntil: null, reviewSince: null, decidedAs: 'independent', issuerReduction: null, type: 'Ban' },
  ...{ appellant: { id: `31000000000000020${id}`, name }, reviewer: null, escalation: null, actionEndsAt: null },
  issuer: { id: 'game:1', name: 'Server', isPerson: false },
  ...{ barred: null, deciding: null, liftTask: { id: 'QQ2F-3KQM', from, doneAt: null } },
})
const PAST = '2026-11-12T10:00:00.000Z'
const FUTURE = '2999-12-29T12:00:00.000Z'
let data: AppealRow[]
const server = fakeServer(() => ({ 'GET /api/appeals': () => Response.json({ data }) }))

afterEach(() => window.history.replaceState(null, '', '/'))

function show() {
  const client = clientOfStaff({ isManagement: true })
  render(
    <QueryClientProvider client={client}>
      <AppealsView />
    </QueryClientProvider>,
  )
  return client
}

it('bans that are due to be lifted later are listed with their date, separately from those that are due now', async () => {
  data = [row(1, 'Nolan Reyes', FUTURE), row(2, 'Lena Fox', PAST)]
  show()
  const now = await screen.findByRole('region', { name: 'To lift in txAdmin 1' })
  const later = screen.getByRole('region', { name: 'To lift in txAdmin later 1' })
  expect(now.compareDocumentPosition(later)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(within(now).getByRole('button').textContent).toMatch(/^Lena Fox/)
  expect(within(now).queryByText(/on or after/)).toBeNull()
  expect(within(later).getByRole('button').textContent).toMatch(/^Nolan Reyes.*Lift on or after 29 December 2999/)
})

it('a ban that is due to be lifted is listed even while its appeal is open', async () => {
  const open = (id: number, name: string, from: string): AppealRow => ({
    ...row(id, name, from),
    ...{ state: 'in_review', outcome: null, endedAt: null, endedBy: null, decidedAs: null, deciding: 'independent' },
  })
  data = [open(1, 'Nolan Reyes', FUTURE), open(2, 'Lena Fox', PAST)]
  show()
  const now = await screen.findByRole('region', { name: 'To lift in txAdmin 1' })
  expect(within(now).getByRole('button').textContent).toMatch(/^Lena Fox/)
  expect(screen.getByRole('region', { name: 'Open 2' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: /later/ })).toBeNull()
})

it('an empty result can be reset', async () => {
  data = [row(1, 'Nolan Reyes', PAST)]
  show()
  await screen.findByText('Nolan Reyes')
  fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'nobody' } })
  screen.getByText('No appeals found.')
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
  screen.getByText('Nolan Reyes')
})

it('the list stays if a reload fails, with a message above it', async () => {
  data = [row(1, 'Nolan Reyes', PAST)]
  const client = show()
  await screen.findByText('Nolan Reyes')
  server.answers['GET /api/appeals'] = json({ ok: false, error: { code: 'unexpected', message: 'Broken.' } }, 500)
  await client.invalidateQueries()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load appeals.Broken.')
  screen.getByText('Nolan Reyes')
})
