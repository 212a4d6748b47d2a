import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { fakeServer, json } from '#test/fake-server.ts'
import { useReadArrived } from './use-read-arrived.ts'

const server = fakeServer(() => ({}))
afterEach(() => window.history.replaceState(null, '', '/'))

const group = (about: string, path: string, isNew = true) => ({
  ...{ about, path, isNew, kind: 'actionAdded', list: null, at: '2026-03-14T12:00:00.000Z', earlier: 0 },
})

function open(address: string) {
  window.history.replaceState(null, '', address)
  const forYou = [group('staff-da/7', '/me#action-staff-7'), group('staff-da/8', '/me#action-staff-8', false)]
  server.answers['GET /api/inbox'] = json({ forYou, waiting: [] })
  server.answers['POST /api/inbox/read'] = json({ ok: true })
  const Page = () => {
    useReadArrived()
    return null
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  )
}
const calls = () => server.asked.map(({ call }) => call)

it('marks as read what the address leads to, and nothing else', async () => {
  open('/me#action-staff-7')
  await waitFor(() => expect(calls()).toContain('POST /api/inbox/read'))
  expect(server.asked.find(({ call }) => call === 'POST /api/inbox/read')?.body).toEqual({ about: ['staff-da/7'] })
})

it('leaves alone what was read before', async () => {
  open('/me#action-staff-8')
  await waitFor(() => expect(calls()).toEqual(['GET /api/inbox']))
})

it('asks for nothing where the address leads to nothing', async () => {
  open('/me')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(calls()).toEqual([])
})
