import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { clientOfStaff, fakeServer, json } from '#test/fake-server.ts'
import { CONTENT } from '#test/site.ts'
import { txAdminDatabase } from '#test/txadmin.ts'
import { SiteProvider } from '#web/site-context.tsx'
import type { MoveInReport } from '../contract.ts'
import { createReading } from './file-reading.ts'
import { MoveInView } from './move-in-view.tsx'

const SAME = { new: 0, same: 0, changed: 0 }
const NOTHING: MoveInReport = {
  source: 'txadmin',
  version: '5',
  ...SAME,
  unreadable: [],
  people: SAME,
  actions: SAME,
  questions: [],
  outdated: null,
  matched: { byId: 0, byLicence: 0, byName: 0, none: 0 },
}
const NEW: MoveInReport = {
  ...NOTHING,
  new: 49,
  people: { ...SAME, new: 19 },
  actions: { ...SAME, new: 30 },
  matched: { byId: 2, byLicence: 1, byName: 0, none: 16 },
}
const LICENSE = `license:${'a'.repeat(40)}`

const server = fakeServer(() => ({ 'GET /api/imports': json({ data: [] }), 'POST /api/move-in': json(NEW) }))
afterEach(() => localStorage.clear())

const SHEETS = [
  { path: '/ten-codes/import', title: '10-Codes', knows: () => 0 },
  { path: '/staff-roster/import', title: 'Staff Roster', knows: (headers: readonly string[]) => headers.length },
]

function open(content = CONTENT) {
  render(
    <SiteProvider content={content}>
      <QueryClientProvider client={clientOfStaff({ isOwner: true })}>
        <MoveInView sheets={SHEETS} start={() => ({ ...createReading(), close: () => undefined })} />
      </QueryClientProvider>
    </SiteProvider>,
  )
}

it('A community without codes is offered no file that holds them', () => {
  open()
  expect(screen.queryByText('SnailyCAD, ps-mdt')).not.toBeNull()
  cleanup()
  open({ ...CONTENT, off: ['ten-codes', 'penal-codes'] })
  expect(screen.queryByText('SnailyCAD, ps-mdt')).toBeNull()
})

const drop = (...files: [name: string, content: unknown][]) =>
  fireEvent.change(screen.getByLabelText('Files'), {
    target: {
      files: files.map(
        ([name, content]) => new File([typeof content === 'string' ? content : JSON.stringify(content)], name),
      ),
    },
  })

const database = () => txAdminDatabase({ version: 5, players: 20, actions: 30, seed: 7 })
const ADMINS = [
  {
    name: 'mdelgado',
    master: true,
    password_hash: '$2y$11$secret',
    providers: { discord: { id: '310000000000000103', identifier: 'discord:310000000000000103' } },
    permissions: ['all_permissions'],
  },
]

const sentBodies = () => server.asked.filter(({ call }) => call === 'POST /api/move-in')

