import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ENDPOINTS } from '#app/features.ts'
import { listAudit } from '#features/audit/contract.ts'
import { addAction, findAction, listActions, reviseAction, revokeAction } from '#features/discipline/contract.ts'
import { rosterIn } from '#features/roster/content-rules.ts'
import { devRoster, ROSTERS, type RosterMember, staffRoster } from '#features/roster/contract.ts'
import {
  addTrialMod,
  changeStage,
  changeTrialMod,
  listStageHistory,
  listTrialMods,
  removeTrialMod,
  type TrialMod,
} from '#features/trial-mods/contract.ts'
import { REDACTED_TEXT } from '#lib/redaction.ts'
import { PEOPLE, ROLE_IDS, type TestPerson } from '../people.ts'
import { ROSTER_CONTENT } from '../rosters.ts'
import { useWorld } from '../world.ts'

const world = useWorld()

/** SUBJECT, OTHER and READER are owners. AUTHOR writes notes about SUBJECT and OTHER, but none about READER. */
const SUBJECT = PEOPLE.owner
const OTHER: TestPerson = { ...SUBJECT, id: '310000000000000301', username: 'olga', name: 'Olga Voss' }
const READER: TestPerson = { ...SUBJECT, id: '310000000000000303', username: 'rosa', name: 'Rosa Lind' }
const AUTHOR: TestPerson = {
  ...{ id: '310000000000000302', username: 'amir', name: 'Amir Sol' },
  roleIds: ROLE_IDS.management,
}
const NOTE = 'between-staff'

async function write() {
  const author = await world().asPerson(AUTHOR)
  const other = await world().asPerson(OTHER)
  const subject = { user: SUBJECT.id, user_name: SUBJECT.name }
  const reasons = { internal_reason: `${NOTE} reason`, external_reason: 'You were late.' }
  await author(addAction, { body: { ...subject, ...reasons, type: 'Strike' } })
  const revision = { version: 1, why: `${NOTE} why revised`, internal_reason: `${NOTE} other reason` }
  await author(reviseAction, { params: { id: '1' }, body: revision })
  await author(revokeAction, { params: { id: '1' }, body: { outcome: 'expunged', why: `${NOTE} why revoked` } })
  // This action is logged about another person first, then revised to be about the subject.
  await author(addAction, { body: { user: OTHER.id, user_name: OTHER.name, ...reasons, type: 'Note' } })
  await author(reviseAction, { params: { id: '2' }, body: { version: 1, why: `${NOTE} why`, ...subject } })

  await author(addTrialMod, { body: { traineeId: SUBJECT.id, name: SUBJECT.name } })
  await author(addTrialMod, { body: { traineeId: OTHER.id, name: OTHER.name } })
  for (const id of [SUBJECT.id, OTHER.id]) {
    const body = { stage: 'supervised2', done: true, byName: 'Amir Sol', notes: `${NOTE} stage` } as const
    expect((await author(changeStage, { params: { id }, body })).status).toBe(200)
  }
  for (const roster of ROSTERS) {
    const position = rosterIn(ROSTER_CONTENT, roster.key).others
    for (const { id, name } of [SUBJECT, OTHER]) {
      const body = { name, discordId: id, position, callsign: `X-${id.slice(-3)}`, notes: `${NOTE} roster` }
      expect((await author(roster.add, { body })).status).toBe(200)
    }
  }
  return { author, other, subject: await world().asPerson(SUBJECT) }
}

const ownMember = (members: RosterMember[], id: string) => members.find(({ discordId }) => discordId === id)
const notesOf = ({ classroom, inGame, supervised }: TrialMod) =>
  [classroom, inGame, ...supervised].flatMap(({ notes }) => notes ?? [])

