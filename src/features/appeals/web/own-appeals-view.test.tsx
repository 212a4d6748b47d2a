import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DAY } from '#lib/dates.ts'
import { longDay } from '#lib/long-dates.ts'
import { fakeServer, json } from '#test/fake-server.ts'
import { LiveRegion } from '#ui/live-region.tsx'
import { createQueryClient } from '#web/query-client.ts'
import type { Appealable, OwnAppeal } from '../contract.ts'
import { OwnAppealsView } from './own-appeals-view.tsx'

const MISSED = { name: 'Missed shift', text: 'A shift that somebody did not come to.', rule: null }
const STRIKE = {
  type: 'Strike',
  date: '2026-11-02T18:00:00.000Z',
  reason: 'You left three shifts early.',
  endsAt: null,
  points: 4,
  isRevoked: false,
  offences: [{ ...MISSED, appealed: MISSED }],
}
const action = (id: number, limit: Appealable['limit'] = null, appeal: number | null = null): Appealable => {
  return { family: 'staff', action: id, appeal, limit, today: STRIKE, deciding: 'independent', canTakeBack: true }
}
const appeal = (more: Partial<OwnAppeal> = {}): OwnAppeal => ({
  ...{ id: 7, version: 3, family: 'staff', action: 12, state: 'submitted', text: 'I was ill.', snapshot: STRIKE },
  ...{ filedAt: '2026-11-10T10:00:00.000Z', dueAt: '2999-11-17T10:00:00.000Z', issuerUntil: null, outcome: null },
  ...{ endedAt: null, endedBy: null, decidedAs: null, issuerReduction: null, decision: null },
  reviewSince: null,
  ...{ today: STRIKE, messages: [], deciding: 'independent', canTakeBack: true, lift: null },
  escalation: { management: '2999-11-17T10:00:00.000Z', owners: '2999-11-24T10:00:00.000Z' },
  ...more,
})

let mine: { data: OwnAppeal[]; actions: Appealable[] }
const server = fakeServer(() => ({
  'GET /api/appeals/mine': () => Response.json(mine),
  'GET /api/appeals/mine/7': () => Response.json({ item: mine.data[0] }),
  'GET /api/appeals/appealable': () => Response.json({ item: { snapshot: STRIKE, today: STRIKE } }),
  'GET /api/appeals/promise': () =>
    Response.json({
      ...{ promiseDays: 7, escalation: { management: 7, owners: 14 }, spacingDays: 14, most: 3 },
      figures: { staff: null, players: null },
    }),
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
  shownParts.length = 0
  Element.prototype.scrollIntoView = function () {
    shownParts.push(this)
  }
})
afterEach(() => window.history.replaceState(null, '', '/'))

let client: QueryClient
/** The elements that were scrolled into view. */
const shownParts: Element[] = []

function show(address = '/me/appeals') {
  window.history.replaceState(null, '', address)
  client = createQueryClient({ onRefused: () => undefined, onUnhandled: () => undefined })
  return render(
    <QueryClientProvider client={client}>
      <OwnAppealsView />
      <LiveRegion />
    </QueryClientProvider>,
  )
}

it('each action shows whether it can be appealed, or why not and from when', async () => {
  const from = '2026-12-01T10:00:00.000Z'
  mine.actions = [
    action(1),
    action(2, { why: 'never', from: null, words: 'A kick is over.' }),
    action(3, { why: 'too_early', from, words: null }),
    action(4, { why: 'spacing', from, words: null }),
    action(5, { why: 'most', from, words: null }),
    action(6, { why: 'revoked', from: null, words: null }),
    action(7, { why: 'open_appeals', from: null, words: null }),
  ]
  show()
  const list = await screen.findByRole('region', { name: 'Actions against you' })
  const items = within(list).getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/Appeal$/),
    expect.stringContaining('This cannot be appealed: A kick is over.'),
    expect.stringContaining('You can appeal this from 1 December 2026'),
    expect.stringContaining('You can appeal this again from 1 December 2026'),
    expect.stringContaining('You can appeal again from 1 December 2026'),
    expect.stringContaining('You have 5 open appeals. You can appeal again when one of them is closed.'),
  ])
  expect(within(list).getByRole('link', { name: 'Appeal: Strike, 2 November 2026' }).getAttribute('href')).toBe(
    '/me/appeals?action=staff-1',
  )
})

