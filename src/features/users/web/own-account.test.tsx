import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { checkAuth } from '#features/auth/contract.ts'
import { fakeServer, json } from '#test/fake-server.ts'
import { LiveRegion } from '#ui/live-region.tsx'
import { createQueryClient } from '#web/query-client.ts'
import type { Account } from '../contract.ts'
import { OwnAccount } from './own-account.tsx'

const HERE = 'd4f1c2de-7d67-4a39-9a10-9e7bd63c8f00'
const THERE = 'd4f1c2de-7d67-4a39-9a10-9e7bd63c8f01'
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const account = (more: Partial<Account> = {}): Account => ({
  id: '310000000000000201',
  username: 'jules',
  name: 'Jules Arden',
  avatarUrl: '',
  type: '-',
  isInGuild: true,
  sources: [],
  rolesReadAt: minutesAgo(3),
  sessions: [
    { id: HERE, device: 'Firefox on Windows', createdAt: minutesAgo(90), lastSeenAt: minutesAgo(0), isThis: true },
    { id: THERE, device: 'Chrome on Android', createdAt: minutesAgo(3000), lastSeenAt: minutesAgo(50), isThis: false },
  ],
  ...more,
})

let shown: Account
const server = fakeServer(() => ({
  'GET /api/me': () => Response.json({ item: shown }),
  [`DELETE /api/me/sessions/${THERE}`]: json({ ok: true }),
  'DELETE /api/me/sessions': json({ ok: true }),
  'POST /api/auth/logout': json({ ok: true }),
}))
const asked = () => server.asked.map(({ call }) => call)
afterEach(() => vi.restoreAllMocks())

async function show(more: Partial<Account> = {}) {
  shown = account(more)
  const queryClient = createQueryClient({ onRefused: () => undefined, onUnhandled: () => undefined })
  const rights = { isOwner: false, isManagement: false, isStaff: false, isES: false, canESQuick: false }
  queryClient.setQueryData([checkAuth.path], { ok: true, user: { username: 'jules', avatarUrl: '' }, ...rights })
  render(
    <QueryClientProvider client={queryClient}>
      <OwnAccount>
        <p>what else the page adds</p>
      </OwnAccount>
      <LiveRegion />
    </QueryClientProvider>,
  )
  await screen.findByText('Jules Arden')
}

it('each session is shown with its device, and the current one is marked', async () => {
  await show()
  const [here, there] = screen.getAllByRole('listitem').filter((item) => item.textContent?.includes('Last seen'))
  expect(here?.textContent).toContain('Firefox on Windowsthis browser')
  expect(there?.textContent).toContain('Chrome on AndroidLast seen 50 minutes ago, signed in 2 days ago')
  screen.getByText('what else the page adds')
})

it('another session is ended in two presses', async () => {
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'End: Chrome on Android' }))
  expect(asked()).toEqual(['GET /api/me'])
  shown = account({ sessions: account().sessions.slice(0, 1) })
  fireEvent.click(screen.getByRole('button', { name: 'Press again to end' }))
  await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull())
  expect(asked()[1]).toBe(`DELETE /api/me/sessions/${THERE}`)
  await screen.findByText('Chrome on Android was signed out.')
})

it('all other sessions are ended in two presses, if there are any', async () => {
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Sign out everywhere else' }))
  expect(asked()).toEqual(['GET /api/me'])
  shown = account({ sessions: account().sessions.slice(0, 1) })
  fireEvent.click(screen.getByRole('button', { name: 'Press again to sign out' }))
  await screen.findByText('You are signed out everywhere else.')
  expect(asked()[1]).toBe('DELETE /api/me/sessions')
  await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull())
  expect(screen.queryByRole('button', { name: /everywhere else/ })).toBeNull()
})

it('ending the current session signs out', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue(undefined)
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Sign out: Firefox on Windows' }))
  fireEvent.click(screen.getByRole('button', { name: 'Press again to sign out' }))
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(asked()).toEqual(['GET /api/me', 'POST /api/auth/logout'])
})

it.each<[string, Partial<Account>, string[]]>([
  [
    'a role by its name',
    { sources: [{ right: 'staff', isNamed: false, roles: [{ id: '200000000000000003', name: 'Moderators' }] }] },
    ['Staff', 'From the Discord role Moderators 200000000000000003', 'Includes the ES pages.'],
  ],
  [
    'a role by its id where nobody knows its name',
    { sources: [{ right: 'es', isNamed: false, roles: [{ id: '200000000000000004', name: null }] }] },
    ['ES', 'From the Discord role 200000000000000004'],
  ],
  [
    'being named',
    { sources: [{ right: 'owner', isNamed: true, roles: [] }], rolesReadAt: null },
    ['Named as an owner in the settings of the site (OWNER_IDS).', 'The Discord roles have not been read yet.'],
  ],
  ['no role', {}, ['You have no staff roles.', 'Roles read from Discord 3 minutes ago.']],
  ['having left', { isInGuild: false }, ['You are not in our Discord, so you have no staff roles.']],
])('the origin of a right is shown: %s', async (_, more, words) => {
  await show(more)
  const roles = screen.getByRole('heading', { name: 'Roles' }).parentElement
  for (const text of words) expect(roles?.textContent).toContain(text)
})
