import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { clientOfStaff, fakeServer } from '#test/fake-server.ts'
import { LiveRegion } from '#ui/live-region.tsx'
import type { Appeal } from '../decision-contract.ts'
import { AppealPanel } from './appeal-panel.tsx'

const STRIKE = {
  ...{ type: 'Strike', date: '2026-11-02T18:00:00.000Z', reason: 'You left early.', endsAt: null, points: 4 },
  ...{ isRevoked: false, offences: [] },
}
const APPEAL: Appeal = {
  ...{ id: 7, version: 3, family: 'staff', action: 12, state: 'in_review', text: 'See https://clips.example/a' },
  ...{ filedAt: '2026-11-10T10:00:00.000Z', dueAt: '2999-11-17T10:00:00.000Z', issuerUntil: null, outcome: null },
  ...{ endedAt: null, endedBy: null, decidedAs: null, issuerReduction: null, decision: null, decider: null },
  ...{ reviewer: null, reviewSince: null },
  ...{
    snapshot: STRIKE,
    today: STRIKE,
    messages: [],
    comments: [],
    statement: null,
    escalation: null,
    actionEndsAt: null,
    barred: null,
  },
  ...{ deciding: 'independent', actionVersion: 1, lighterTypes: ['Verbal Warning'], liftTask: null },
  ...{ type: 'Strike', appellant: { id: '310000000000000201', name: 'Nolan Reyes' } },
  issuer: { id: '310000000000000202', name: 'Wren Castillo', isPerson: true },
}
let appeal = APPEAL
const server = fakeServer(() => ({ 'GET /api/appeals/7': () => Response.json({ item: appeal }) }))

beforeEach(() => {
  appeal = APPEAL
  window.sessionStorage.clear()
})

function show() {
  const client = clientOfStaff({ isManagement: true })
  render(
    <QueryClientProvider client={client}>
      <AppealPanel row={APPEAL} onClose={() => undefined} />
      <LiveRegion />
    </QueryClientProvider>,
  )
  return {
    /** Simulates a change by somebody else, as the live connection reports it. */
    change: async (more: Partial<Appeal>) => {
      appeal = { ...appeal, ...more, version: appeal.version + 1 }
      await act(() => client.invalidateQueries())
    },
  }
}
const ENDED = { state: 'decided', outcome: 'upheld', endedBy: 'decider', endedAt: '2026-11-12T10:00:00.000Z' } as const
const THEO = { id: '310000000000000203', name: 'Theo Marchetti' }

it('keeps a decision that somebody was writing when another decided, and names who did', async () => {
  const { change } = show()
  fireEvent.click(await screen.findByRole('button', { name: 'Decide…' }))
  fireEvent.change(screen.getByLabelText('Message to Nolan Reyes'), { target: { value: 'We watched it' } })
  fireEvent.change(screen.getByLabelText('Internal comment'), { target: { value: 'Ask Wren first' } })
  await change({ ...ENDED, decider: THEO })
  const note = await screen.findByRole('alert')
  const dialog = screen.getByRole('dialog', { name: /^Decide: Strike/ })
  expect(dialog.contains(note)).toBe(true)
  expect(note.textContent).toContain('Theo Marchetti decided on this appeal meanwhile. Your text was not sent.')
  expect(note.textContent).toContain('We watched it\n\nAsk Wren first')
  expect(within(dialog).queryByRole('button', { name: 'End the appeal' })).toBeNull()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Discard the text' }))
  expect(screen.queryByRole('dialog', { name: /^Decide: Strike/ })).toBeNull()
  expect(window.sessionStorage).toHaveLength(0)
})

it('keeps a message that somebody was writing when the appellant withdrew', async () => {
  const { change } = show()
  fireEvent.change(await screen.findByLabelText('Write to Nolan Reyes'), { target: { value: 'Which day was it?' } })
  await change({ state: 'withdrawn', endedAt: '2026-11-12T10:00:00.000Z' })
  const note = await screen.findByRole('alert')
  expect(note.textContent).toContain('Nolan Reyes withdrew the appeal meanwhile. Your text was not sent.')
  expect(note.textContent).toContain('Which day was it?')
})

it('goes on at the decision after the viewer took the appeal into review, and not after somebody else did', async () => {
  appeal = { ...APPEAL, state: 'submitted' }
  show()
  server.answers['POST /api/appeals/7/review'] = () => {
    appeal = { ...appeal, state: 'in_review', version: 4 }
    return Response.json({ ok: true, item: appeal })
  }
  const take = await screen.findByRole('button', { name: 'Take into review' })
  take.focus()
  fireEvent.click(take)
  const decide = await screen.findByRole('button', { name: 'Decide…' })
  await waitFor(() => expect(document.activeElement).toBe(decide))
  cleanup()

  appeal = { ...APPEAL, state: 'submitted' }
  const other = show()
  await screen.findByRole('button', { name: 'Take into review' })
  await other.change({ state: 'in_review' })
  expect(document.activeElement).not.toBe(await screen.findByRole('button', { name: 'Decide…' }))
})

it('offers to ask the issuer first, unless they gave their statement already', async () => {
  appeal = { ...APPEAL, state: 'submitted' }
  const { change } = show()
  await screen.findByRole('button', { name: 'First ask Wren Castillo' })
  await change({ statement: { at: '2026-11-11T10:00:00.000Z', text: 'Three times.' } })
  await screen.findByText('Three times.')
  expect(screen.queryByRole('button', { name: /^First ask/ })).toBeNull()
  screen.getByRole('button', { name: 'Take into review' })
})

