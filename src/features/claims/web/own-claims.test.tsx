import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { fakeServer, json } from '#test/fake-server.ts'
import { LiveRegion } from '#ui/live-region.tsx'
import { createQueryClient } from '#web/query-client.ts'
import type { OwnClaim } from '../contract.ts'
import { OwnClaims } from './own-claims.tsx'

const CLAIM: OwnClaim = { id: 3, native_id: 'B2F3-9KQM', at: '2026-11-10T10:00:00.000Z', state: 'waiting' }
let claims: OwnClaim[]
let client: QueryClient
const server = fakeServer(() => ({ 'GET /api/claims/mine': () => Response.json({ data: claims }) }))

beforeEach(() => {
  claims = [CLAIM]
})

async function show() {
  client = createQueryClient({ onRefused: () => undefined, onUnhandled: () => undefined })
  render(
    <QueryClientProvider client={client}>
      <OwnClaims />
      <LiveRegion />
    </QueryClientProvider>,
  )
  await screen.findByText('B2F3-9KQM')
}
const send = (id: string) => {
  fireEvent.change(screen.getByLabelText('Id of the ban'), { target: { value: id } })
  fireEvent.click(screen.getByRole('button', { name: 'This ban is mine' }))
}

it('an id without its dash is accepted', async () => {
  server.answers['POST /api/claims'] = json({ ok: true, item: { ...CLAIM, id: 4, native_id: 'BCX2-NZ8T' } })
  await show()
  send('bcx2nz8t')
  await screen.findByText('Staff look at it, and you are told.')
  expect(server.asked.find(({ call }) => call === 'POST /api/claims')?.body).toEqual({ native_id: 'BCX2-NZ8T' })
})

it('a refused claim disappears once staff have decided', async () => {
  const message = 'Staff are already looking at this.'
  server.answers['POST /api/claims'] = json({ ok: false, error: { code: 'waits', message } }, 409)
  await show()
  send('B2F3-9KQM')
  await screen.findByText(message)
  claims = [{ ...CLAIM, state: 'confirmed' }]
  await act(() => client.invalidateQueries())
  await screen.findByText(/^It is linked to your account/)
  expect(screen.queryByText(message)).toBeNull()
  expect(screen.getByLabelText('Id of the ban')).toHaveProperty('value', '')
})