it('the page keeps its content if a reload fails, and says so', async () => {
  mine.data = [appeal()]
  show()
  await screen.findByRole('article')
  server.answers['GET /api/appeals/mine'] = json({ ok: false, error: { code: 'too_many', message: 'Broken.' } }, 429)
  await act(() => client.invalidateQueries())
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Failed to load your appeals\.Broken\./)
  screen.getByRole('article')
})

it('no response time is promised if nobody can decide, and the page says who can end the appeal', async () => {
  mine.actions = [{ ...action(12), deciding: 'nobody' }]
  mine.data = [appeal({ deciding: 'nobody' })]
  show('/me/appeals?action=staff-12')
  await screen.findByLabelText('What should be looked at again, and why?')
  expect(screen.queryByText(/You get an answer (by|within)/)).toBeNull()
  expect(screen.getAllByText('How appeals were decided so far').length).toBeGreaterThan(0)
  expect(screen.getAllByText(/^Nobody who has signed in here can decide on this now\./)).toHaveLength(2)
  expect(screen.getAllByText(/The person who gave the action can take it back, and management can/)).toHaveLength(2)
  screen.getByText('We have your appeal.')
})

it.each([
  ['an open appeal', () => ({ data: [appeal({ deciding: 'nobody' })], actions: [] })],
  ['an action that can be appealed', () => ({ data: [], actions: [{ ...action(12), deciding: 'nobody' as const }] })],
])('no response time is promised if nobody can decide on %s, even without an open form', async (_what, of) => {
  mine = of()
  show()
  await screen.findByText(/^How appeals were decided so far/)
  await screen.findAllByText(/^Strike/)
  expect(screen.queryByText(/You get an answer within/)).toBeNull()
})

it('a response time is promised if somebody can decide on the remaining appeals', async () => {
  mine.data = [appeal({ state: 'withdrawn', deciding: null, endedAt: '2026-11-11T10:00:00.000Z', escalation: null })]
  mine.actions = [action(1), { ...action(2, { why: 'revoked', from: null, words: null }), deciding: 'nobody' }]
  show()
  await screen.findByText(/You get an answer within 7 days\./)
})

it('the page does not say that the issuer can take back an action from the game server', async () => {
  mine.actions = [{ ...action(12), deciding: 'nobody', canTakeBack: false }]
  mine.data = [appeal({ deciding: 'nobody', canTakeBack: false })]
  show('/me/appeals?action=staff-12')
  await screen.findByLabelText('What should be looked at again, and why?')
  const words = 'Management can revoke the action. Otherwise the appeal waits until somebody else can decide.'
  expect(screen.getAllByText(words, { exact: false })).toHaveLength(2)
  expect(screen.queryByText(/can take it back/)).toBeNull()
})

it('a promised date is not shown as overdue if nobody can decide', async () => {
  const dueAt = '2026-01-02T10:00:00.000Z'
  mine.data = [appeal({ dueAt })]
  const { unmount } = show()
  await screen.findByText('You were promised an answer by 2 January 2026. It is late, and staff see that.')
  unmount()
  mine.data = [appeal({ dueAt, deciding: 'nobody' })]
  show()
  await screen.findByText('We have your appeal.')
  expect(screen.queryByText(/^You were promised/)).toBeNull()
})

it('the typed text is sent, and stays in the tab until then', async () => {
  mine.actions = [action(12)]
  const { unmount } = show('/me/appeals?action=staff-12')
  const box = await screen.findByLabelText('What should be looked at again, and why?')
  screen.getByText(
    /^You must wait 14 days after this appeal ends .+ if you withdraw it\. If you get an answer on the last day, you can appeal again from \d+ \w+ \d{4}\.$/,
  )
  screen.getByText('You can appeal one action 3 times a year. After this one, you have 2 more.')
  screen.getByText(/Without an answer, management is reminded on \d+ \w+ \d{4}, and the owners on \d+ \w+ \d{4}\./)
  fireEvent.click(screen.getByRole('button', { name: 'Send the appeal' }))
  await screen.findByText('This is required.')
  fireEvent.change(box, { target: { value: 'I was ill.' } })
  unmount()
  show('/me/appeals?action=staff-12')
  expect(await screen.findByDisplayValue('I was ill.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Send the appeal' }))
  await screen.findByText('Your appeal was sent.')
  expect(written()[0]?.body).toEqual({ family: 'staff', action: 12, text: 'I was ill.' })
  const card = await screen.findByRole('article', { name: 'Appeal: Strike, 2 November 2026' })
  expect(card.textContent).toContain('We have your appeal.')
  await vi.waitFor(() => expect(document.activeElement).toBe(card))
  expect(screen.queryByRole('button', { name: 'Send the appeal' })).toBeNull()
  expect(window.sessionStorage).toHaveLength(0)
})

