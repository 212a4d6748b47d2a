import { afterAll, describe, expect, it } from 'vitest'
import { findRosterContent, staffRoster } from '#features/roster/contract.ts'
import { changeMentor, listTrainingQueue } from '#features/training/contract.ts'
import { addTrialMod } from '#features/trial-mods/contract.ts'
import { copyCommunity } from '../community-copy.ts'
import { PEOPLE } from '../people.ts'
import { useSharedWorld } from '../world.ts'

const CONTENT = `
statuses:
  - { name: Im Dienst, aliases: [da], colour: ok, counts: present }
  - { name: Beurlaubt, aliases: [Urlaub], colour: "#7fd0ff", counts: away }
emptyStatus: Im Dienst
spellings: { stv: stellvertretender }
rosters:
  roster:
    title: Feuerwache
    groups:
      - name: Leitung
        colour: sunset
        titles:
          Wehrführer: [WF]
          Stellvertretender Wehrführer: []
      - name: Mannschaft
        titles: { Anwärter: [Neuling] }
    others: Mannschaft
  dev-roster:
    title: Werkstatt
    groups: [{ name: Technik }]
    others: Technik
`
const copy = copyCommunity()
copy.write('rosters.yaml', CONTENT)
copy.edit('checklists.yaml', /^ {2}promotion:[\s\S]*/m, '')
copy.edit('discipline.yaml', 'rosterStatus: Suspended', 'rosterStatus: Beurlaubt')
afterAll(() => copy.discard())

describe('The rosters of another community', () => {
  const world = useSharedWorld({ communityDir: () => copy.dir })
  const ida = { name: 'Ida Brandt', discordId: '310000000000000201' }

  it('rosters accept the positions and statuses of the community, in the API and in an import', async () => {
    const { body } = await world().as.management(staffRoster.add, {
      body: { ...ida, position: 'stv. Wehrführer', status: 'Urlaub' },
    })
    expect(body.item).toMatchObject({ position: 'Stellvertretender Wehrführer', status: 'Beurlaubt' })
    const csv =
      'Name,Discord UID,Position,Status\nUwe Stein,310000000000000202,neuling,\nEva Ott,310000000000000203,WF,da\n'
    expect((await world().as.management(staffRoster.import, { body: csv })).body).toMatchObject({ ok: true, added: 2 })
    const { data } = (await world().as.staff(staffRoster.list)).body
    expect(data.map(({ name, position, status }) => [name, position, status])).toEqual([
      ['Eva Ott', 'Wehrführer', 'Im Dienst'],
      ['Ida Brandt', 'Stellvertretender Wehrführer', 'Beurlaubt'],
      ['Uwe Stein', 'Anwärter', 'Im Dienst'],
    ])
    // The positions and statuses of the shipped community have no meaning here.
    const other = { name: 'Kai Lenz', discordId: '310000000000000204', position: 'Head Admin', status: 'loa' }
    const added = await world().as.management(staffRoster.add, { body: other })
    expect(added.body.item).toMatchObject({ position: 'Head Admin', status: 'loa' })
  })

  it('a person with an away status cannot be a mentor', async () => {
    await world().as.management(addTrialMod, { body: { traineeId: '310000000000000202', name: 'Uwe Stein' } })
    const params = { traineeId: '310000000000000202' }
    const mentor = (mentorId: string) => world().as.management(changeMentor, { params, body: { mentorId } })
    expect((await mentor(ida.discordId)).error?.fields).toEqual({
      mentorId: 'Ida Brandt is away. Choose somebody who is here.',
    })
    expect((await mentor('310000000000000203')).status).toBe(200)
    expect((await world().as.staff(listTrainingQueue)).body.data[0]?.mentorName).toBe('Eva Ott')
  })

  it('the rosters are in the documents of staff and in no public one', async () => {
    const cookie = await world().signIn(PEOPLE.staff)
    expect((await world().as.staff(findRosterContent)).body.rosters.roster?.title).toBe('Feuerwache')
    expect((await world().visit('/staff-roster', cookie)).html).toContain('"Stellvertretender Wehrführer"')
    expect((await world().visit('/', cookie)).html).not.toContain('Wehrführer')
  })

  it('pages have the names of the rosters in title and frame', async () => {
    const { html } = await world().visit('/staff-roster', await world().signIn(PEOPLE.staff))
    expect(html).toContain('<title>Feuerwache · ')
    expect(html).toMatch(/<h1[^>]*>Feuerwache</)
    expect(html).not.toContain('Staff Roster')
    const imported = await world().visit('/dev-roster/import', await world().signIn(PEOPLE.management))
    expect(imported.html).toContain('<title>Import · Werkstatt · ')
  })
})
