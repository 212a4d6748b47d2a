import { afterAll, describe, expect, it } from 'vitest'
import { readApiDocument } from '#app/api-document.ts'
import {
  addAction,
  findActionPerson,
  importActions,
  listActions,
  listActionWeeks,
  listOwnActions,
  reviseAction,
} from '#features/discipline/contract.ts'
import { listPlayerActions } from '#features/discipline/player-contract.ts'
import { addGameEvent } from '#features/ingest/contract.ts'
import { copyCommunity } from '../community-copy.ts'
import { makeIngestToken, WARN } from '../game-events.ts'
import { PEOPLE } from '../people.ts'
import { useSharedWorld } from '../world.ts'

const copy = copyCommunity()
copy.write(
  'discipline.yaml',
  `types:
  - { name: Ermahnung, aliases: [mündlich], colour: info }
  - { name: Vermerk, colour: "#c0a0ff", isBetweenStaff: true }
  - { name: Ausschluss, colour: danger, givenBy: management }
players:
  - { name: Notiz, colour: plain }
  - { name: Verwarnt, colour: warn }
  - { name: Gesperrt, colour: danger }
`,
)
copy.write(
  'in-game-actions.yaml',
  'warn: Verwarnt\nkick: Verwarnt\nban: Gesperrt\npermanent_ban: Gesperrt\nnote: Notiz\n',
)
copy.write('da-reasons.yaml', '- { label: Verspätet, type: Ermahnung, internal: Kam zu spät }\n')
// Both shipped files name types of action that this community does not have.
copy.remove('offences.yaml')
copy.remove('appeals.yaml')
copy.edit('site.yaml', 'language: en\n', 'language: en\nfirstDayOfWeek: sunday\n')
afterAll(() => copy.discard())

describe('Action types of another community', () => {
  const world = useSharedWorld({ communityDir: () => copy.dir })
  const draft = { user: PEOPLE.member.id, user_name: 'Jules Arden', internal_reason: 'Kam zu spät' }

  it('only the types of the community can be given and filtered, and the API document lists them', async () => {
    const given = await world().as.staff(addAction, { body: { ...draft, type: 'Ermahnung', external_reason: 'So' } })
    expect(given.body.item.type).toBe('Ermahnung')
    const field = { type: 'Pick one of the types.' }
    for (const type of ['Strike', 'ermahnung', '']) {
      const { status, error } = await world().as.staff(addAction, { body: { ...draft, type } })
      expect([status, error?.fields]).toEqual([400, field])
    }
    const revised = { params: { id: String(given.body.item.id) }, body: { version: 1, why: 'x', type: 'Strike' } }
    expect((await world().as.staff(reviseAction, revised)).error?.fields).toEqual(field)
    expect((await world().as.staff(listActions, { query: { type: 'Strike' } })).error?.fields).toEqual(field)
    expect((await world().as.staff(listActionWeeks, { query: { type: 'Strike' } })).error?.fields).toEqual(field)
    expect((await world().as.staff(listActions, { query: { type: 'Ermahnung' } })).body.total).toBe(1)
    const document = JSON.stringify((await world().as.anyone(readApiDocument)).body.paths['/api/staff-da'])
    expect(document).toContain('"enum":["Ermahnung","Vermerk","Ausschluss"]')
  })

  it('only the people whom the community names can give its types', async () => {
    const body = { ...draft, type: 'Ausschluss' }
    const refused = await world().as.staff(addAction, { body })
    expect([refused.status, refused.error?.message]).toEqual([403, 'You may not give this type: Ausschluss.'])
    const { item } = (await world().as.staff(addAction, { body: { ...draft, type: 'Vermerk' } })).body
    const graver = { params: { id: String(item.id) }, body: { version: 1, why: 'x', type: 'Ausschluss' } }
    expect((await world().as.staff(reviseAction, graver)).status).toBe(403)
    expect((await world().as.management(addAction, { body })).status).toBe(200)
  })

  it('types are counted in their order, and internal ones are hidden from the person', async () => {
    const { record } = (await world().as.staff(findActionPerson, { params: { id: draft.user } })).body.item
    expect(record.types).toEqual([
      { type: 'Ermahnung', count: 1 },
      { type: 'Vermerk', count: 1 },
      { type: 'Ausschluss', count: 1 },
    ])
    const weeks = (await world().as.staff(listActionWeeks)).body.data
    expect(weeks.at(-1)?.counts).toEqual({ Ermahnung: 1, Vermerk: 1, Ausschluss: 1 })
    const own = (await world().as.member(listOwnActions)).body.data.map(({ type }) => type)
    expect(own).toEqual(['Ausschluss', 'Ermahnung'])
  })

  it('a spreadsheet with the types is imported, and one with other types is refused', async () => {
    const sheet = (type: string) =>
      `Date,User,User ID,Admin,Admin ID,Type,Internal Reason\n2026-03-01,Jules Arden,${draft.user},Ida,310000000000000999,${type},Zu spät\n`
    const refused = (await world().as.management(importActions, { body: sheet('Strike') })).body
    expect(refused.errors.map(({ message }) => message)).toEqual([
      '"Strike" is not one of these: Ermahnung, Vermerk, Ausschluss.',
    ])
    const taken = (await world().as.management(importActions, { body: sheet('Mündlich') })).body
    expect(taken.entries.map(({ type }) => type)).toEqual(['Ermahnung'])
  })

  it('game events use the types of the community', async () => {
    const { token } = await makeIngestToken(world())
    const headers = { authorization: `Bearer ${token}` }
    expect((await world().as.anyone(addGameEvent, { body: WARN, headers })).status).toBe(200)
    const { rows } = (await world().as.staff(listPlayerActions, { query: { user: WARN.target.discordId } })).body
    expect(rows.map(({ type }) => type)).toEqual(['Verwarnt'])
  })

  it('the types are in the documents of staff and members, and in no public one', async () => {
    const cookie = await world().signIn(PEOPLE.staff)
    for (const path of ['/staff-da-database', '/me']) {
      expect((await world().visit(path, cookie)).html).toContain('"name":"Ausschluss"')
    }
    expect((await world().visit('/', cookie)).html).not.toContain('Ausschluss')
  })

  it('weeks of the chart begin on the day that the community chose', async () => {
    const user = PEOPLE.es.id
    const ofThatUser = { user, user_name: 'Ines', internal_reason: 'Kam zu spät', external_reason: 'So' }
    for (const date of ['2026-03-08T00:00:00Z', '2026-03-07T23:59:00Z']) {
      const body = { ...ofThatUser, type: 'Ermahnung', date }
      expect((await world().as.staff(addAction, { body })).status).toBe(200)
    }
    const weeksOf = async (query: { user?: string; start?: string; end?: string }) =>
      (await world().as.staff(listActionWeeks, { query })).body.data
        .slice(-2)
        .map(({ week, counts }) => [week, counts.Ermahnung])
    const both = [
      ['2026-03-01', 1],
      ['2026-03-08', 1],
    ]
    expect(await weeksOf({ user })).toEqual(both)
    expect(await weeksOf({ start: '2026-03-07', end: '2026-03-08' })).toEqual(both)
  })
})
