import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { msg } from '#lib/messages.ts'
import { clientOfStaff, fakeServer, json } from '#test/fake-server.ts'
import { LiveRegion } from '#ui/live-region.tsx'
import type { InboxGroup } from '../contract.ts'
import { InboxView } from './inbox-view.tsx'

const GROUP: Omit<InboxGroup, 'about'> = {
  kind: 'actionAdded',
  list: null,
  path: '/me',
  at: '2026-03-14T18:30:00.000Z',
  isNew: false,
  earlier: 0,
}
const forYou = Array.from({ length: 500 }, (_, index) => ({ ...GROUP, about: `staff-da/${index}` }))
const server = fakeServer(() => ({
  'GET /api/inbox': json({ forYou, waiting: [] }),
  'GET /api/inbox/messages': json({ item: { canMessage: false } }),
}))

const show = () =>
  render(
    <QueryClientProvider client={clientOfStaff({})}>
      <InboxView titles={{ actionAdded: msg('An action was logged about you') }} detailOf={() => null} />
      <LiveRegion />
    </QueryClientProvider>,
  )

it('the inbox shows the newest 50 rows, and more on request', async () => {
  show()
  expect(await screen.findAllByRole('link')).toHaveLength(50)
  fireEvent.click(screen.getByRole('button', { name: 'Show 450 more' }))
  expect(screen.getAllByRole('link')).toHaveLength(500)
  expect(screen.queryByRole('button', { name: /more/ })).toBeNull()
  expect(server.asked.filter(({ call }) => call === 'GET /api/inbox')).toHaveLength(1)
})

it('a failure to mark rows as read is reported', async () => {
  server.answers['GET /api/inbox'] = json({ forYou: [{ ...GROUP, about: 'staff-da/1', isNew: true }], waiting: [] })
  server.answers['POST /api/inbox/read'] = json(
    { ok: false, error: { code: 'internal', message: 'Out of order.' } },
    500,
  )
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  await screen.findByText('Out of order.')
})