it('an error of the form scrolls into view above the text', async () => {
  mine.actions = [action(12)]
  const why = 'The site could not be reached.'
  server.answers['POST /api/appeals'] = json({ ok: false, error: { code: 'internal', message: why } }, 500)
  show('/me/appeals?action=staff-12')
  const box = await screen.findByLabelText('What should be looked at again, and why?')
  fireEvent.change(box, { target: { value: 'I was ill.' } })
  for (const times of [1, 2]) {
    fireEvent.click(screen.getByRole('button', { name: 'Send the appeal' }))
    await vi.waitFor(() => expect(shownParts.filter((part) => part.textContent === why)).toHaveLength(times))
  }
  expect(screen.getByDisplayValue('I was ill.')).toBeDefined()
})

it('the page says from when the next appeal is possible after the last one of the year', async () => {
  const filedAt = new Date(Date.now() - 100 * DAY).toISOString()
  const endedAt = new Date(Date.now() - 90 * DAY).toISOString()
  const earlier = appeal({ state: 'decided', outcome: 'upheld', endedBy: 'decider', filedAt, endedAt, action: 12 })
  mine = { data: [earlier, { ...earlier, id: 90 }], actions: [action(12)] }
  show('/me/appeals?action=staff-12')
  const next = longDay(new Date(Date.parse(filedAt) + 365 * DAY).toISOString())
  await screen.findByText(
    `You can appeal one action 3 times a year. After this one, the next is possible from ${next}.`,
  )
  expect(screen.queryByText(/^You must wait/)).toBeNull()
})

it('the page says that an action ends before the promised response', async () => {
  const soon = action(12)
  const endsAt = new Date(Date.now() + DAY).toISOString()
  mine.actions = [{ ...soon, today: { ...soon.today, endsAt } }]
  show('/me/appeals?action=staff-12')
  await screen.findByText(
    /^The action ends by itself on .+, before the day of your answer\..+ They still decide your appeal\.$/,
  )
})

it('the page says that an action ends, without a response time, if nobody can decide', async () => {
  const shown = action(12)
  const today = { ...STRIKE, endsAt: new Date(Date.now() + 400 * DAY).toISOString() }
  mine.actions = [{ ...shown, deciding: 'nobody', today }]
  mine.data = [appeal({ deciding: 'nobody', today })]
  show('/me/appeals?action=staff-12')
  expect(await screen.findAllByText(/^The action ends by itself on .+\.$/)).toHaveLength(2)
  expect(screen.queryByText(/the day of your answer|They still decide/)).toBeNull()
})

it('Appeal below earlier appeals scrolls to the form and focuses it', async () => {
  mine = { data: [appeal({ state: 'withdrawn', endedAt: '2026-11-11T10:00:00.000Z' })], actions: [action(13)] }
  show()
  fireEvent.click(await screen.findByRole('link', { name: /^Appeal: Strike/ }))
  const heading = await screen.findByRole('heading', { name: 'Appeal: Strike, 2 November 2026', level: 2 })
  expect(document.activeElement).toBe(heading)
  expect(new Set(shownParts)).toEqual(new Set([heading]))
})

it('the offences of an appealed action load when the appeal is opened', async () => {
  mine.data = [appeal()]
  show()
  const summary = await screen.findByText('The action, and what you wrote')
  const read = () => server.asked.filter(({ call }) => call === 'GET /api/appeals/mine/7').length
  expect(read()).toBe(0)
  fireEvent.click(summary)
  await screen.findByText('A shift that somebody did not come to.')
  expect(read()).toBe(1)
})

