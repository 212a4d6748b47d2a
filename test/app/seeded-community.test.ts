import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readContent } from '#app/content.ts'
import { ladderOf, namesOnRosters } from '#features/roster/content-rules.ts'
import { groupOf } from '#features/roster/position-rules.ts'
import { root } from '#server/paths.ts'
import { seed } from '../../db/seed.ts'
import { seedActions } from '../../db/seed-actions.ts'
import { type TestDatabase, testDatabase } from '../database.ts'

const OKKE = '310000000000000103'
const clock = () => new Date('2026-11-14T12:00:00.000Z')
const content = await readContent(join(root, 'examples/lagunenwacht'))
const { rosterContent, checklists, actionTypes } = content

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(() => database.reset())
afterAll(() => database.close())

it.each(['examples/lagunenwacht/demo', 'demo'])(
  'the demo of a community with other ranks, statuses, stages and types uses these, with the people of %s',
  async (folder) => {
    const deps = { demoDir: join(root, folder), database, clock, ...{ rosterContent, checklists, actionTypes } }
    expect(await seed({ ...deps, people: [OKKE] })).toBeGreaterThan(40)
    expect(await seedActions(deps)).toBeGreaterThan(300)
    const all = async (sql: string): Promise<string[]> =>
      (await database.pool.query(`select distinct ${sql} order by one`)).rows.map(({ one }) => one)

    const { titles = [], statuses = [], groups = [] } = namesOnRosters(rosterContent).roster ?? {}
    const positions = await all('position one from roster_members')
    expect(positions.filter((title) => !titles.includes(title))).toEqual([])
    const ladder = ladderOf(rosterContent, 'roster').positions
    expect(groups.filter((group) => !positions.some((title) => groupOf(title, ladder) === group))).toEqual([])
    expect((await all('status one from roster_members')).filter((status) => !statuses.includes(status))).toEqual([])

    const stages = checklists['trial-mods'].stages.map(({ key }) => key)
    expect((await all('stage one from trial_mod_stages')).toSorted()).toEqual(stages.toSorted())
    expect(await all('mentor_id one from training_mentors')).not.toEqual([])

    const types = actionTypes.map(({ name }) => name)
    expect((await all('type one from disciplinary_actions')).toSorted()).toEqual(types.toSorted())
  },
)
