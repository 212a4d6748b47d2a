import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { listImports, undoImport } from '#features/audit/contract.ts'
import { importActions } from '#features/discipline/contract.ts'
import { furtherRosters, type Roster, staffRoster } from '#features/roster/contract.ts'
import { readRosterContent } from '#features/roster/server/gateway.ts'
import { copyCommunity } from '../community-copy.ts'
import { PEOPLE, ROLE_IDS, type TestPerson } from '../people.ts'
import { useWorld } from '../world.ts'

/*
 * A person with one capability tries to get more rights than it gives, for themselves or for others: by forms, calls,
 * spreadsheets and undoing.
 */
const RANKS = '200000000000000601'
const IMPORTS = '200000000000000602'
const IN_FHP = '200000000000000603'
const roster = (key: string) => `
  ${key}-roster:
    title: Roster of ${key}
    department: ${key}
    groups: [{ name: Sergeant }, { name: Trooper }]
    others: Trooper
`
const copy = copyCommunity()
copy.edit('rosters.yaml', /^ {2}dev-roster:/m, `${roster('fhp').slice(1)}${roster('ttpd').slice(1)}  dev-roster:`)
copy.edit(
  'site.yaml',
  /^roles:/m,
  `capabilities:
  ranks.change: ["${RANKS}", { role: "${IN_FHP}", in: fhp }]
  import.run: ["${IMPORTS}", { role: "${IN_FHP}", in: fhp }]
  appeals.decide: ["${RANKS}", "${IMPORTS}", "${IN_FHP}"]
roles:`,
)
afterAll(() => copy.discard())
const world = useWorld({ communityDir: () => copy.dir })

const withRoles = (id: string, username: string, ...roleIds: string[]): TestPerson => {
  return { id, username, name: username, roleIds: [...ROLE_IDS.staff, ...roleIds] }
}
const CHANGER = withRoles('310000000000000601', 'changer', RANKS)
const IMPORTER = withRoles('310000000000000602', 'importer', IMPORTS)
const NOWHERE = withRoles('310000000000000603', 'nowhere', RANKS)
const IN_DEPARTMENT = withRoles('310000000000000604', 'department', IN_FHP)
const ABOVE = '310000000000000610'
const PEER = '310000000000000611'
const BELOW = '310000000000000612'

const draft = (discordId: string, position: string) => {
  return {
    name: `Person ${discordId.slice(-2)}`,
    discordId,
    position,
    callsign: '',
    timezone: '',
    status: '',
    notes: '',
  }
}
const placed: [string, string][] = [
  [ABOVE, 'Senior Administrator'],
  [PEER, 'Administrator'],
  [BELOW, 'Moderator'],
  [CHANGER.id, 'Administrator'],
  [IMPORTER.id, 'Administrator'],
]

beforeEach(async () => {
  for (const [id, position] of placed) {
    expect((await world().as.management(staffRoster.add, { body: draft(id, position) })).status).toBe(200)
  }
})

const listed = async (on: Roster = staffRoster) => (await world().as.owner(on.list)).body.data
const placeOf = async (id: string) => (await listed()).find(({ discordId }) => discordId === id)?.position
const memberOf = async (id: string) => {
  const found = (await listed()).find(({ discordId }) => discordId === id)
  if (found === undefined) throw new Error(`${id} is not on the roster`)
  return found
}

/** Moves a person with the form of the roster and returns the status of the response. */
async function move(by: TestPerson, id: string, to: Partial<ReturnType<typeof draft>>) {
  const { id: record, version, ...member } = await memberOf(id)
  // Send no notes: nobody may read or write the notes about themselves.
  const body = { ...member, notes: '', lastMove: undefined, ...to, version }
  return (await (await world().asPerson(by))(staffRoster.change, { params: { id: record }, body })).status
}
const sheetOf = (...rows: [string, string][]) =>
  ['Name,Rank,Discord ID', ...rows.map(([id, rank]) => `Person ${id.slice(-2)},${rank},${id}`)].join('\n')
async function importRows(by: TestPerson, ...rows: [string, string][]) {
  const body = sheetOf(...rows)
  return (await (await world().asPerson(by))(staffRoster.import, { body, query: { dryRun: 'false' } })).status
}