it('a dropped database says what it is and what it would change, and is imported only when that is confirmed', async () => {
  open()
  drop(['playersDB.json', database()])
  await screen.findByRole('heading', { name: 'txAdmin, version 5' })
  const button = await screen.findByRole('button', { name: 'Import 49 records' })
  const table = within(screen.getByRole('table', { name: 'What the file changes' }))
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'NewChangedSame',
    'Players1900',
    'Actions3000',
  ])
  expect(sentBodies().map(({ query }) => query.get('dryRun'))).toEqual(['true'])

  fireEvent.click(button)
  await screen.findByText('The file was imported.')
  const [tried, imported] = sentBodies()
  expect(imported?.query.get('dryRun')).toBe('false')
  expect(imported?.body).toEqual(tried?.body)
  expect(imported?.body).toMatchObject({
    file: { name: 'playersDB.json', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
})

it('of two databases at once the last is looked at, and the page names the other', async () => {
  open()
  drop(['before.json', txAdminDatabase({ version: 5, players: 5, actions: 3, seed: 8 })], ['now.json', database()])
  await screen.findByRole('button', { name: 'Import 49 records' })
  expect(screen.getByRole('alert').textContent).toBe(
    'One file is imported at a time, and this is now.json. Choose the others after it: before.json.',
  )
  expect(sentBodies().map(({ body }) => body)).toMatchObject([{ file: { name: 'now.json' } }])
})

it('of the list of admins only names and Discord IDs are sent, and the browser remembers them', async () => {
  open()
  drop(['admins.json', ADMINS], ['playersDB.json', database()])
  fireEvent.click(await screen.findByRole('button', { name: 'Import 49 records' }))
  await screen.findByText('The file was imported.')
  const sent = JSON.stringify(server.asked)
  expect(sent).toContain('{"name":"mdelgado","discordId":"310000000000000103"}')
  expect(sent).not.toMatch(/password|secret|hwid|"2:[0-9a-f]{64}"/)
  expect(localStorage.getItem('import-staff')).toBe('{"mdelgado":"310000000000000103"}')
})

it('a license with several accounts is asked about, and answered before anything is imported', async () => {
  const accounts = [
    { id: '310000000000000201', name: 'Nolan Reyes' },
    { id: '310000000000000202', name: null },
  ]
  const question = { identifier: LICENSE, names: ['Nolan'], accounts }
  server.answers['POST /api/move-in'] = json({ ...NEW, questions: [question] })
  open()
  drop(['playersDB.json', database()])
  await screen.findByText('Answer 1 question first, above.')
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
  fireEvent.change(screen.getByLabelText('Discord account of Nolan'), { target: { value: '310000000000000202' } })
  fireEvent.click(screen.getByRole('button', { name: 'Check again with these choices' }))
  await screen.findByRole('button', { name: 'Import 49 records' })
  expect(sentBodies().at(-1)?.body).toMatchObject({
    decisions: { accounts: { [LICENSE]: '310000000000000202' }, olderThan: null },
  })
})

it('what is older than a year is counted first, and left out when that is chosen', async () => {
  open()
  const old = database()
  drop(['playersDB.json', { ...old, actions: old.actions.map((action) => ({ ...action, timestamp: 1_500_000_000 })) }])
  const choice = await screen.findByLabelText('Leave out what is old')
  const [, first] = within(choice).getAllByRole<HTMLOptionElement>('option')
  expect(first?.textContent).toMatch(/^Older than 1 year: \d+ actions$/)
  await screen.findByRole('button', { name: 'Import 49 records' })
  fireEvent.change(choice, { target: { value: first?.value } })
  fireEvent.click(screen.getByRole('button', { name: 'Check again with these choices' }))
  await screen.findByRole('button', { name: 'Import 49 records' })
  expect(sentBodies().at(-1)?.body).toMatchObject({ decisions: { olderThan: first?.value } })
})

it('what is older than it is kept is counted before the import', async () => {
  server.answers['POST /api/move-in'] = json({ ...NEW, outdated: { actions: 12, days: 730 } })
  open()
  drop(['playersDB.json', database()])
  await screen.findByText(
    '12 actions are older than the 730 days for which actions against players are kept. The site will soon remove them again.',
  )
})

it('a spreadsheet is led to the page of the list that its columns fit', async () => {
  open()
  drop(['staff.csv', 'Name,Discord ID,Callsign\nNolan,310000000000000101,M-1\n'])
  await screen.findByRole('heading', { name: 'A spreadsheet' })
  const links = screen.getAllByRole('link', { name: /^Import into/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/staff-roster/import', '/ten-codes/import'])
})

it('a file that nobody knows and a damaged one are told apart from the others', async () => {
  open()
  drop(['notes.json', '{"hello": 1}'])
  expect((await screen.findByRole('alert')).textContent).toContain('not one of the files')
  drop(['playersDB.json', '{"version": 5, "players": ['])
  await screen.findByText(/cut off/)
  expect(sentBodies()).toEqual([])
})
