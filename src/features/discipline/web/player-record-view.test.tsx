import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ACTION_TYPES } from '#test/action-types.ts'
import { clientOfStaff, fakeServer, json } from '#test/fake-server.ts'
import { LiveRegion } from '#ui/live-region.tsx'
import { findDisciplineContent } from '../contract.ts'
import type { PlayerEntry, Subject } from '../player-contract.ts'
import { PlayerRecordView } from './player-record-view.tsx'

const LICENSE = `license:${'a1'.repeat(20)}`
const SHA = 'c0ffee'.repeat(10).padEnd(64, '0')

const ban: PlayerEntry = {
  id: 7,
  version: 1,
  date: '2026-03-14T12:00:00.000Z',
  user: 'subject:12',
  user_name: 'Bo Fender',
  admin: 'txadmin:casey',
  admin_name: 'casey',
  type: 'Ban',
  internal_reason: 'Rammed the whole convoy',
  external_reason: 'Rammed the whole convoy',
  is_revised: false,
  is_from_game: false,
  revoked: null,
  source: 'txadmin',
  native_id: 'B2F3-9KQM',
  import: 3,
  ...{ points: 0, points_end_at: null, acknowledged_at: null, approval: null },
  ends_at: '2026-04-14T12:00:00.000Z',
}
const warning: PlayerEntry = { ...ban, id: 8, type: 'Warning', native_id: 'W1B2-77XC', import: null, ends_at: null }
const bo: Subject = {
  ...{
    who: 'subject:12',
    version: 1,
    account: null,
    name: 'Bo Fender',
    identifiers: [LICENSE, 'steam:110000103fa1b2c'],
  },
  ...{ other_accounts: [], play_minutes: 600, first_seen: '2026-01-02T00:00:00.000Z', last_seen: null, note: null },
}
const importSource = { id: 3, at: '2026-05-01T09:30:00.000Z', by: 'Robin Vega', file: 'playersDB.json', sha256: SHA }

const kai: Subject = { ...bo, who: '410000000000000001', account: '410000000000000001', name: 'Kai Stone', version: 4 }

const FOUND = {
  ...{ points: null, revisions: [], offences: [], deviation: null },
  ...{ may_revise: false, may_revoke: false, may_approve: false, is_stuck: false },
}
const OFFENCES = [{ code: 'R-1', name: 'Random deathmatch', category: 'Roleplay' }]

const server = fakeServer(() => ({
  'GET /api/player-actions': json({ rows: [ban], total: 1, is_capped: false }),
  'GET /api/player-actions/people': json({
    users: [{ id: 'subject:12', name: 'Bo Fender', other_names: [], count: 2 }],
    admins: [],
  }),
  'GET /api/player-actions/weeks': json({ data: [{ week: '2026-03-09', counts: { Ban: 1 } }], is_capped: false }),
  'GET /api/subjects': json({ data: [bo, kai] }),
  'GET /api/subjects/subject%3A12/join': json({ stays: kai, goes: bo, actions: 2 }),
  'GET /api/imports': json({ data: [] }),
  'GET /api/player-actions/7': json({ ...FOUND, item: ban, subject: bo, import: importSource }),
  'GET /api/people': json({ data: [] }),
}))
const listCalls = () => server.asked.filter(({ call }) => call === 'GET /api/player-actions')

function show(search = '') {
  window.history.replaceState(null, '', `/player-record${search}`)
  const content = {
    types: ACTION_TYPES,
    players: [
      { name: 'Warning', colour: 'info' },
      { name: 'Ban', colour: 'danger' },
    ],
  }
  render(
    <QueryClientProvider client={clientOfStaff({}, { [findDisciplineContent.path]: content })}>
      <PlayerRecordView links={[]} families={<nav aria-label="Records" />} offences={OFFENCES} />
      <LiveRegion />
    </QueryClientProvider>,
  )
}

