import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, json } from '#test/fake-server.ts'
import type { Appealable } from '../contract.ts'
import { OwnAppealNote } from './own-appeal-note.tsx'

const STRIKE: Appealable = {
  ...{ family: 'staff', action: 12, appeal: null, limit: null, deciding: 'independent', canTakeBack: true },
  today: { type: 'Strike', date: '2026-11-02T18:00:00.000Z', reason: null, endsAt: null, points: 0, isRevoked: false },
}
fakeServer(() => ({ 'GET /api/appeals/mine': json({ data: [], actions: [STRIKE] }) }))

it('the link names the appealed action for screen readers', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <OwnAppealNote family="staff" action={12} />
    </QueryClientProvider>,
  )
  const link = await screen.findByRole('link', { name: 'Appeal: Strike, 2 November 2026' })
  expect([link.textContent, link.getAttribute('href')]).toEqual(['Appeal', '/me/appeals?action=staff-12'])
})