describe('Notes of staff about a person', () => {
  it('notes on actions are read by everybody with access except the person concerned', async () => {
    const { subject, other } = await write()
    const responses = JSON.stringify([
      (await subject(listActions)).body.rows,
      (await subject(findAction, { params: { id: '1' } })).body,
      (await subject(findAction, { params: { id: '2' } })).body,
    ])
    expect(responses).toContain('You were late.')
    expect(responses).not.toContain(NOTE)
    const all = JSON.stringify((await other(findAction, { params: { id: '1' } })).body)
    for (const part of ['reason', 'other reason', 'why revised', 'why revoked'])
      expect(all).toContain(`${NOTE} ${part}`)
  })

  it('notes on the checklist and its history are read by everybody with access except the person concerned', async () => {
    const { subject, other } = await write()
    for (const [caller, own, about] of [
      [subject, SUBJECT.id, OTHER.id],
      [other, OTHER.id, SUBJECT.id],
    ] as const) {
      const { body } = await caller(listTrialMods)
      const find = (id: string) => body.flatMap((record) => (record.traineeId === id ? [record] : []))
      expect(find(own).map((record) => [record.notes, record.passed, ...notesOf(record)])).toEqual([[0, 1]])
      expect(find(about).map((record) => [record.notes, record.passed, ...notesOf(record)])).toEqual([
        [1, 1, `${NOTE} stage`],
      ])
      const history = async (id: string) =>
        (await caller(listStageHistory, { params: { id } })).body.data.map(({ notes }) => notes)
      expect(await history(own)).toEqual([null])
      expect(await history(about)).toEqual([`${NOTE} stage`])
    }
  })

  it('notes on rosters, in their exports and in responses are read by everybody with access except the person concerned', async () => {
    const { subject, author } = await write()
    for (const roster of ROSTERS) {
      const { data } = (await subject(roster.list)).body
      expect(ownMember(data, OTHER.id)?.notes).toBe(`${NOTE} roster`)
      const own = ownMember(data, SUBJECT.id)
      expect(own?.notes).toBeNull()
      if (own === undefined) return
      const csv = (await subject(roster.exports.all)).body
      expect(csv.match(/between-staff/g)).toHaveLength(1)

      const { id, version, ...draft } = own
      const refused = await subject(roster.change, { params: { id }, body: { ...draft, version, notes: 'I am fine' } })
      expect([refused.status, refused.error?.message]).toEqual([403, 'Somebody else must write the notes about you.'])
      const stale = await subject(roster.change, { params: { id }, body: { ...draft, version: 7 } })
      expect(stale.status).toBe(409)
      const changed = await subject(roster.change, { params: { id }, body: { ...draft, version, timezone: 'CET' } })
      expect([changed.status, changed.body.item.notes]).toEqual([200, null])
      expect(JSON.stringify([stale, changed])).not.toContain(NOTE)
      const imported = await subject(roster.import, { body: csv, query: { dryRun: 'false' } })
      expect([imported.status, imported.body.changed]).toEqual([200, 1])
      const after = (await author(roster.list)).body.data
      expect(ownMember(after, SUBJECT.id)?.notes).toBe(`${NOTE} roster`)
    }
  })

  it('the audit log hides notes from the person concerned, and shows them to others', async () => {
    const { subject } = await write()
    const reader = await world().asPerson(READER)
    const rows = async (caller: typeof subject, target: string) =>
      JSON.stringify((await caller(listAudit, { query: { target } })).body.rows)
    const member = ownMember((await subject(staffRoster.list)).body.data, SUBJECT.id)
    const developer = ownMember((await subject(devRoster.list)).body.data, SUBJECT.id)
    for (const target of [
      ...['staff-da/1', 'staff-da/2', `trialmods/${SUBJECT.id}`],
      ...[`roster/${member?.id}`, `dev-roster/${developer?.id}`],
    ]) {
      expect([target, (await rows(subject, target)).includes(NOTE)]).toEqual([target, false])
      expect(await rows(subject, target)).toContain(REDACTED_TEXT)
      expect(await rows(reader, target)).toContain(NOTE)
    }
    expect((await rows(subject, 'trialmods')).includes(NOTE)).toBe(true)
  })

  it('notes are hidden from the person concerned in cached responses too', async () => {
    await write()
    const address = await world().app.listen({ port: 0, host: '127.0.0.1' })
    const read = async (path: string, person: TestPerson) => {
      const cookie = await world().signIn(person)
      const answers: string[] = []
      for (let times = 0; times < 2; times++) {
        answers.push(
          await new Promise((resolve, reject) => {
            get(address + path, { headers: { cookie } }, (response) => text(response).then(resolve, reject))
          }),
        )
      }
      expect(answers[1]).toBe(answers[0])
      return answers[1] ?? ''
    }
    const Records = z.array(z.object({ traineeId: z.string(), notes: z.number() }))
    for (const person of [AUTHOR, SUBJECT, OTHER, SUBJECT]) {
      const records = z.parse(Records, JSON.parse(await read('/api/trialmods', person)))
      const seen = records.filter(({ notes }) => notes > 0).map(({ traineeId }) => traineeId)
      expect(seen.toSorted()).toEqual([SUBJECT.id, OTHER.id].filter((id) => id !== person.id).toSorted())
      const roster = await read('/api/roster', person)
      expect(roster.match(/between-staff/g)).toHaveLength(person === AUTHOR ? 2 : 1)
    }
  })

  it('the contract of every call that could return notes declares the restriction', () => {
    const hiding = ENDPOINTS.filter(({ hiddenFromSubject }) => hiddenFromSubject.length > 0)
    expect(hiding.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining(['GET /api/trialmods', 'GET /api/staff-da', 'GET /api/audit', 'GET /api/roster/export']),
    )
  })
})

