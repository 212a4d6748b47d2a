import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { clientOfStaff, fakeServer, json } from '#test/fake-server.ts'
import type { Claim } from '../contract.ts'
import { ClaimsView } from './claims-view.tsx'

const CLAIM: Claim = {
  ...{ id: 3, at: '2026-11-10T10:00:00.000Z', native_id: 'B2F3-9KQM' },
  person: { id: '310000000000000201', name: 'Jules Arden' },
  action: { id: 12, type: 'Ban', date: '2026-11-09T10:00:00.000Z', name: 'jules_ingame', reason: 'Cheated.' },
}
const server = fakeServer(() => ({ 'GET /api/claims': json({ data: [CLAIM] }) }))

it('the claims stay if a reload fails, with a message', async () => {
  const client = clientOfStaff({})
  render(
    <QueryClientProvider client={client}>
      <ClaimsView />
    </QueryClientProvider>,
  )
  await screen.findByText('B2F3-9KQM')
  server.answers['GET /api/claims'] = json({ ok: false, error: { code: 'unexpected', message: 'Broken.' } }, 500)
  await act(() => client.invalidateQueries())
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Failed to load bans\.Broken\./)
  screen.getByText('B2F3-9KQM')
})
