import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findListPreferences } from '#features/auth/contract.ts'
import { NO_PREFERENCES } from '#lib/list-preferences.ts'
import { clientOfStaff, fakeServer, json } from '#test/fake-server.ts'
import type { IngestToken } from '../contract.ts'
import { TokenView } from './token-view.tsx'

const CITY: IngestToken = {
  id: 3,
  label: 'City 1',
  madeAt: '2026-03-01T10:00:00.000Z',
  madeBy: 'Theo Marchetti',
  lastUsedAt: new Date(Date.now() - 7_200_000).toISOString(),
  revokedAt: null,
}
const OLD: IngestToken = { ...CITY, id: 2, label: 'Old city', lastUsedAt: null, revokedAt: '2026-03-02T10:00:00.000Z' }
const TOKEN = `ingest_${'a'.repeat(43)}`

const server = fakeServer(() => ({ 'GET /api/ingest/tokens': json({ data: [CITY, OLD] }) }))
const sent = () => server.asked.filter(({ call }) => !call.startsWith('GET')).map(({ call, body }) => ({ call, body }))

const show = (client = clientOfStaff({ isOwner: true })) =>
  render(
    <QueryClientProvider client={client}>
      <TokenView />
    </QueryClientProvider>,
  )
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('Tokens of game servers', () => {
  it('tokens are listed with author, last use and state', async () => {
    show()
    const row = (await screen.findByText('City 1')).closest('tr')
    expect(row?.textContent).toMatch(/by Theo Marchetti.*2 hours ago.*In use/)
    const old = screen.getByText('Old city').closest('tr')
    expect(old?.textContent).toMatch(/Never.*Revoked/)
    expect(within(old ?? document.body).queryByRole('button')).toBeNull()
  })

  it('a new token is shown once, with the line for server.cfg, until the dialog closes', async () => {
    server.answers['POST /api/ingest/tokens'] = json({ ok: true, item: CITY, token: TOKEN })
    show()
    await screen.findByText('City 1')
    press('Make a token')
    fireEvent.change(screen.getByLabelText('Name of the game server'), { target: { value: ' City 1 ' } })
    press('Make token')
    expect(await screen.findByText(`set site_actions_token "${TOKEN}"`)).toBeTruthy()
    expect(sent()).toEqual([{ call: 'POST /api/ingest/tokens', body: { label: 'City 1' } }])
    press('Done')
    expect(document.body.textContent).not.toContain(TOKEN)
  })

  it('a token needs a name that no active token has', async () => {
    const error = { code: 'already_there', message: 'x', fields: { label: 'A token in use has this name already.' } }
    server.answers['POST /api/ingest/tokens'] = json({ ok: false, error }, 409)
    show()
    await screen.findByText('City 1')
    press('Make a token')
    press('Make token')
    expect(screen.getByText('This is required.')).toBeTruthy()
    expect(sent()).toEqual([])
    fireEvent.change(screen.getByLabelText('Name of the game server'), { target: { value: 'City 1' } })
    press('Make token')
    expect(await screen.findByText('A token in use has this name already.')).toBeTruthy()
  })

  it('a token is revoked in two steps', async () => {
    server.answers['DELETE /api/ingest/tokens/3'] = json({ ok: true })
    show()
    await screen.findByText('City 1')
    press('Revoke the token of City 1')
    expect(sent()).toEqual([])
    press('Press again to revoke')
    await waitFor(() => expect(sent()).toEqual([{ call: 'DELETE /api/ingest/tokens/3', body: undefined }]))
  })

  it('a failed creation or revocation shows its cause', async () => {
    const offline = () => Promise.reject(new TypeError('Failed to fetch'))
    Object.assign(server.answers, { 'POST /api/ingest/tokens': offline, 'DELETE /api/ingest/tokens/3': offline })
    show()
    await screen.findByText('City 1')
    press('Make a token')
    fireEvent.change(screen.getByLabelText('Name of the game server'), { target: { value: 'City 9' } })
    press('Make token')
    await screen.findByText('Failed to make the token.')
    screen.getByText(/^The site could not be reached\./)
    press('OK')
    press('Cancel')
    press('Revoke the token of City 1')
    press('Press again to revoke')
    await screen.findByText('Failed to revoke the token.')
    screen.getByText(/^The site could not be reached\./)
  })

  it('the list has the columns that its owner selected', async () => {
    const preferences = { ...NO_PREFERENCES, hidden: ['madeAt'], density: 'compact' }
    const client = clientOfStaff({ isOwner: true })
    client.setQueryDefaults([findListPreferences.path], { initialData: { version: 1, preferences } })
    show(client)
    await screen.findByText('City 1')
    const table = screen.getByRole('region', { name: 'Game server tokens' })
    expect(table.dataset).toMatchObject({ hidden: '2', density: 'compact' })
    press('Columns')
    expect(screen.getAllByRole('checkbox', { hidden: true }).map((box) => box.closest('label')?.textContent)).toEqual([
      'Made',
      'Last used',
      'State',
      'Compact rows',
    ])
    screen.getByRole('button', { name: 'Views' })
  })

  it('an empty list says so, and a failed one can be loaded again', async () => {
    server.answers['GET /api/ingest/tokens'] = json({ data: [] })
    show()
    expect(await screen.findByText('No game server has a token yet.')).toBeTruthy()
    cleanup()
    server.answers['GET /api/ingest/tokens'] = json({ ok: false, error: { code: 'x', message: 'no' } }, 500)
    show()
    expect(await screen.findByText('Failed to load tokens.')).toBeTruthy()
    server.answers['GET /api/ingest/tokens'] = json({ data: [CITY] })
    press('Try again')
    expect(await screen.findByText('City 1')).toBeTruthy()
  })
})
