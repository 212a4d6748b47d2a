import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ACTION_TYPES } from '#test/action-types.ts'
import { fakeServer, json } from '#test/fake-server.ts'
import { stubResizeObserver } from '#test/resize-observer.ts'
import { queriesOfTopic } from '#web/queries.ts'
import { findDisciplineContent, type OwnAction } from '../contract.ts'
import { OwnActions } from './own-actions.tsx'

const STRIKE: OwnAction = {
  ...{
    id: 1,
    version: 1,
    family: 'staff',
    date: '2026-03-14T12:00:00.000Z',
    type: 'Strike',
    external_reason: 'You left early',
  },
  ...{ revoked: null, ends_at: null, points: { given: 0, are_active: false, until: null } },
  ...{ acknowledged_at: null, approval_due_at: null, may_acknowledge: false, offences: [] },
  effect: { roster_status: null, blocks_promotion: false },
}
const KICK: OwnAction = {
  ...STRIKE,
  ...{ id: 1, family: 'players', date: '2026-03-10T12:00:00.000Z', type: 'Kick', may_acknowledge: true },
  external_reason: 'Drove on the pavement',
}

const server = fakeServer(() => ({}))
/** The elements that were scrolled into view. */
const shownParts: Element[] = []
beforeEach(() => {
  shownParts.length = 0
  Element.prototype.scrollIntoView = function () {
    shownParts.push(this)
  }
})
afterEach(() => window.history.replaceState(null, '', '/'))

const answer = (...data: OwnAction[]) =>
  json({
    ...{ data, points: { active: 3, until: null }, player_points: { active: 0, until: null } },
    kept_days: { staff: 1095, players: 730 },
  })

let queryClient: QueryClient

async function show(...data: OwnAction[]) {
  server.answers['GET /api/staff-da/mine'] = answer(...data)
  queryClient = new QueryClient()
  queryClient.setQueryData([findDisciplineContent.path], { types: ACTION_TYPES, players: [] })
  render(
    <QueryClientProvider client={queryClient}>
      <OwnActions evidence={({ id }) => <p>picture of {id}</p>} below={() => <p>what to do</p>} />
    </QueryClientProvider>,
  )
  const list = (await screen.findByText('3 points count now.')).parentElement?.nextElementSibling
  return () => [...(list?.children ?? [])].map((card) => card.textContent ?? '')
}

it('an action shows its reason and its consequences, with evidence above the checkbox', async () => {
  const offences = [{ name: 'Missed shift', text: 'A shift that somebody did not come to.', rule: '/rules/shifts' }]
  const points = { given: 2, are_active: true, until: '2999-12-02T12:00:00.000Z' }
  const cards = await show({ ...STRIKE, offences, points, may_acknowledge: true })
  const parts = ['What it was for', 'You left early', 'Missed shift', 'A shift that', 'picture of 1']
  const means = ['What it means for you', 'It has no end date.', '2 points, until 2 December 2999']
  const [card = ''] = cards()
  const places = [...parts, ...means, 'I have read this', 'what to do'].map((part) => card.indexOf(part))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  expect(screen.getByRole('link', { name: 'Read the rule' }).getAttribute('href')).toBe('/rules/shifts')
})

it('the page says when actions leave the record, for the families of the person', async () => {
  await show(STRIKE)
  screen.getByText('An action is removed from your record 1,095 days after it is over.')
  expect(screen.queryByText(/As a player/)).toBeNull()
  cleanup()
  await show({ ...STRIKE, family: 'players' })
  expect(screen.getByText(/is removed from your record/).textContent).toBe(
    'As a player: An action is removed from your record 730 days after it is over.',
  )
})

it('the page says until when an action changes the rosters and blocks a promotion', async () => {
  const suspension = { ...STRIKE, type: 'Suspension', ends_at: '2999-12-02T12:00:00.000Z' }
  const effect = { roster_status: 'Suspended', blocks_promotion: true }
  const cards = await show({ ...suspension, effect }, { ...suspension, id: 2 })
  await waitFor(() => expect(cards()[0]).toMatch(/Until 2 December 2999.*, the rosters show you as Suspended\./))
  expect(cards()[0]).toMatch(/You cannot be promoted until 2 December 2999/)
  expect(cards()[1]).not.toMatch(/rosters|promoted/)
})

it.each<[string, Partial<OwnAction>, string]>([
  ['without an end', {}, 'It has no end date.'],
  ['that ends later', { ends_at: '2999-12-02T12:00:00.000Z' }, 'It ends on 2 December 2999'],
  ['whose end is past', { ends_at: '2020-12-02T12:00:00.000Z' }, 'It ended on 2 December 2020'],
  [
    'that was taken back',
    { revoked: { at: '2026-03-20T12:00:00.000Z', outcome: 'expunged' } },
    'It was taken back on 20 March 2026 and no longer counts.',
  ],
  [
    'that waits for approval',
    { approval_due_at: '2999-03-11T12:00:00.000Z' },
    'A second person still checks it, by 11 March 2999',
  ],
])('an action explains its consequences: %s', async (_, more, words) => {
  const cards = await show({ ...STRIKE, ...more })
  expect(cards()[0]).toContain(words)
})

