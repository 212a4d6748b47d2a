import { afterAll, describe, expect, it } from 'vitest'
import { listAudit } from '#features/audit/contract.ts'
import { addAction, importActions, listActions, listActionWeeks } from '#features/discipline/contract.ts'
import { staffRoster } from '#features/roster/contract.ts'
import { importTrialMods, listTrialMods } from '#features/trial-mods/contract.ts'
import { copyCommunity } from '../community-copy.ts'
import { PEOPLE } from '../people.ts'
import { useSharedWorld } from '../world.ts'

const copy = copyCommunity()
copy.edit('site.yaml', 'language: en\n', 'language: en\ntimeZone: Pacific/Auckland\n')
afterAll(() => copy.discard())

/** Noon on New Year's Day in Auckland. In UTC it is still the last day of the old year. */
const startsAt = new Date('2025-12-31T23:00:00.000Z')
const NEW_YEAR = '2026-01-01'
const ID = '310000000000000201'

describe('A community with a time zone of its own', () => {
  const world = useSharedWorld({ communityDir: () => copy.dir, startsAt })

  it('uses its own date on the roster, in export names and in the footer', async () => {
    const body = { name: 'Ida Brandt', discordId: ID, position: 'Moderator', status: 'Active' }
    const { item } = (await world().as.management(staffRoster.add, { body })).body
    const change = { params: { id: item.id }, body: { ...body, position: 'Admin', version: item.version } }
    expect((await world().as.management(staffRoster.change, change)).body.item.lastMove).toBe(NEW_YEAR)
    const { headers } = await world().as.staff(staffRoster.exports.all)
    expect(headers['content-disposition']).toContain(`roster-${NEW_YEAR}.csv`)
    expect((await world().visit('/')).html).toContain('© 2026 Hammock Coast Roleplay')
  })

  it('tells browsers the time zone of the shown dates and times', async () => {
    for (const path of ['/', '/staff-roster'])
      expect((await world().visit(path, await world().signIn(PEOPLE.staff))).html).toContain(
        '"timeZone":"Pacific/Auckland"',
      )
  })

  const HEAD = 'Date,User,Discord ID,Issued by,Admin ID,Type,Reason'
  const row = (day: string) =>
    `${HEAD}\n${day},Nolan Reyes,${ID},Marcus Delgado,310000000000000202,Strike,Missed shifts`
  const importRows = (body: string) => world().as.management(importActions, { body })

  it('reads spreadsheet dates in its own time zone, up to its current date', async () => {
    const tomorrow = (await importRows(row('2026-01-02'))).body
    expect(tomorrow.errors).toMatchObject([{ field: 'date' }])
    expect((await importRows(row(NEW_YEAR))).body).toMatchObject({ ok: true, added: 1 })
    expect((await importRows(row(NEW_YEAR))).body).toMatchObject({ ok: true, added: 0, unchanged: 1 })
    const { rows } = (await world().as.staff(listActions)).body
    expect(rows.map(({ date }) => date)).toEqual(['2025-12-31T23:00:00.000Z'])
  })

  it('reads checklist dates back unchanged', async () => {
    const body = `Trial Mod,Discord ID,Status,Completed (date),Official Instructor\nSkye Moss,${ID},Passed,${NEW_YEAR},Dana`
    expect((await world().as.management(importTrialMods, { body })).body).toMatchObject({ ok: true, added: 1 })
    expect((await world().as.management(importTrialMods, { body })).body).toMatchObject({ ok: true, unchanged: 1 })
    expect((await world().as.staff(listTrialMods)).body[0]?.dates.completed).toBe('2025-12-31T23:00:00.000Z')
  })

  it.each([
    ['its own day', { day: NEW_YEAR }, 1],
    ['the day before', { day: '2025-12-31' }, 0],
    ['the day before in UTC, for the person who says so', { day: '2025-12-31', tz: '0' }, 1],
  ])('finds entries of %s', async (_, { day, ...tz }, count) => {
    const actions = await world().as.staff(listActions, { query: { start: day, end: day, ...tz } })
    expect(actions.body.total).toBe(count)
    const query = { from: day, to: day, action: 'importTrialMods', ...tz }
    expect((await world().as.owner(listAudit, { query })).body.total).toBe(count)
  })

  it('counts weeks of the chart from midnight to midnight in its own time zone, across the change from summer time', async () => {
    const user = '310000000000000999'
    // Summer time ended on Sunday, 6 April 2025. Monday, 7 April began an hour later in UTC than 31 March.
    const dates = ['2025-03-30T10:59', '2025-03-30T11:00', '2025-04-06T11:59', '2025-04-06T12:00', '2025-04-13T11:59']
    for (const date of dates) {
      const body = { user, user_name: 'Skye Moss', type: 'Note', internal_reason: 'Late', date: `${date}:00Z` }
      expect((await world().as.staff(addAction, { body })).status).toBe(200)
    }
    const counted = async (query: { [filter in 'user' | 'type' | 'start' | 'end']?: string }) => {
      const { data } = (await world().as.staff(listActionWeeks, { query: { end: '2025-04-13', ...query } })).body
      return Object.fromEntries(data.flatMap(({ week, counts }) => (counts.Note ? [[week, counts.Note]] : [])))
    }
    const weeks = { '2025-03-24': 1, '2025-03-31': 2, '2025-04-07': 2 }
    expect([await counted({}), await counted({ user }), await counted({ type: 'Note' })]).toEqual([weeks, weeks, weeks])
    const some = { '2025-03-31': 1, '2025-04-07': 1 }
    const days = { start: '2025-04-06', end: '2025-04-07' }
    expect([await counted(days), await counted({ ...days, user })]).toEqual([some, some])
  })

  it.each(['0000-01-01', '0002-03-14', '9999-12-31'])(
    'responds to the filter date %s, which is incomplete or far away',
    async (day) => {
      expect((await world().as.staff(listActions, { query: { start: day, end: day } })).body.rows).toEqual([])
      for (const query of [{ end: day }, { end: day, user: ID }]) {
        const chart = await world().as.staff(listActionWeeks, { query })
        expect([query, chart.status, chart.body.data?.length]).toEqual([query, 200, 26])
      }
      expect((await world().as.owner(listAudit, { query: { from: day, to: day } })).body.rows).toEqual([])
    },
  )
})