it.each<[string, Partial<OwnAppeal>, string]>([
  ['was decided', { state: 'decided', outcome: 'upheld', endedBy: 'decider' }, 'Your appeal was decided meanwhile.'],
  ['was withdrawn', { state: 'withdrawn' }, 'You withdrew this appeal meanwhile.'],
])('the typed text stays when an appeal %s meanwhile', async (_, more, why) => {
  mine.data = [appeal()]
  show()
  fireEvent.change(await screen.findByLabelText('Add something'), { target: { value: 'One more thing' } })
  mine.data = [appeal({ ...more, endedAt: '2026-11-12T10:00:00.000Z' })]
  await act(() => client.invalidateQueries())
  const note = await screen.findByRole('alert')
  expect(note.textContent).toContain(`${why} Your text was not sent.`)
  expect(note.textContent).toContain('One more thing')
  fireEvent.click(within(note).getByRole('button', { name: 'Copy the text' }))
  expect(server.copied).toEqual(['One more thing'])
  fireEvent.click(within(note).getByRole('button', { name: 'Discard the text' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(window.sessionStorage).toHaveLength(0)
})

it.each<[string, Partial<OwnAppeal>, string]>([
  [
    'a message',
    {
      messages: [
        { audience: 'appellant', at: '2026-11-11T10:00:00.000Z', isFromAppellant: false, text: 'Which clip?' },
      ],
    },
    'There is a new message.',
  ],
  [
    'the decision',
    { state: 'decided', outcome: 'upheld', endedBy: 'decider', endedAt: '2026-11-12T10:00:00.000Z', decision: 'No.' },
    'The decision of 12 November 2026: the action stays as it is.',
  ],
  [
    'a reduction by the issuer',
    { issuerReduction: { at: '2026-11-12T10:00:00.000Z', message: 'Two points are enough.' } },
    'The person who gave the action reduced it on 12 November 2026.',
  ],
])('a screen reader announces %s while the page is open', async (_, more, words) => {
  mine.data = [appeal()]
  show()
  await screen.findByText('We have your appeal. You get an answer by', { exact: false })
  const announcement = () => screen.getByRole('status').textContent
  expect(announcement()).toBe('')
  mine.data = [appeal(more)]
  await act(() => client.invalidateQueries())
  await vi.waitFor(() => expect(announcement()).toBe(`Appeal: Strike, 2 November 2026. ${words}`))
})

it.each(['Add something', 'Withdraw the appeal'])(
  'the focus moves from "%s" to the appeal when a decision removes the button',
  async (name) => {
    mine.data = [appeal()]
    show()
    await screen.findByText('We have your appeal. You get an answer by', { exact: false })
    const control = name === 'Add something' ? screen.getByLabelText(name) : screen.getByRole('button', { name })
    act(() => control.focus())
    mine.data = [appeal({ ...ENDED, outcome: 'upheld', endedBy: 'decider' })]
    await act(() => client.invalidateQueries())
    const card = screen.getByRole('article')
    await vi.waitFor(() => expect(document.activeElement).toBe(card))
  },
)

it('the focus stays if a decision does not remove the focused element', async () => {
  mine.data = [appeal()]
  show()
  await screen.findByText('We have your appeal. You get an answer by', { exact: false })
  mine.data = [appeal({ ...ENDED, outcome: 'upheld', endedBy: 'decider' })]
  await act(() => client.invalidateQueries())
  // The screen reader message contains it, too.
  await screen.findAllByText('The decision of 12 November 2026', { exact: false })
  expect(document.activeElement).toBe(document.body)
})

it('the typed text stays when an action can no longer be appealed', async () => {
  mine.actions = [action(12)]
  show('/me/appeals?action=staff-12')
  const box = await screen.findByLabelText('What should be looked at again, and why?')
  fireEvent.change(box, { target: { value: 'I was ill.' } })
  mine.actions = [action(12, { why: 'revoked', from: null, words: null })]
  await act(() => client.invalidateQueries())
  const note = await screen.findByRole('alert')
  expect(note.textContent).toContain('This action no longer counts, so there is nothing to appeal.')
  expect(note.textContent).toContain('I was ill.')
})

it('a typed reply stays in the tab when the page is left', async () => {
  mine.data = [appeal()]
  const { unmount } = show()
  fireEvent.change(await screen.findByLabelText('Add something'), { target: { value: 'Half a' } })
  unmount()
  show()
  expect(await screen.findByDisplayValue('Half a')).toBeDefined()
})

it('the page says why there is no form for the action in the address', async () => {
  mine.actions = [action(12, { why: 'never', from: null, words: 'A kick is over.' })]
  const { unmount } = show('/me/appeals?action=staff-12')
  expect((await screen.findByText('This cannot be appealed: A kick is over.')).textContent).toBeDefined()
  unmount()
  show('/me/appeals?action=staff-99')
  await screen.findByText('There is no such action against you.')
})

it('an appeal is withdrawn after a confirmation that states the consequences', async () => {
  mine.data = [appeal()]
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw the appeal' }))
  const question = screen.getByRole('alertdialog', { name: 'Withdraw the appeal?' })
  expect(question.textContent).toContain('This cannot be undone.')
  expect(question.textContent).toMatch(/You can appeal this action again from \d+ \w+ \d{4}\./)
  expect(question.textContent).toMatch(/you have \d more for this action this year/)
  expect(written()).toEqual([])
  fireEvent.click(within(question).getByRole('button', { name: 'Withdraw' }))
  await screen.findByText('You withdrew it on 11 November 2026.')
  expect(written()[0]?.body).toEqual({ version: 3 })
  expect(screen.queryByRole('button', { name: 'Withdraw the appeal' })).toBeNull()
})

const ENDED = {
  state: 'decided',
  endedAt: '2026-11-12T10:00:00.000Z',
  escalation: null,
  decision: 'We watched the clip.',
} as const

it.each<[string, Partial<OwnAppeal>, string]>([
  ['waits', {}, 'Somebody who had no part in the action decides.'],
  ['is late', { dueAt: '2026-01-01T10:00:00.000Z' }, 'You were promised an answer by 1 January 2026. It is late'],
  [
    'comes to management and owners later',
    {},
    'Without an answer, management is reminded on 17 November 2999, and the owners on 24 November 2999.',
  ],
  [
    'came to management',
    { escalation: { management: '2026-01-02T10:00:00.000Z', owners: '2999-11-24T10:00:00.000Z' } },
    'Management was reminded on 2 January 2026. The owners are reminded on 24 November 2999.',
  ],
  [
    'came to the owners',
    { escalation: { management: '2026-01-02T10:00:00.000Z', owners: '2026-01-09T10:00:00.000Z' } },
    'Management was reminded on 2 January 2026, and the owners on 9 January 2026.',
  ],
  ['is in review', { state: 'in_review' }, 'Your appeal is being looked at.'],
  [
    'is in review since a day',
    { state: 'in_review', reviewSince: '2026-11-11T10:00:00.000Z' },
    'Your appeal has been in review since 11 November 2026.',
  ],
  ['waits for an owner', { deciding: 'issuer' }, 'The owner who gave the action decides, because nobody else can.'],
  [
    'was upheld',
    { ...ENDED, outcome: 'upheld', endedBy: 'decider' },
    'The decision of 12 November 2026: the action stays as it is.',
  ],
  ['was reduced', { ...ENDED, outcome: 'reduced', endedBy: 'decider' }, 'The action was reduced on 12 November 2026.'],
  [
    'was revoked',
    { ...ENDED, outcome: 'revoked', endedBy: 'decider' },
    'The action was taken back on 12 November 2026.',
  ],
  ['was lifted', { ...ENDED, outcome: 'revoked', endedBy: 'issuer' }, 'The person who gave the action took it back'],
  [
    'was not admitted',
    { ...ENDED, outcome: 'inadmissible', endedBy: 'decider' },
    'We did not look at this appeal; the answer of 12 November 2026 says why.',
  ],
])('the page explains an appeal that %s', async (_, more, words) => {
  mine.data = [appeal(more)]
  show()
  const card = await screen.findByRole('article')
  expect(card.textContent).toContain(words)
  expect(within(card).queryByRole('button', { name: 'Send' }) === null).toBe(more.endedAt !== undefined)
})
