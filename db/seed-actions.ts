import { join } from 'node:path'
import * as z from 'zod'
import { createAudit } from '#features/audit/server/store.ts'
import { type ActionFields, OUTCOMES } from '#features/discipline/rules.ts'
import { createActionImports, type FirstAction } from '#features/discipline/server/import-store.ts'
import { type ActionType, namesOf } from '#features/discipline/type-rules.ts'
import { ladderOf } from '#features/roster/content-rules.ts'
import { type RosterContent, staffRoster } from '#features/roster/contract.ts'
import { groupOf } from '#features/roster/position-rules.ts'
import { createRosterStore, NO_EFFECTS } from '#features/roster/server/store.ts'
import { createChanges } from '#server/changes.ts'
import { readYaml } from '#server/config/yaml.ts'
import type { Database } from '#server/database/database.ts'

const File = z.strictObject({
  /** The kinds of actions: what happened, how often compared to the others, and the reasons with `{…}` placeholders. */
  cases: z.array(
    z.strictObject({
      type: z.string(),
      weight: z.int().positive(),
      internal: z.string(),
      external: z.nullable(z.string()),
    }),
  ),
  wordings: z.record(z.string(), z.array(z.string())),
  revised: z.array(z.string()),
  revoked: z.array(z.strictObject({ outcome: z.enum(OUTCOMES), why: z.string() })),
})

const ACTION_COUNT = 520
const DAY = 86_400_000
const HOUR = 3_600_000

/** A pseudo-random generator (mulberry32) that always returns the same numbers, from 0 up to 1. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Gives the demo's roster a year of disciplinary history, once. Returns the number of actions. */
export async function seedActions(deps: {
  demoDir: string
  database: Database
  clock: () => Date
  rosterContent: RosterContent
  actionTypes: readonly ActionType[]
}): Promise<number> {
  // The site does not run yet, so there is nobody to notify of changes.
  const audit = createAudit({ ...deps, changes: createChanges() })
  const members = await createRosterStore({ ...deps, audit, rosterEffects: NO_EFFECTS }, staffRoster).list()
  const { positions } = ladderOf(deps.rosterContent, staffRoster.key)
  const team = members.map(({ discordId, name, position, hiredAt }) => ({
    id: discordId,
    name,
    rank: positions.groups.indexOf(groupOf(position, positions)),
    hired: Date.parse(hiredAt ?? '2026-01-01'),
  }))
  if (team.length === 0) return 0
  return createActionImports({ ...deps, audit, actionKeeping: { staff: null } }).fillActions(
    { actor: null, requestId: 'start' },
    () => generateActions(team, Math.floor(positions.groups.length / 2), deps),
  )
}

interface Colleague {
  id: string
  name: string
  /** 0 is the highest rank. */
  rank: number
  hired: number
}

function generateActions(
  team: readonly Colleague[],
  lowestAdmin: number,
  { actionTypes, clock, demoDir }: { actionTypes: readonly ActionType[]; clock: () => Date; demoDir: string },
): FirstAction[] {
  const now = clock()
  const types = namesOf(actionTypes)
  const { cases, wordings, revised, revoked: endings } = readYaml(join(demoDir, 'actions.yaml'), File)
  const random = numbersFrom(20_261_114)
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)]
  const weightedCases = listByWeight(cases, types)
  const later = (at: number, most: number) =>
    new Date(Math.min(now.getTime(), at + HOUR + random() * most)).toISOString()
  /** Some actions were more severe at first, with a shorter reason. */
  function revisionsOf(fields: ActionFields, at: number, admin: Colleague): FirstAction['revisions'] {
    if (random() >= 0.08) return []
    const revision = { at: later(at, 20 * HOUR), by: admin.id, by_name: admin.name, why: pick(revised) ?? '' }
    const [firstSentence = ''] = fields.internal_reason.split(/(?<=[.;]) /)
    const was = { ...fields, internal_reason: firstSentence, type: moreSevereThan(fields.type, types) }
    return [{ ...revision, acknowledged_at: null, was }]
  }
  /** How and why an action was revoked. Undefined for most actions, and for all that are between staff. */
  function endingOf({ type, user }: ActionFields, boss: Colleague) {
    const isNote = actionTypes.some(({ name, isBetweenStaff }) => name === type && isBetweenStaff)
    return !isNote && boss.id !== user && random() < 0.08 ? pick(endings) : undefined
  }
  const actions: FirstAction[] = []
  for (let tries = 0; actions.length < ACTION_COUNT && tries < ACTION_COUNT * 20; tries++) {
    const given = pick(weightedCases)
    // A few people get more actions than others, as in real communities.
    const user = team[Math.floor(random() ** 1.6 * team.length)]
    const above = team.filter(({ rank }) => user && rank < user.rank && rank <= lowestAdmin)
    const admin = pick(above)
    const at = now.getTime() - Math.floor(random() * 365) * DAY - Math.floor(random() * 20) * HOUR - random() * HOUR
    if (!given || !user || !admin || at < user.hired || at < admin.hired) continue
    const words = new Map<string, string>([
      ['ticket', String(3100 + Math.floor(random() * 2400))],
      ['admin', pick(above)?.name ?? admin.name],
    ])
    const write = (text: string) =>
      text.replace(/\{(\w+)\}/g, (_, slot: string) => {
        const word = words.get(slot) ?? pick(wordings[slot] ?? []) ?? slot
        words.set(slot, word)
        return word
      })
    const fields: ActionFields = {
      date: new Date(at).toISOString(),
      user: user.id,
      user_name: user.name,
      type: given.type,
      internal_reason: write(given.internal),
      external_reason: given.external === null ? null : write(given.external),
      ...{ ends_at: null, points: 0, points_end_at: null },
    }
    const boss = pick(team.filter(({ id, rank }) => rank <= 1 && id !== user.id)) ?? admin
    const ended = endingOf(fields, boss)
    const expired = at + 90 * DAY
    const revoked = ended?.outcome === 'expired' && expired > now.getTime() ? undefined : ended
    actions.push({
      ...fields,
      admin: admin.id,
      admin_name: admin.name,
      revisions: revisionsOf(fields, at, admin),
      revoked: revoked
        ? {
            at: revoked.outcome === 'expired' ? new Date(expired).toISOString() : later(at, 30 * DAY),
            by: boss.id,
            by_name: boss.name,
            ...revoked,
          }
        : null,
    })
  }
  return actions.sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** Each case as often as its weight. A type that the community does not have becomes one that is about as severe. */
function listByWeight(cases: z.infer<typeof File>['cases'], types: readonly string[]) {
  const allTypes = [...new Set(cases.map(({ type }) => type))]
  const typeOf = (type: string) =>
    types.includes(type) ? type : (types[Math.floor((allTypes.indexOf(type) / allTypes.length) * types.length)] ?? type)
  return cases.flatMap((each) => Array.from({ length: each.weight }, () => ({ ...each, type: typeOf(each.type) })))
}

/** The type that a revised action had at first: one step more severe, as long as the result is still a warning. */
function moreSevereThan(type: string, types: readonly string[]): string {
  const step = types.indexOf(type)
  return step < 2 ? (types[step + 1] ?? type) : type
}
