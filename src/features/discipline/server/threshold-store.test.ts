import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createAudit } from '#features/audit/server/store.ts'
import { NO_RIGHTS } from '#lib/access.ts'
import { DAY } from '#lib/dates.ts'
import { groupBy } from '#lib/group-by.ts'
import { createChanges } from '#server/changes.ts'
import { FUZZ_SEED } from '#test/arbitrary.ts'
import { PEOPLE } from '#test/people.ts'
import { useWorld } from '#test/world.ts'
import { DECAYS, pointsAt } from '../points-rules.ts'
import { disciplinaryActions } from './tables.ts'
import { createThresholdStore } from './threshold-store.ts'

const world = useWorld()

const FIRST = Date.parse('2026-01-01T00:00:00Z')
const DAYS = 60
const dayAt = (day: number) => new Date(FIRST + day * DAY)
const actor = {
  ...{ id: PEOPLE.owner.id, username: 'theo', name: 'Theo Marchetti', avatarUrl: '', ...NO_RIGHTS },
  ...{ isStaff: true as const, isManagement: true, isOwner: true },
}

const STANDINGS = [
  { revokedAt: null, approval: null },
  { revokedAt: dayAt(DAYS), approval: null },
  { revokedAt: null, approval: 'waiting' as const },
  { revokedAt: null, approval: 'waiting' as const, approvalDueAt: dayAt(0) },
  { revokedAt: null, approval: 'approved' as const, approverId: '2', approverName: 'B' },
]

/**
 * Some of these actions begin at the same moment, have points that end before they begin or never, or are given later
 * than now.
 */
const actions = fc.sample(
  fc.record({
    person: fc.nat(30),
    day: fc.nat(DAYS),
    lasts: fc.option(fc.integer({ min: -20, max: 20 })),
    points: fc.nat(3),
    standing: fc.oneof({ weight: 5, arbitrary: fc.constant(STANDINGS[0]) }, fc.constantFrom(...STANDINGS)),
  }),
  { numRuns: 300, seed: FUZZ_SEED },
)

it.each(DECAYS)(
  'people with enough points are found as the points of one person are counted, where they end as "%s"',
  async (decay) => {
    const { db } = world().database
    const given = await db
      .insert(disciplinaryActions)
      .values(
        actions.map(({ person, day, lasts, points, standing }) => {
          const date = dayAt(day)
          const about = { userId: `4000000000000000${person + 10}`, userName: `Person ${person}` }
          const by = { adminId: '1', adminName: 'A', type: 'Strike', internalReason: 'x' }
          const pointsEndAt = lasts === null ? null : dayAt(day + lasts)
          return {
            ...about,
            ...by,
            ...standing,
            date,
            points,
            pointsEndAt,
            approvalAt: standing?.approverId ? date : null,
          }
        }),
      )
      .returning()
    const thresholds = [{ family: 'staff' as const, points: 4, suggestion: 'Talk.', to: 'owner' as const, days: 3 }]
    const people = groupBy(given, ({ userId }) => userId)
    let found = 0
    for (let day = 0; day <= DAYS; day += 3) {
      const clock = () => dayAt(day)
      const audit = createAudit({ database: world().database, changes: createChanges(), clock })
      const directory = { list: () => Promise.resolve(new Map()) }
      const deps = { database: world().database, audit, directory, clock, thresholds, pointsRule: { decay } }
      const store = createThresholdStore(deps, 'staff')
      const expected = [...people].flatMap(([user, rows]) => {
        const { active } = pointsAt(
          rows.map((row) => ({ ...row, isRevoked: row.revokedAt !== null })),
          decay,
          clock(),
        )
        return active >= 4 ? [[user, active]] : []
      })
      const listed = (await store.list(actor)).map(({ user, points }) => [user, points])
      expect(listed.toSorted()).toEqual(expected.toSorted())
      expect(await store.count(actor)).toBe(expected.length)
      found += expected.length
    }
    expect(found).toBeGreaterThan(100)
  },
)
