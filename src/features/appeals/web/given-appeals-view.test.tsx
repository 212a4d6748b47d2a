import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, json } from '#test/fake-server.ts'
import { createQueryClient } from '#web/query-client.ts'
import type { GivenAppealRow } from '../given-contract.ts'
import { GivenAppealsView } from './given-appeals-view.tsx'

const FACTS = {
  type: 'Strike',
  date: '2026-11-02T18:00:00.000Z',
  reason: 'You left three shifts early.',
  endsAt: null,
  points: 4,
  isRevoked: false,
}
const ENDED: GivenAppealRow = {
  ...{ id: 7, version: 3, family: 'staff', action: 12, state: 'decided', outcome: 'upheld', type: 'Strike' },
  ...{ filedAt: '2026-11-10T10:00:00.000Z', dueAt: '2026-11-17T10:00:00.000Z', issuerUntil: null, reviewSince: null },
  ...{ endedAt: '2026-11-12T10:00:00.000Z', endedBy: 'decider', decidedAs: 'independent', issuerReduction: null },
  ...{ appellant: { id: '310000000000000101', name: 'Nolan Reyes' }, text: 'I was ill.', statement: null },
  ...{ snapshot: FACTS, today: FACTS, lighterTypes: [] },
}
const WITH_OFFENCES = { ...FACTS, offences: [] }

const server = fakeServer(() => ({
  'GET /api/appeals/given': () => Response.json({ data: [ENDED] }),
  'GET /api/appeals/given/7': () =>
    Response.json({ item: { ...ENDED, snapshot: WITH_OFFENCES, today: WITH_OFFENCES } }),
}))

function show() {
  const client = createQueryClient({ onRefused: () => undefined, onUnhandled: () => undefined })
  render(
    <QueryClientProvider client={client}>
      <GivenAppealsView />
    </QueryClientProvider>,
  )
  return client
}

it('the appeal in the address scrolls into view', async () => {
  server.answers['GET /api/appeals/given'] = () => Response.json({ data: [{ ...ENDED, id: 6 }, ENDED] })
  Element.prototype.scrollIntoView = () => undefined
  window.history.replaceState(null, '', '/given-appeals#appeal-7')
  show()
  const [other, asked] = await screen.findAllByRole('article')
  expect(document.activeElement).toBe(asked)
  expect(other?.id).toBe('appeal-6')
  window.history.replaceState(null, '', '/given-appeals')
})

it('an ended appeal names its action, which loads when it is opened', async () => {
  show()
  const fold = await screen.findByText('Strike, 2 November 2026')
  expect(server.asked.map(({ call }) => call)).toEqual(['GET /api/appeals/given'])
  fireEvent.click(fold)
  expect(await screen.findByText('You left three shifts early.')).toBeDefined()
})

it('the list stays if a reload fails, with a message', async () => {
  const client = show()
  await screen.findByRole('article')
  server.answers['GET /api/appeals/given'] = json({ ok: false, error: { code: 'too_many', message: 'Broken.' } }, 429)
  await act(() => client.invalidateQueries())
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Failed to load appeals\.Broken\./)
  screen.getByRole('article')
})