describe('The player record', () => {
  it('the page lists actions against players under its own heading, and makes no calls for staff actions', async () => {
    show()
    const table = await screen.findByRole('table', { name: 'Actions against players' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual([...['Date', 'Player', 'Admin', 'Type', 'Internal Reason', 'External Reason']])
    screen.getByRole('heading', { level: 1, name: 'Player record' })
    screen.getByRole('navigation', { name: 'Records' })
    expect(server.asked.filter(({ call }) => call.includes('staff-da'))).toEqual([])
  })

  it('the page filters by a player without a Discord account, and by the types of its family', async () => {
    show()
    fireEvent.click(await screen.findByRole('combobox', { name: 'Player' }))
    fireEvent.click(await screen.findByRole('option', { name: /Bo Fender/ }))
    fireEvent.change(screen.getByRole('combobox', { name: 'Type' }), { target: { value: 'Ban' } })
    await waitFor(() => expect(listCalls().at(-1)?.query.get('type')).toBe('Ban'))
    expect(listCalls().at(-1)?.query.get('user')).toBe('subject:12')
    const types = within(screen.getByRole('combobox', { name: 'Type' })).getAllByRole('option')
    expect(types.map((each) => each.textContent)).toEqual(['All types', 'Warning', 'Ban'])
  })

  it('the details show origin, end, player and their other actions', async () => {
    const copied = vi.fn(async () => {})
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied } })
    server.answers['GET /api/player-actions'] = (query) =>
      Response.json({ rows: query.has('user') ? [ban, warning] : [ban], total: 1, is_capped: false })
    show('?entry=7')
    const dialog = await screen.findByRole('dialog', { name: 'Player action — Bo Fender' })
    await within(dialog).findByText('playersDB.json')
    within(dialog).getByText(/by Robin Vega/)
    within(dialog).getByText('txAdmin')
    within(dialog).getByText('over')
    within(dialog).getByText('No account is known.')
    for (const [name, text] of [
      ['Copy its id there', 'B2F3-9KQM'],
      ['Copy the hash of the file', SHA],
      [`Copy ${LICENSE}`, LICENSE],
    ] as const) {
      fireEvent.click(within(dialog).getByTitle(name))
      expect(copied).toHaveBeenLastCalledWith(text)
    }
    const others = await within(dialog).findByRole('list', { name: 'Their other actions' })
    expect(within(others).getAllByRole('listitem')).toHaveLength(1)
    within(others).getByText('Warning')
    const all = within(dialog).getByRole('link', { name: 'All actions against Bo Fender' })
    expect(all.getAttribute('href')).toBe('/player-record?user=subject%3A12')
  })

  it('a warning that was confirmed in the game shows no time of that', async () => {
    const item = { ...warning, acknowledged_at: warning.date }
    server.answers['GET /api/player-actions/7'] = json({ ...FOUND, item, import: null, subject: bo })
    show('?entry=7')
    await screen.findByText('Confirmed in the game')
  })

  it('an action for an offence can be logged against a player with a license only', async () => {
    const record = { ...{ total: 1, is_capped: false, revoked: 0 }, types: [{ type: 'Ban', count: 1 }] }
    server.answers['GET /api/player-actions/people/subject%3A12'] = json({
      item: {
        ...{ id: 'subject:12', name: 'Bo Fender', callsign: null, position: null, avatar: null },
        record: { ...record, last: ban.date, points: { active: 3, until: null } },
      },
    })
    const rung = { code: 'R-1', name: 'Random deathmatch', rung: 2, type: 'Ban', days: 3, points: 3, earlier: [7] }
    server.answers['GET /api/player-actions/suggestion'] = json({
      ...{ rungs: [rung], type: 'Ban', days: 3, points: 3, told: 'You attacked somebody.', needs_evidence: true },
    })
    server.answers['POST /api/player-actions'] = json({ ok: true, item: { ...ban, id: 9, source: 'site' } })
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Log action' }))
    const form = within(screen.getByRole('dialog', { name: 'Log an action' }))
    const person = form.getByRole('combobox', { name: 'Person' })
    fireEvent.click(person)
    fireEvent.change(person, { target: { value: LICENSE } })
    fireEvent.click(await screen.findByRole('option', { name: /Bo Fender/ }))
    await form.findByText('3 active points')
    expect(form.queryByText('Not on a roster')).toBeNull()
    expect(form.queryByRole('combobox', { name: 'Template' })).toBeNull()
    fireEvent.click(form.getByRole('combobox', { name: 'Offence' }))
    fireEvent.click(await screen.findByRole('option', { name: /Random deathmatch/ }))
    await form.findByText('Suggested: Ban · 3 days · 3 points')
    fireEvent.change(form.getByLabelText('Internal reason'), { target: { value: 'Clip HC-9' } })
    await waitFor(() => expect(form.getByLabelText('Type')).toHaveProperty('value', 'Ban'))
    const send = await form.findByRole('button', { name: /^Log/ })
    await waitFor(() => expect(send).toHaveProperty('disabled', false))
    fireEvent.click(send)
    await waitFor(() =>
      expect(server.asked.findLast(({ call }) => call === 'POST /api/player-actions')?.body).toMatchObject({
        ...{ user: 'subject:12', user_name: 'Bo Fender', type: 'Ban', points: 3, offences: ['R-1'] },
        ...{ internal_reason: 'Clip HC-9', external_reason: 'You attacked somebody.' },
      }),
    )
  })

  it('a revision keeps the player, and revising and revoking say that txAdmin is not changed', async () => {
    server.answers['GET /api/player-actions/7'] = json({
      ...{ ...FOUND, may_revise: true, may_revoke: true },
      ...{ item: ban, subject: bo, import: null },
    })
    server.answers['PUT /api/player-actions/7'] = json({ ok: true, item: { ...ban, version: 2 } })
    show('?entry=7')
    fireEvent.click(await screen.findByRole('button', { name: 'Revise' }))
    const form = within(screen.getByRole('dialog', { name: 'Revise the action against Bo Fender' }))
    expect(form.queryByLabelText('User ID')).toBeNull()
    form.getByText('txAdmin is not told of this: there, the type and the end stay as they were given.')
    fireEvent.change(form.getByLabelText('Points'), { target: { value: '2' } })
    fireEvent.change(form.getByLabelText('Reason for the change'), { target: { value: 'The third time' } })
    fireEvent.click(form.getByRole('button', { name: 'Save revision' }))
    const sent = () => server.asked.findLast(({ call }) => call === 'PUT /api/player-actions/7')?.body
    await waitFor(() => expect(sent()).toMatchObject({ points: 2, why: 'The third time', version: 1 }))
    expect(sent()).not.toHaveProperty('user')
    fireEvent.click(await screen.findByRole('button', { name: 'Revoke' }))
    screen.getByText('txAdmin is not told of this: if it is still in force there, lift it there, too.')
  })

  it('two people are joined after an explanation, and the join can be undone', async () => {
    server.answers['POST /api/subjects/410000000000000001/join'] = json({ ok: true, item: kai, import: 9 })
    server.answers['POST /api/imports/9/undo'] = json({ removes: 0, restores: 4, stay: 0, staying: [] })
    show('?entry=7')
    const dialog = await screen.findByRole('dialog')
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Join…' }))
    const next = screen.getByRole('button', { name: 'What would happen' })
    expect(next).toHaveProperty('disabled', true)
    const other = screen.getByRole('combobox', { name: 'The other one' })
    fireEvent.click(other)
    fireEvent.change(other, { target: { value: 'kai' } })
    fireEvent.click(await screen.findByRole('option', { name: /Kai Stone/ }))
    fireEvent.click(next)
    await screen.findByText(`2 actions against Bo Fender (${LICENSE}) move there.`)
    const sent = () => server.asked.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)
    expect(sent()).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Join' }))
    await screen.findByText('Bo Fender is now part of Kai Stone.')
    expect(sent()).toEqual([{ other: 'subject:12', stays_version: 4, goes_version: 1 }])
    fireEvent.click(screen.getByRole('button', { name: 'Undo', hidden: true }))
    await waitFor(() => expect(server.asked.map(({ call }) => call)).toContain('POST /api/imports/9/undo'))
  })
})