describe('The checklist record of a person', () => {
  const ids = async () => (await world().as.staff(listTrialMods)).body.map(({ traineeId }) => traineeId)

  it('a checklist record is added, changed and removed by somebody else only', async () => {
    const { id, name } = PEOPLE.management
    const own = { traineeId: id, name }
    const refused = await world().as.management(addTrialMod, { body: own })
    expect([refused.status, refused.error?.message]).toEqual([403, 'You cannot add yourself to the checklist.'])
    expect(await ids()).toEqual([])

    expect((await world().as.owner(addTrialMod, { body: own })).status).toBe(200)
    const removed = await world().as.management(removeTrialMod, { params: { id } })
    expect([removed.status, removed.error?.message]).toEqual([403, 'You cannot remove your own record.'])
    const changed = await world().as.management(changeTrialMod, { params: { id }, body: { name: 'Me', version: 1 } })
    expect([changed.status, changed.error?.message]).toEqual([403, 'You cannot change your own record.'])
    expect(await ids()).toEqual([id])
    expect((await world().as.owner(removeTrialMod, { params: { id } })).status).toBe(200)
  })
})

describe('The roster record of a person', () => {
  it.each(ROSTERS)('a person cannot change their own Discord ID, notes or position: $name', async (roster) => {
    const { subject, author, other } = await write()
    const { data } = (await subject(roster.list)).body
    const own = ownMember(data, SUBJECT.id)
    const others = ownMember(data, OTHER.id)
    if (own === undefined || others === undefined) throw new Error('the roster needs both people')
    const { id, ...draft } = own
    const stored = (await author(roster.list)).body.data

    const moved = await subject(roster.change, { params: { id }, body: { ...draft, discordId: READER.id } })
    expect([moved.status, moved.error?.message]).toEqual([
      403,
      'This is about you. Somebody else must change whose record it is.',
    ])
    const removed = await subject(roster.remove, { params: { id } })
    expect([removed.status, removed.error?.message]).toEqual([403, 'Somebody else must remove your record.'])
    expect(JSON.stringify([moved, removed])).not.toContain(NOTE)
    const sheet = `Name,Discord ID,Position,Callsign,Notes\n${READER.name},${READER.id},${own.position},${own.callsign},`
    const imported = await subject(roster.import, { body: sheet, query: { dryRun: 'false' } })
    expect([imported.status, imported.body.errors.map(({ field }) => field)]).toEqual([400, ['callsign']])
    expect((await author(roster.list)).body.data).toEqual(stored)

    expect((await other(roster.remove, { params: { id } })).status).toBe(200)
    const { id: othersId, ...othersDraft } = others
    const taken = await subject(roster.change, {
      params: { id: othersId },
      body: { ...othersDraft, discordId: SUBJECT.id },
    })
    expect([taken.status, taken.error?.message]).toEqual([
      403,
      'This is about you. Somebody else must change whose record it is.',
    ])
  })

  it.each(ROSTERS)(
    'a person can add themselves to a roster only without notes, also in a spreadsheet: $name',
    async (roster) => {
      const { id: discordId, name } = SUBJECT
      const subject = await world().asPerson(SUBJECT)
      const draft = { name, discordId, position: rosterIn(ROSTER_CONTENT, roster.key).others }
      const refused = await subject(roster.add, { body: { ...draft, notes: 'I am fine' } })
      expect([refused.status, refused.error?.message]).toEqual([403, 'Somebody else must write the notes about you.'])
      const sheet = `Name,Discord ID,Position,Notes\n${name},${discordId},${draft.position},I am fine`
      expect((await subject(roster.import, { body: sheet, query: { dryRun: 'false' } })).body.added).toBe(1)
      const { data } = (await world().as.staff(roster.list)).body
      expect(data.map(({ notes }) => notes)).toEqual([null])
    },
  )
})
