import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { listPlaces } from '#app/list-titles.ts'
import { eraseFromSite, exportPerson } from '#app/person.ts'
import { findUndoing, listAudit, listImports, undoImport } from '#features/audit/contract.ts'
import { checkAuth } from '#features/auth/contract.ts'
import { namesOnRosters } from '#features/roster/content-rules.ts'
import { readRosterContent } from '#features/roster/server/gateway.ts'
import { listTrainingQueue } from '#features/training/contract.ts'
import {
  addTrialMod,
  changeCompletion,
  endpointsOf,
  furtherCalls,
  furtherChecklists,
  listOwnChecklists,
  listTrialMods,
} from '#features/trial-mods/contract.ts'
import { readChecklists } from '#features/trial-mods/server/gateway.ts'
import { REDACTED_TEXT } from '#lib/redaction.ts'
import type { Webhooks } from '#server/discord/webhooks.ts'
import { root } from '#server/paths.ts'
import { onlyProcess } from '#server/processes/processes.ts'
import { copyCommunity } from '../community-copy.ts'
import { silentLog } from '../database.ts'
import { EVERYBODY, expectAccess } from '../further-lists.ts'
import { liveTabs } from '../live.ts'
import { PEOPLE } from '../people.ts'
import { ORIGIN, useSharedWorld } from '../world.ts'

const shipped = readFileSync(join(root, 'community/checklists.yaml'), 'utf8')
const copy = copyCommunity()
copy.write(
  'checklists.yaml',
  `${shipped}
leo-academy:
  title: LEO Academy
  person: Cadet
  changedBy: staff
  stages:
    - { key: classroom, column: Law, title: Law class }
    - { key: in_game, column: Driving, title: Driving test, signedOffBy: management }
  inOrder: true
  outcomes:
    In-Training: { label: In the Academy }
    Passed: { label: Graduated }
    Failed: { label: Left }
  promotion: { roster: dev-roster, from: Junior Developer, to: Developer }
internal-affairs:
  title: Internal Affairs Course
  person: Investigator
  readBy: owner
  stages: [{ key: classroom, column: Course, title: Course }]
  inOrder: false
  outcomes: { In-Training: { label: Open }, Passed: { label: Done }, Failed: { label: Failed } }
`,
)
copy.edit('navigation.yaml', '{ label: Home, to: / }', '{ label: Home, to: /checklists/leo-academy }')
afterAll(() => copy.discard())

const rosterContent = readRosterContent(copy.dir)
const checklists = readChecklists(copy.dir, namesOnRosters(rosterContent))
const [academy, affairs] = furtherChecklists(checklists).map(furtherCalls)
if (academy === undefined || affairs === undefined) throw new Error('the file needs two further checklists')

const jules = { traineeId: PEOPLE.member.id, name: 'Jules Arden' }
const params = { id: jules.traineeId }

/** No announcement is due before the test ends, so `post` is not called. */
const webhooks: Webhooks = {
  names: ['DISCORD_WEBHOOK_STAFF_NEWS'],
  post: async () => ({ result: 'posted', messageId: '1', restSeconds: 0 }),
  check: async () => [],
}