describe('The Staff Roster, whose positions decide on whose appeals a person can judge', () => {
  it.each<[string, TestPerson, string, string]>([
    ['themselves up', CHANGER, CHANGER.id, 'Senior Administrator'],
    ['themselves down', CHANGER, CHANGER.id, 'Moderator'],
    ['a friend above themselves', CHANGER, BELOW, 'Senior Administrator'],
    ['a friend beside themselves', CHANGER, BELOW, 'Administrator'],
    ['somebody down who stands above', CHANGER, ABOVE, 'Moderator'],
    ['somebody down who stands beside', CHANGER, PEER, 'Moderator'],
    ['somebody above out of the ladder', CHANGER, ABOVE, 'Adviser'],
    ['anybody, without a place of their own', NOWHERE, BELOW, 'Trial Moderator'],
  ])('a person who can change ranks cannot move: %s', async (_, by, id, to) => {
    const before = await placeOf(id)
    expect(await move(by, id, { position: to })).toBe(403)
    expect(await placeOf(id)).toBe(before)
  })

  it('a person who can change ranks can change ranks below their own position, and everything except positions', async () => {
    expect(await move(CHANGER, BELOW, { position: 'Trial Moderator' })).toBe(200)
    expect(await move(CHANGER, ABOVE, { status: 'LOA' })).toBe(200)
    expect(await move(CHANGER, CHANGER.id, { callsign: 'A-9' })).toBe(200)
  })

  it('management can change every rank', async () => {
    expect(await move(PEOPLE.management, BELOW, { position: 'Senior Administrator' })).toBe(200)
  })

  it('nobody gets the position of somebody else through another Discord ID', async () => {
    expect(await move(CHANGER, ABOVE, { discordId: NOWHERE.id })).toBe(403)
    expect(await move(CHANGER, CHANGER.id, { discordId: NOWHERE.id })).toBe(403)
  })

  it('nobody adds or removes members at or above their own position', async () => {
    const call = await world().asPerson(CHANGER)
    const added = await call(staffRoster.add, { body: draft(NOWHERE.id, 'Administrator') })
    expect(added.status).toBe(403)
    const { id } = await memberOf(PEER)
    expect((await call(staffRoster.remove, { params: { id } })).status).toBe(403)
    expect((await call(staffRoster.add, { body: draft(NOWHERE.id, 'Moderator') })).status).toBe(200)
  })

  it('undo does not bring back a member whom the person could no longer add', async () => {
    const call = await world().asPerson(CHANGER)
    const { id } = await memberOf(BELOW)
    expect((await call(staffRoster.remove, { params: { id } })).status).toBe(200)
    await move(PEOPLE.management, CHANGER.id, { position: 'Trial Moderator' })
    expect((await call(staffRoster.undoRemoval, { params: { id } })).status).toBe(403)
  })

  it.each<[string, [string, string]]>([
    ['themselves', [IMPORTER.id, 'Senior Administrator']],
    ['a friend', [BELOW, 'Administrator']],
    ['somebody above', [ABOVE, 'Moderator']],
    ['somebody new', [NOWHERE.id, 'Staff Director']],
  ])('an import cannot do what a form refuses: %s', async (_, row) => {
    const before = await listed()
    expect(await importRows(IMPORTER, row, [PEER, 'Administrator'])).toBe(400)
    const accepted = await (await world().asPerson(IMPORTER))(staffRoster.import, {
      body: sheetOf(row),
      query: { dryRun: 'false', rows: 'good' },
    })
    expect(accepted.status).not.toBe(500)
    expect(await listed()).toEqual(before)
  })

  it('an import adds members below the position of the importer', async () => {
    expect(await importRows(IMPORTER, [BELOW, 'Trial Moderator'])).toBe(200)
    expect(await placeOf(BELOW)).toBe('Trial Moderator')
  })

  it('undoing an import does not raise a position, whoever imported it', async () => {
    expect(await importRows(IMPORTER, [BELOW, 'Trial Moderator'])).toBe(200)
    await move(PEOPLE.management, IMPORTER.id, { position: 'Trial Moderator' })
    const { rows } = await world().database.pool.query('select id from imports order by id desc limit 1')
    const call = await world().asPerson(IMPORTER)
    const query = { list: staffRoster.name }
    expect((await call(listImports, { query })).body.data[0]?.may_undo).toBe(false)
    expect((await world().as.management(listImports, { query })).body.data[0]?.may_undo).toBe(true)
    expect((await call(undoImport, { params: { id: String(rows[0].id) } })).status).toBe(403)
    expect(await placeOf(BELOW)).toBe('Trial Moderator')
    expect((await world().as.management(undoImport, { params: { id: String(rows[0].id) } })).status).toBe(200)
  })
})

describe('Imports of disciplinary actions', () => {
  const sheet = (type: string) =>
    ['Date,User ID,User,Admin ID,Admin,Type,Internal Reason']
      .concat(`2026-02-01,${PEER},Peer,${ABOVE},Above,${type},said so`)
      .join('\n')
  const importAction = async (by: TestPerson, type: string) =>
    (await (await world().asPerson(by))(importActions, { body: sheet(type), query: { dryRun: 'false' } })).status

  it('an import contains no action of a type that the importer cannot give, and none that needs approval', async () => {
    const onlyImports = { ...IMPORTER, roleIds: [IMPORTS] }
    expect(await importAction(onlyImports, 'Strike')).toBe(400)
    expect(await importAction(IMPORTER, 'Removal')).toBe(400)
    expect(await importAction(IMPORTER, 'Strike')).toBe(200)
    expect(await importAction(PEOPLE.management, 'Removal')).toBe(200)
  })
})

describe('A capability in one department', () => {
  it('a capability in one department changes the roster of that department, and no other roster', async () => {
    const call = await world().asPerson(IN_DEPARTMENT)
    const [fhp, ttpd] = furtherRosters(readRosterContent(copy.dir)).filter(({ key }) => /^(fhp|ttpd)-/.test(key))
    if (fhp === undefined || ttpd === undefined) throw new Error('the departments have no rosters')
    const body = draft(BELOW, 'Sergeant')
    expect((await call(fhp.add, { body })).status).toBe(200)
    const { body: added } = await world().as.management(ttpd.add, { body })
    const member = await memberOf(BELOW)
    for (const [on, item] of [
      [ttpd, added.item],
      [staffRoster, member],
    ] as const) {
      const before = await listed(on)
      const { id, version } = item
      const change = { ...draft(BELOW, 'Staff Director'), version }
      const answers = await Promise.all([
        call(on.add, { body: draft(NOWHERE.id, 'Trooper') }),
        call(on.change, { params: { id }, body: change }),
        call(on.changeStatuses, { body: { members: [{ id, version, status: 'LOA' }] } }),
        call(on.remove, { params: { id } }),
        call(on.undoRemoval, { params: { id } }),
        call(on.import, { body: sheetOf([BELOW, 'Sergeant']), query: { dryRun: 'false' } }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
      expect(await listed(on)).toEqual(before)
    }
  })
})