it('unread actions come first, and stay there after they are read', async () => {
  const cards = await show(STRIKE, KICK)
  expect(cards().map((text) => text.includes('As a player'))).toEqual([true, false])
  server.answers['POST /api/player-actions/1/acknowledgement'] = () => {
    const acknowledged_at = '2026-03-21T12:00:00.000Z'
    server.answers['GET /api/staff-da/mine'] = answer(STRIKE, { ...KICK, acknowledged_at, may_acknowledge: false })
    return Response.json({ ok: true, acknowledged_at })
  }
  fireEvent.click(screen.getByRole('checkbox', { name: /^I have read this/ }))
  // The focus moves on for people who use the keyboard.
  await waitFor(() => expect(document.activeElement?.textContent).toContain('You read this on 21 March 2026'))
  expect(cards().map((text) => text.includes('As a player'))).toEqual([true, false])
})

it('a confirmation is for the shown version, and a newer version is shown instead', async () => {
  const action = { ...STRIKE, may_acknowledge: true }
  await show(action)
  const message = 'This action was changed since you opened the page. Read it again.'
  server.answers['POST /api/staff-da/1/acknowledgement'] = () => {
    server.answers['GET /api/staff-da/mine'] = answer({ ...action, version: 2, type: 'Suspension' })
    return Response.json({ ok: false, error: { code: 'changed_meanwhile', message } }, { status: 409 })
  }
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^I have read this/ })
  fireEvent.click(box())
  await screen.findByText(message)
  await screen.findByText('Suspension')
  expect(box().checked).toBe(false)
  fireEvent.click(box())
  const sent = () => server.asked.flatMap(({ body }) => (body === undefined ? [] : [body]))
  await waitFor(() => expect(sent()).toEqual([{ version: 1 }, { version: 2 }]))
})

it('a revision appears on an open page once the person is notified', async () => {
  await show(STRIKE)
  server.answers['GET /api/staff-da/mine'] = answer({ ...STRIKE, version: 2, type: 'Suspension' })
  await queryClient.invalidateQueries(queriesOfTopic('inbox'))
  await screen.findByText('Suspension')
})

it('the page keeps its content if a reload fails, and says so', async () => {
  await show(STRIKE)
  server.answers['GET /api/staff-da/mine'] = json({ ok: false, error: { code: 'unexpected', message: 'Broken.' } }, 500)
  queryClient.setDefaultOptions({ queries: { retry: false } })
  await queryClient.invalidateQueries(queriesOfTopic('inbox'))
  expect((await screen.findByRole('alert')).textContent).toContain('Broken.')
  screen.getByText('You left early')
})

it('a checkbox names its action for screen readers', async () => {
  await show({ ...STRIKE, may_acknowledge: true }, KICK)
  const boxes = screen.getAllByRole('checkbox', { description: 'This does not mean that you agree.' })
  expect(boxes.map((box) => box.getAttribute('aria-label'))).toEqual([
    'I have read this: Strike, 14 March 2026',
    'I have read this: Kick, 10 March 2026',
  ])
})

it('the parts of an action are no landmarks', async () => {
  await show(STRIKE, KICK)
  expect(screen.getAllByRole('region')).toHaveLength(1)
  expect(screen.getAllByRole('heading', { level: 4, name: 'What it was for' })).toHaveLength(2)
})

it('an action that was confirmed in the game shows no time of that', async () => {
  const cards = await show({ ...KICK, acknowledged_at: KICK.date })
  expect(cards()[0]).toContain('You confirmed this in the game.')
  expect(cards()[0]).not.toContain('You read this')
})

it('the action in the address scrolls into view and has the focus', async () => {
  window.history.replaceState(null, '', '/me#action-staff-1')
  await show(STRIKE, KICK)
  const card = screen.getByText('You left early').closest('li[id]')
  expect(document.activeElement).toBe(card)
  expect(shownParts).toEqual([card])
  expect(within(document.body).getAllByText('what to do')).toHaveLength(2)
})

it('the action in the address stays in view while the page loads, until the person scrolls', async () => {
  const resize = stubResizeObserver()
  window.history.replaceState(null, '', '/me#action-staff-1')
  await show(STRIKE, KICK)
  const card = screen.getByText('You left early').closest('li[id]')
  const load = () => {
    shownParts.length = 0
    resize()
    return shownParts
  }
  expect(load()).toEqual([card])
  fireEvent.wheel(document.body)
  expect(load()).toEqual([])
  vi.unstubAllGlobals()
})
