import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeServer, json } from '#test/fake-server.ts'
import type { Account, SessionUser } from '../contract.ts'
import { UsersView } from './users-view.tsx'

const THEO: SessionUser = {
  id: '310000000000000205',
  username: 'theo',
  global_name: 'Theo Marchetti',
  type: 'ownership',
  sessionCount: 2,
}
const PRIYA: SessionUser = {
  id: '310000000000000203',
  username: 'priya',
  global_name: null,
  type: 'staff',
  sessionCount: 1,
}
const JULES: SessionUser = {
  id: '310000000000000201',
  username: 'jules',
  global_name: 'Jules Arden',
  type: '-',
  sessionCount: 1,
}
const PRIYAS: Account = {
  id: PRIYA.id,
  username: 'priya',
  name: 'Priya C. | S-31',
  avatarUrl: '',
  type: 'staff',
  isInGuild: true,
  sources: [{ right: 'staff', isNamed: false, roles: [{ id: '200000000000000003', name: 'Moderation team' }] }],
  rolesReadAt: new Date().toISOString(),
  sessions: [
    {
      id: 'd4f1c2de-7d67-4a39-9a10-9e7bd63c8f00',
      device: 'Firefox on Windows',
      createdAt: new Date(Date.now() - 7_200_000).toISOString(),
      lastSeenAt: new Date().toISOString(),
      isThis: false,
    },
  ],
}

const server = fakeServer(() => ({
  'GET /api/users/sessions': json({ data: [THEO, PRIYA, JULES] }),
  [`GET /api/users/sessions/${PRIYA.id}`]: json({ item: PRIYAS }),
}))

function show(search = '') {
  window.history.replaceState(null, '', `/users${search}`)
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <UsersView />
    </QueryClientProvider>,
  )
}

const names = async () =>
  (await screen.findAllByRole('rowheader')).map((cell) => cell.querySelector('.font-semibold')?.textContent)
const removeButton = (name: string) => screen.findByRole('button', { name: `Delete sessions of ${name}` })

describe('The table of users', () => {
  it('the table has the columns Discord Username, Discord ID, Type, Sessions and Actions (Delete)', async () => {
    show()
    expect((await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent)).toEqual([
      'Discord Username',
      'Discord ID',
      'Type',
      'Sessions',
      'Actions',
    ])
    const [, theo, , jules] = screen.getAllByRole('row')
    expect([...(theo?.children ?? [])].slice(1).map((cell) => cell.textContent)).toEqual([
      '310000000000000205',
      'ownership',
      '2',
      'Delete',
    ])
    expect(jules?.children[2]?.textContent).toBe('-')
  })

  it.each([
    ['theo', ['theo']],
    ['ARDEN', ['jules']],
    ['0203', ['priya']],
    ['staff', ['priya']],
  ])('the table is searched by name, id or type: %s', async (text, found) => {
    show()
    await names()
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })
    expect(await names()).toEqual(found)
  })

  it('the search is in the address', async () => {
    show('?search=management')
    await screen.findByText('No users found.')
    fireEvent.click(screen.getByRole('button', { name: 'Show everybody' }))
    expect(await names()).toEqual(['theo', 'priya', 'jules'])
  })

  it("an empty result says 'No users found.'", async () => {
    server.answers['GET /api/users/sessions'] = () => Response.json({ data: [] })
    show()
    await screen.findByText('No users found.')
  })

  it('a failed table can be loaded again', async () => {
    server.answers['GET /api/users/sessions'] = () => Response.json({ ok: false }, { status: 403 })
    show()
    await screen.findByText('Failed to load users.')
    server.answers['GET /api/users/sessions'] = () => Response.json({ data: [THEO] })
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await names()).toEqual(['theo'])
  })
})

describe('Rows of users', () => {
  it('a row opens to its sessions and to the origin of each right', async () => {
    show()
    await names()
    const row = screen.getByText('310000000000000203').closest('tr')
    if (row) fireEvent.keyDown(row, { key: 'Enter' })
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText('Firefox on Windows')
    within(dialog).getByText('2 hours ago')
    within(dialog).getByText('Moderation team')
    within(dialog).getByText('200000000000000003')
  })
})

describe('Deleting sessions', () => {
  const QUESTION = 'Delete all active sessions for this user? They will be logged out.'

  it('deleting takes two steps, the second with the text of the specification', async () => {
    server.answers[`DELETE /api/users/sessions/${PRIYA.id}`] = () => Response.json({ ok: true })
    show()
    fireEvent.click(await removeButton('priya'))
    const confirm = screen.getByRole('alertdialog')
    within(confirm).getByText(QUESTION)
    expect(server.asked.filter(({ call }) => call.startsWith('DELETE'))).toEqual([])
    server.answers['GET /api/users/sessions'] = () => Response.json({ data: [THEO, JULES] })
    fireEvent.click(within(confirm).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByText('310000000000000203')).toBeNull())
    expect(server.asked.map(({ call }) => call)).toContain(`DELETE /api/users/sessions/${PRIYA.id}`)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('nothing is deleted without the second step', async () => {
    show()
    fireEvent.click(await removeButton('priya'))
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(server.asked.filter(({ call }) => call.startsWith('DELETE'))).toEqual([])
  })

  it("a failed deletion alerts 'Failed to delete sessions.' and keeps the row", async () => {
    server.answers[`DELETE /api/users/sessions/${PRIYA.id}`] = () => Response.json({ ok: false }, { status: 503 })
    show()
    fireEvent.click(await removeButton('priya'))
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await screen.findByText('Failed to delete sessions.')
    screen.getByText('The site answered with an error (503).')
    screen.getByText('310000000000000203')
  })
})