describe('A community with further checklists', () => {
  const world = useSharedWorld({ communityDir: () => copy.dir, app: { webhooks } })
  const live = liveTabs(world)
  afterEach(() => live.closeAll())

  it.each(EVERYBODY)('allows %s the calls and pages that the file allows, and no others', async (_, who) => {
    await expectAccess(world(), who, [academy, affairs], endpointsOf)
    expect(affairs.changeStage.access).toBe('owner')
  })

  it('has one record for each person and checklist, with its own stages, and only trial moderators in the training queue', async () => {
    await world().as.management(addTrialMod, { body: { ...jules, staffId: 'TM-1' } })
    expect((await world().as.staff(academy.add, { body: jules })).status).toBe(200)
    const sign = (stage: 'classroom' | 'in_game', by: 'staff' | 'management') =>
      world().as[by](academy.changeStage, { params, body: { stage, done: true, byName: 'Ida', notes: 'Loud' } })
    expect((await sign('in_game', 'management')).error?.fields).toEqual({ stage: 'First comes Law class.' })
    expect((await sign('classroom', 'staff')).status).toBe(200)
    expect((await sign('in_game', 'staff')).status).toBe(403)
    await sign('in_game', 'management')
    const passed = await world().as.staff(academy.changeCompletion, { params, body: { status: 'Passed' } })
    expect(passed.body.item).toMatchObject({ passed: 2, completion: { status: 'Passed' } })

    const [trialMod] = (await world().as.staff(listTrialMods)).body
    expect(trialMod).toMatchObject({ staffId: 'TM-1', passed: 0, version: 1, completion: { status: 'In-Training' } })
    const entries = (await world().as.staff(academy.history, { params })).body.data
    expect(entries.map(({ stage }) => stage)).toEqual(['in_game', 'classroom'])

    const eva = { traineeId: '310000000000000905', name: 'Eva Ott' }
    await world().as.staff(academy.add, { body: eva })
    const { data } = (await world().as.staff(listTrainingQueue)).body
    expect(data.map(({ traineeId }) => traineeId)).toEqual([jules.traineeId])
    expect((await world().as.staff(academy.remove, { params: { id: eva.traineeId } })).status).toBe(200)
    const removed = await world().as.staff(academy.remove, { params: { id: eva.traineeId } })
    expect([removed.status, removed.error?.message]).toEqual([404, 'This person is no longer on the checklist.'])
  })

  it('announces a passed checklist with its title, even if the person also changed on another one', async () => {
    const waiting = async () =>
      (await world().database.pool.query('select event, message from announcements order by id')).rows
    const passed = {
      event: 'checklistPassed',
      message: `**Jules Arden** passed: LEO Academy. Congratulations!\n${ORIGIN}/checklists/leo-academy?archived=true`,
    }
    const change = (status: 'Failed' | 'In-Training') =>
      world().as.management(changeCompletion, { params, body: { status } })
    await change('Failed')
    expect(await waiting()).toEqual([passed, expect.objectContaining({ event: 'trialModFailed' })])
    await change('In-Training')
    expect(await waiting()).toEqual([passed])
    // Changes of a list that only owners read are not announced.
    expect(Object.keys(listPlaces({ rosterContent, checklists }))).toEqual([
      'roster',
      'dev-roster',
      'trialmods',
      academy.name,
    ])
  })

  it('shows people their progress on each checklist on their own page', async () => {
    const { data } = (await world().as.member(academy.own)).body
    expect(data).toMatchObject({ status: 'Passed', passed: 2, stages: [{ state: 'done' }, { state: 'done' }] })
    expect((await world().as.member(affairs.own)).body.data).toBeNull()
    const own = (await world().as.member(listOwnChecklists)).body.data
    expect(own.map(({ checklist, progress }) => [checklist.title, progress.passed])).toEqual([['LEO Academy', 2]])
    const page = await world().visit(academy.page, await world().signIn(PEOPLE.staff))
    expect(page.html).toContain('<title>LEO Academy · ')
    expect(page.html).toContain('href="/checklists/leo-academy"')
  })

  it('shows only what the viewer can use of a checklist', async () => {
    const keysFor = async (who: 'member' | 'staff' | 'owner') => {
      const { body } = await world().as[who](checkAuth)
      return body.ok && body.lists?.checklists.map(({ key }) => key)
    }
    expect([await keysFor('member'), await keysFor('staff'), await keysFor('owner')]).toEqual([
      [],
      ['leo-academy'],
      ['leo-academy', 'internal-affairs'],
    ])
    for (const [path, who] of [
      ['/', null],
      ['/no-such-page', null],
      ['/me', PEOPLE.member],
      ['/staff-roster', PEOPLE.staff],
      [academy.page, PEOPLE.staff],
    ] as const) {
      const { html } = await world().visit(path, who === null ? undefined : await world().signIn(who))
      expect([path, /internal-affairs|Internal Affairs/.test(html)]).toEqual([path, false])
    }
    expect((await world().visit('/')).html).not.toContain('LEO Academy')
  })

  it('imports a spreadsheet into one checklist, and undoes it without changes to the others', async () => {
    const before = (await world().as.staff(listTrialMods)).body
    const csv = `Discord ID,Cadet,Law,Status\n${jules.traineeId},Jules A.,Ida,Left\n310000000000000906,Uwe Stein,Ida,\n`
    expect((await world().as.staff(academy.import, { body: csv })).body).toMatchObject({
      ok: true,
      added: 1,
      changed: 1,
    })
    expect((await world().as.staff(listTrialMods)).body).toEqual(before)
    const names = async () => (await world().as.staff(academy.list)).body.map(({ trialMod }) => trialMod.name)
    expect(await names()).toEqual(['Uwe Stein', 'Jules A.'])
    // Imports from before the site had further checklists stored records without this column.
    await world().database.pool.query(`update import_rows set before = before - 'checklist'`)
    const [past] = (await world().as.staff(listImports, { query: { list: academy.name } })).body.data
    const latest = { params: { id: String(past?.id) } }
    expect((await world().as.staff(findUndoing, latest)).body).toMatchObject({ removes: 1, restores: 1, stay: 0 })
    expect((await world().as.staff(undoImport, latest)).status).toBe(200)
    expect(await names()).toEqual(['Jules Arden'])
    expect((await world().as.staff(academy.list)).body[0]).toMatchObject({
      passed: 2,
      completion: { status: 'Passed' },
    })
    expect((await world().as.staff(listTrialMods)).body).toEqual(before)
  })

  it('notifies the readers of a checklist about its changes', async () => {
    const owner = await live.connect(await world().signIn(PEOPLE.owner))
    const staff = await live.connect(await world().signIn(PEOPLE.staff))
    const [ownerEvent, staffEvent] = [owner.next('changed'), staff.next('changed')]
    await world().as.owner(affairs.add, { body: jules })
    expect(await ownerEvent).toEqual({ topic: 'checklist-internal-affairs' })
    await world().as.staff(academy.changeReview, { params, body: { type: 'trainee', rating: 4 } })
    expect(await staffEvent).toEqual({ topic: 'checklist-leo-academy' })
  })

  it('hides the notes on a further checklist from the person concerned, also in the audit log', async () => {
    const { id, name } = PEOPLE.owner
    await world().as.staff(academy.add, { body: { traineeId: id, name } })
    const body = { stage: 'classroom', done: true, byName: 'Ida', notes: 'Late again' } as const
    await world().as.staff(academy.changeStage, { params: { id }, body })
    const about = (await world().as.owner(academy.list)).body.find(({ traineeId }) => traineeId === id)
    expect([about?.classroom.notes, about?.passed]).toEqual([null, 1])
    expect((await world().as.owner(academy.changeStage, { params: { id }, body })).status).toBe(403)
    const { rows } = (await world().as.owner(listAudit, { query: { target: academy.name } })).body
    expect(rows[0]?.after).toMatchObject({ classroom: { notes: REDACTED_TEXT } })
  })

  it('exports the data of a person from every checklist, and erases it from all', async () => {
    const { database, now } = world()
    const held = async () => {
      const found: unknown[] = []
      await exportPerson(database, jules.traineeId, ({ table, row }) => {
        if (table === 'trial_mods') found.push(row.checklist)
      })
      return found.toSorted()
    }
    expect(await held()).toEqual(['internal-affairs', 'leo-academy', 'trial-mods'])
    await eraseFromSite({ database, processes: onlyProcess(silentLog) }, jules.traineeId, now())
    expect(await held()).toEqual([])
    const { rows } = await database.pool.query(
      `select checklist, count(stage)::int as stages from trial_mods left join trial_mod_stages using (checklist, trainee_id)
      where name like 'Erased person%' group by checklist order by checklist`,
    )
    expect(rows).toEqual([
      { checklist: 'internal-affairs', stages: 0 },
      { checklist: 'leo-academy', stages: 2 },
      { checklist: 'trial-mods', stages: 0 },
    ])
  })

  it('lists the calls of its checklists in its API document', async () => {
    const api = (await world().app.inject('/api/openapi.json')).body
    for (const { path } of endpointsOf(affairs)) expect(api).toContain(`"${path}"`)
  })
})