it('says who took the appeal into review, and since when', async () => {
  appeal = { ...APPEAL, reviewer: THEO, reviewSince: '2026-11-11T10:00:00.000Z' }
  show()
  expect(await screen.findByText(/^In review by Theo Marchetti since .*2026/)).toBeDefined()
})

it('keeps the texts of a decision when Escape closes the dialog', async () => {
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Decide…' }))
  fireEvent.change(screen.getByLabelText('Message to Nolan Reyes'), { target: { value: 'We watched it' } })
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  expect(screen.queryByLabelText('Message to Nolan Reyes')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Decide…' }))
  expect(screen.getByDisplayValue('We watched it')).toBeDefined()
})

it('links what the appellant points to', async () => {
  show()
  const link = await screen.findByRole('link', { name: 'https://clips.example/a' })
  expect(link.getAttribute('rel')).toContain('noopener')
})

it('asks nobody to confirm that they are not the person who gave the action where that person was erased', async () => {
  appeal = { ...APPEAL, issuer: { id: '001234567890123456', name: 'Erased person 3f2a', isPerson: false } }
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Decide…' }))
  expect(screen.queryByLabelText(/^I am not/)).toBeNull()
})

it('offers for a reduction only types that are lighter, and asks the decider to confirm that it was not them', async () => {
  appeal = { ...APPEAL, issuer: { id: 'game:1', name: 'rhea.mills', isPerson: false } }
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Decide…' }))
  fireEvent.change(screen.getByLabelText('Outcome'), { target: { value: 'reduced' } })
  const types = within(screen.getByLabelText('Type')).getAllByRole('option')
  expect(types.map(({ textContent }) => textContent)).toEqual(['Verbal Warning', 'Strike'])
  fireEvent.change(screen.getByLabelText('Points'), { target: { value: '2' } })
  fireEvent.change(screen.getByLabelText('Message to Nolan Reyes'), { target: { value: 'Two.' } })
  fireEvent.click(screen.getByRole('button', { name: 'End the appeal' }))
  await screen.findByText('Say that it was not you who gave this action.')
  fireEvent.click(screen.getByLabelText(/^I am not rhea\.mills/))
  expect(screen.queryByText('Say that it was not you who gave this action.')).toBeNull()
})

it('decides on the version that the dialog opened with, shows what came since, and keeps the text', async () => {
  const { change } = show()
  fireEvent.click(await screen.findByRole('button', { name: 'Decide…' }))
  fireEvent.change(screen.getByLabelText('Outcome'), { target: { value: 'upheld' } })
  fireEvent.change(screen.getByLabelText('Message to Nolan Reyes'), { target: { value: 'We watched it' } })
  const message = {
    audience: 'appellant',
    at: '2026-11-12T10:00:00.000Z',
    isFromAppellant: true,
    text: 'Wait!',
  } as const
  await change({ messages: [message], today: { ...STRIKE, points: 1 }, actionVersion: 2 })
  const dialog = within(screen.getByRole('dialog', { name: /^Decide: Strike/ }))
  await dialog.findByText('Nolan Reyes wrote something meanwhile.')
  expect(dialog.getByText('Wait!')).toBeTruthy()
  expect(dialog.getByText('The action was changed meanwhile.')).toBeTruthy()
  const sent = () => server.asked.filter(({ call }) => call === 'POST /api/appeals/7/decision').map(({ body }) => body)
  server.answers['POST /api/appeals/7/decision'] = () => {
    const error = { code: 'changed_meanwhile', message: 'Someone else changed this while you were editing.' }
    return Response.json({ ok: false, error, item: appeal }, { status: 409 })
  }
  fireEvent.click(dialog.getByRole('button', { name: 'End the appeal' }))
  await dialog.findByText('Someone else changed this while you were editing.')
  expect(sent()).toMatchObject([{ version: 3, actionVersion: 1 }])
  expect(dialog.getByDisplayValue('We watched it')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'End the appeal' }))
  await waitFor(() => expect(sent()[1]).toMatchObject({ version: 4, actionVersion: 2 }))
})

it('keeps messages and comments from who revised the action, and says who decides where nobody independent can', async () => {
  appeal = { ...APPEAL, barred: 'reviser', messages: null, comments: null, deciding: 'issuer' }
  show()
  await screen.findByText('You revised this action. Somebody else decides.')
  expect(
    screen.getAllByText('You cannot read these, because you gave, imported, approved or revised the action.'),
  ).toHaveLength(2)
  expect(screen.getByText('The owner who gave the action decides, because nobody else can.')).toBeTruthy()
})

it.each([
  ['2026-11-12T12:00:00.000Z', 'Lift QQ2F-3KQM in txAdmin. This site cannot do that for you.'],
  [
    '2999-12-29T12:00:00.000Z',
    'Lift QQ2F-3KQM in txAdmin on or after 29 December 2999. This site cannot do that for you.',
  ],
])('says when a ban is to be lifted in txAdmin: %s', async (from, words) => {
  appeal = { ...APPEAL, ...ENDED, outcome: 'reduced', liftTask: { id: 'QQ2F-3KQM', from, doneAt: null } }
  show()
  expect(await screen.findByText(words)).toBeTruthy()
})
