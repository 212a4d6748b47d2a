import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { LiveRegion } from '#ui/live-region.tsx'
import { createQueryClient } from '#web/query-client.ts'
import type { Appealable, OwnAppeal } from '../contract.ts'
import { OwnAppealsView } from './own-appeals-view.tsx'

const STRIKE = {
  type: 'Strike',
  date: '2026-11-02T18:00:00.000Z',
  reason: 'You left three shifts early.',
  endsAt: null,
  points: 4,
  isRevoked: false,
  offences: [{ name: 'Missed shift', text: 'A shift that somebody did not come to.' }],
}
const action = (id: number, limit: Appealable['limit'] = null, appeal: number | null = null): Appealable => {
  return { family: 'staff', action: id, appeal, limit, today: STRIKE }
}
const appeal = (more: Partial<OwnAppeal> = {}): OwnAppeal => ({
  ...{ id: 7, version: 3, family: 'staff', action: 12, state: 'submitted', text: 'I was ill.', snapshot: STRIKE },
  ...{ filedAt: '2026-11-10T10:00:00.000Z', dueAt: '2999-11-17T10:00:00.000Z', issuerUntil: null, outcome: null },
  ...{ endedAt: null, endedBy: null, isException: false, nobodyIndependent: false, decision: null },
  ...{ today: STRIKE, messages: [] },
  ...more,
})

let mine: { data: OwnAppeal[]; actions: Appealable[] }
const server = fakeServer(() => ({
  'GET /api/appeals/mine': () => Response.json(mine),
  'GET /api/appeals/promise': () => Response.json({ promiseDays: 7, spacingDays: 14, most: 3, figures: null }),
  'POST /api/appeals': () => {
    mine = { data: [appeal()], actions: [action(12, { why: 'open', from: null, words: null }, 7)] }
    return Response.json({ ok: true, item: appeal() })
  },
  'POST /api/appeals/7/withdraw': () => {
    mine = { ...mine, data: [appeal({ state: 'withdrawn', endedAt: '2026-11-11T10:00:00.000Z' })] }
    return Response.json({ ok: true, item: mine.data[0] })
  },
}))
const written = () => server.asked.filter(({ call }) => call.startsWith('POST'))

beforeEach(() => {
  mine = { data: [], actions: [] }
  window.sessionStorage.clear()
})
afterEach(() => window.history.replaceState(null, '', '/'))

function show(address = '/me/appeals') {
  window.history.replaceState(null, '', address)
  const queryClient = createQueryClient({ onRefused: () => undefined, onUnheard: () => undefined })
  return render(
    <QueryClientProvider client={queryClient}>
      <OwnAppealsView />
      <LiveRegion />
    </QueryClientProvider>,
  )
}

it('tells of each action before anybody writes whether it can be appealed, or why not and from when', async () => {
  const from = '2026-12-01T10:00:00.000Z'
  mine.actions = [
    action(1),
    action(2, { why: 'never', from: null, words: 'A kick is over.' }),
    action(3, { why: 'too_early', from, words: null }),
    action(4, { why: 'spacing', from, words: null }),
    action(5, { why: 'most', from, words: null }),
    action(6, { why: 'revoked', from: null, words: null }),
  ]
  show()
  const list = await screen.findByRole('region', { name: 'Actions against you' })
  const items = within(list).getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/Appeal$/),
    expect.stringContaining('This cannot be appealed: A kick is over.'),
    expect.stringContaining('You can appeal this from 12/01/2026'),
    expect.stringContaining('You can appeal this again from 12/01/2026'),
    expect.stringContaining('You can appeal again from 12/01/2026'),
  ])
  expect(within(list).getByRole('link', { name: 'Appeal' }).getAttribute('href')).toBe('/me/appeals?action=staff-1')
})

it('sends what was written, which stays in the tab until then', async () => {
  mine.actions = [action(12)]
  const { unmount } = show('/me/appeals?action=staff-12')
  const box = await screen.findByLabelText('What should be looked at again, and why?')
  screen.getByText('When it is closed, you can appeal again after 14 days.')
  fireEvent.click(screen.getByRole('button', { name: 'Send the appeal' }))
  await screen.findByText('This is required.')
  fireEvent.change(box, { target: { value: 'I was ill.' } })
  unmount()
  show('/me/appeals?action=staff-12')
  expect(await screen.findByDisplayValue('I was ill.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Send the appeal' }))
  await screen.findByText('Your appeal was sent.')
  expect(written()[0]?.body).toEqual({ family: 'staff', action: 12, text: 'I was ill.' })
  const card = await screen.findByRole('article', { name: 'Appeal: Strike, 11/02/2026' })
  expect(card.textContent).toContain('We have your appeal.')
  expect(screen.queryByRole('button', { name: 'Send the appeal' })).toBeNull()
  expect(window.sessionStorage).toHaveLength(0)
})

it('withdraws only after a question that says what follows', async () => {
  mine.data = [appeal()]
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw the appeal' }))
  const question = screen.getByRole('alertdialog', { name: 'Withdraw the appeal?' })
  expect(question.textContent).toContain('This cannot be undone.')
  expect(written()).toEqual([])
  fireEvent.click(within(question).getByRole('button', { name: 'Withdraw' }))
  await screen.findByText('You withdrew it on 11/11/2026.')
  expect(written()[0]?.body).toEqual({ version: 3 })
  expect(screen.queryByRole('button', { name: 'Withdraw the appeal' })).toBeNull()
})

const ENDED = { state: 'decided', endedAt: '2026-11-12T10:00:00.000Z', decision: 'We watched the clip.' } as const

it.each<[string, Partial<OwnAppeal>, string]>([
  ['waits', {}, 'We have your appeal. Someone who had no part in the action will look at it.'],
  ['is late', { dueAt: '2026-01-01T10:00:00.000Z' }, 'You were promised an answer by 01/01/2026. It is late'],
  ['is in review', { state: 'in_review' }, 'Someone who had no part in the action is looking at it.'],
  [
    'waits for an owner',
    { nobodyIndependent: true },
    'Nobody here is independent of this action, so an owner decides.',
  ],
  ['was upheld', { ...ENDED, outcome: 'upheld', endedBy: 'decider' }, 'The decision of 11/12/2026: the action stays as it is.'],
  ['was reduced', { ...ENDED, outcome: 'reduced', endedBy: 'decider' }, 'The action was reduced on 11/12/2026.'],
  ['was revoked', { ...ENDED, outcome: 'revoked', endedBy: 'decider' }, 'The action was taken back on 11/12/2026.'],
  ['was lifted', { ...ENDED, outcome: 'revoked', endedBy: 'issuer' }, 'The person who gave the action took it back'],
  ['was not admitted', { ...ENDED, outcome: 'inadmissible', endedBy: 'decider' }, 'The appeal was not admitted'],
])('says in a sentence what it means that an appeal %s', async (_, more, words) => {
  mine.data = [appeal(more)]
  show()
  const card = await screen.findByRole('article')
  expect(card.textContent).toContain(words)
  expect(within(card).queryByRole('button', { name: 'Send' }) === null).toBe(more.state === 'decided')
})
