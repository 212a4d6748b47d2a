import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { readContent } from '#app/content.ts'
import { findUndoing, listAudit, listImports, undoImport } from '#features/audit/contract.ts'
import { findPeople } from '#features/auth/contract.ts'
import { endpointsOf, findRosterContent, furtherRosters, staffRoster } from '#features/roster/contract.ts'
import { readRosterContent } from '#features/roster/server/gateway.ts'
import { REDACTED_TEXT } from '#lib/redaction.ts'
import { root } from '#server/paths.ts'
import { copyCommunity } from '../community-copy.ts'
import { EVERYBODY, expectAccess } from '../further-lists.ts'
import { liveTabs } from '../live.ts'
import { PEOPLE } from '../people.ts'
import { useSharedWorld } from '../world.ts'

const shipped = readFileSync(join(root, 'community/rosters.yaml'), 'utf8')
const copy = copyCommunity()
// Remove the roster of developers, whose page is off.
copy.write(
  'rosters.yaml',
  `${shipped.replace(/^ {2}dev-roster:[\s\S]*/m, '')}
  fire-academy:
    title: Fire Academy
    changedBy: staff
    groups:
      - name: Instructors
        titles: { Instructor: [Teacher] }
      - name: Cadets
        titles: { Cadet: [Recruit] }
    others: Cadets
  internal-affairs:
    title: Internal Affairs
    readBy: owner
    groups: [{ name: Investigator }]
    others: Investigator
`,
)
copy.edit('navigation.yaml', /^off: \[\]/m, 'off: [dev-roster]')
copy.edit('navigation.yaml', '{ label: Home, to: / }', '{ label: Home, to: /rosters/fire-academy }')
afterAll(() => copy.discard())

it('a community with the developers page has a developers roster', async () => {
  const other = copyCommunity()
  other.edit('rosters.yaml', /^ {2}dev-roster:[\s\S]*/m, '')
  await expect(readContent(other.dir)).rejects.toThrow('rosters: dev-roster is missing. Write it, or turn its page off')
  other.discard()
})

const [academy, affairs] = furtherRosters(readRosterContent(copy.dir))
if (academy === undefined || affairs === undefined) throw new Error('the file needs two further rosters')

const ida = { name: 'Ida Brandt', discordId: '310000000000000901', position: 'teacher' }

describe('A community with further rosters', () => {
  const world = useSharedWorld({ communityDir: () => copy.dir })
  const live = liveTabs(world)
  afterEach(() => live.closeAll())

  it.each(EVERYBODY)('allows %s the calls and pages that the file allows, and no others', async (_, who) => {
    await expectAccess(world(), who, [academy, affairs], endpointsOf)
  })

  it('has the positions of each roster in the API, on its page and in an import', async () => {
    const { body } = await world().as.staff(academy.add, { body: ida })
    expect(body.item).toMatchObject({ position: 'Instructor', status: 'Active' })
    const csv = 'Name,Discord UID,Position\nUwe Stein,310000000000000902,recruit\n'
    expect((await world().as.staff(academy.import, { body: csv })).body).toMatchObject({
      ok: true,
      added: 1,
      missing: 1,
    })
    const { data } = (await world().as.staff(academy.list)).body
    expect(data.map(({ name, position }) => [name, position])).toEqual([
      ['Ida Brandt', 'Instructor'],
      ['Uwe Stein', 'Cadet'],
    ])
    expect((await world().as.staff(staffRoster.list)).body.data).toEqual([])
    expect((await world().as.staff(academy.exports.all)).body).toContain("Uwe Stein,Cadet,'310000000000000902")
    const { html } = await world().visit('/rosters/fire-academy', await world().signIn(PEOPLE.staff))
    expect(html).toContain('<title>Fire Academy · ')
    expect(html).toContain('href="/rosters/fire-academy"')
  })

  it('undoes an import into one roster without changes to the others', async () => {
    const csv = `Name,Discord UID,Position\nIda B.,${ida.discordId},cadet\nOla Berg,310000000000000905,cadet\n`
    await world().as.management(staffRoster.import, { body: csv.replaceAll('cadet', 'Moderator') })
    const rosters = async () => [
      (await world().as.staff(academy.list)).body.data,
      (await world().as.staff(staffRoster.list)).body.data,
    ]
    const before = await rosters()
    expect((await world().as.staff(academy.import, { body: csv })).body).toMatchObject({ added: 1, changed: 1 })
    const [past] = (await world().as.staff(listImports, { query: { list: academy.name } })).body.data
    const latest = { params: { id: String(past?.id) } }
    expect((await world().as.staff(findUndoing, latest)).body).toMatchObject({ removes: 1, restores: 1, stay: 0 })
    expect((await world().as.staff(undoImport, latest)).status).toBe(200)
    expect(await rosters()).toEqual(before)
  })

  it('notifies the readers of a roster about its changes', async () => {
    const owner = await live.connect(await world().signIn(PEOPLE.owner))
    const staff = await live.connect(await world().signIn(PEOPLE.staff))
    const [ownerEvent, staffEvent] = [owner.next('changed'), staff.next('changed')]
    await world().as.owner(affairs.add, { body: { ...ida, notes: 'Asks too much' } })
    expect(await ownerEvent).toEqual({ topic: 'roster-internal-affairs' })
    await world().as.staff(academy.add, { body: { ...ida, name: 'Kai Lenz', discordId: '310000000000000903' } })
    expect(await staffEvent).toEqual({ topic: 'roster-fire-academy' })
  })

  it('gives the readers of a roster the names of its positions, also on its page', async () => {
    const titlesFor = async (who: 'staff' | 'owner', { content }: Pick<typeof affairs, 'content'>) =>
      Object.values((await world().as[who](content)).body.rosters).map(({ title }) => title)
    expect(academy.content).toBe(findRosterContent)
    expect(await titlesFor('staff', academy)).toEqual(['Staff Roster', 'Fire Academy'])
    expect(await titlesFor('owner', affairs)).toEqual(['Staff Roster', 'Fire Academy', 'Internal Affairs'])
    expect((await world().as.staff(affairs.content)).status).toBe(403)
    const { html } = await world().visit(affairs.page, await world().signIn(PEOPLE.owner))
    expect(html).toContain('Investigator')
  })

  it('lets staff find people through the rosters that they can read', async () => {
    const found = async (query: string) => (await world().as.staff(findPeople, { query: { query } })).body.data.length
    await world().as.owner(affairs.add, { body: { ...ida, name: 'Mara Quill', discordId: '310000000000000904' } })
    expect([await found('Kai Lenz'), await found('Mara Quill')]).toEqual([1, 0])
  })

  it('hides the notes on a further roster from the person concerned, also in the audit log', async () => {
    const { id: discordId, name } = PEOPLE.owner
    await world().as.management(academy.add, { body: { name, discordId, position: 'cadet', notes: 'Late again' } })
    const { data } = (await world().as.owner(academy.list)).body
    expect(data.find((member) => member.discordId === discordId)?.notes).toBeNull()
    const { rows } = (await world().as.owner(listAudit, { query: { target: academy.name } })).body
    expect(rows[0]?.after).toMatchObject({ name, notes: REDACTED_TEXT })
  })

  it('lists the calls of its rosters in its API document', async () => {
    const api = (await world().app.inject('/api/openapi.json')).body
    for (const { path } of endpointsOf(affairs)) expect(api).toContain(`"${path}"`)
  })
})
