import { join } from 'node:path'
import * as z from 'zod'
import type { Audit } from '#features/audit/server/store.ts'
import type { RosterMember } from '#features/roster/contract.ts'
import { groupOf } from '#features/roster/position-rules.ts'
import type { Ladder } from '#features/roster/rules.ts'
import { statusOf } from '#features/roster/status-rules.ts'
import { createTrainingStore } from '#features/training/server/store.ts'
import { type Checklists, trialModCalls } from '#features/trial-mods/contract.ts'
import { EMPTY_STAGE, stateFlags } from '#features/trial-mods/rules.ts'
import { createTrialModStore, type TrialModSeed } from '#features/trial-mods/server/store.ts'
import { COMPLETION_STATUSES, type StageKey } from '#features/trial-mods/stage-rules.ts'
import { readYaml } from '#server/config/yaml.ts'
import type { Database } from '#server/database/database.ts'

const BY_START = { actor: null, requestId: 'start' }
const DAY = 86_400_000
const [, PASSED, FAILED] = COMPLETION_STATUSES

const File = z.strictObject({
  praise: z.array(z.string()),
  doubts: z.array(z.string()),
  /** Two people who failed and are no longer on any roster. */
  gone: z.array(z.strictObject({ discordId: z.string(), name: z.string(), callsign: z.string() })),
})

interface SeedDeps {
  demoDir: string
  database: Database
  audit: Audit
  clock: () => Date
  roster: readonly RosterMember[]
  ladder: Ladder
  checklists: Checklists
  /** The people who can sign in to the demo. */
  people: readonly string[]
}

/** Fills the checklist, once. Most trainees get the instructor that the checklist names as their mentor. */
export async function seedTraining(deps: SeedDeps): Promise<void> {
  const { roster, clock } = deps
  const store = createTrialModStore(deps, trialModCalls)
  const words = readYaml(join(deps.demoDir, 'training.yaml'), File)
  let seeds: TrialModSeed[] = []
  const count = await store.fillTrialMods(BY_START, () => {
    seeds = trialModSeeds(deps, words, clock())
    return seeds
  })
  if (count === 0) return
  const training = createTrainingStore({
    ...deps,
    trainees: () => store.listTrainees(),
    staff: async () => roster.map(({ discordId, name }) => ({ id: discordId, name, isAway: false })),
  })
  for (const [index, { id: traineeId }] of (await store.listTrainees()).entries()) {
    const instructor = seeds.find((seed) => seed.traineeId === traineeId)?.assignedInstructor
    const mentor = roster.find(({ name }) => name === instructor)
    if (mentor && index % 4 !== 2) await training.changeMentor(BY_START, traineeId, { mentorId: mentor.discordId })
  }
}

/**
 * The checklist of the demo. It has the roster's trial moderators at all stages of their training, except the newest,
 * whom nobody has added yet. The longest-serving has just passed and waits for the promotion. Moderators who passed
 * recently and two people who failed are archived.
 */
function trialModSeeds(
  { roster, ladder, checklists, people }: Pick<SeedDeps, 'roster' | 'ladder' | 'checklists' | 'people'>,
  words: z.infer<typeof File>,
  now: Date,
): TrialModSeed[] {
  const { positions, statuses } = ladder
  const { promotion, stages } = checklists['trial-mods']
  if (promotion === undefined) return []
  const keys = stages.map(({ key }) => key)
  const lowest = positions.groups.indexOf(groupOf(promotion.to, positions))
  const isVisitor = ({ discordId }: { discordId: string }) => people.includes(discordId)
  const inGroup = (...groups: (string | undefined)[]) =>
    roster.filter(({ position }) => groups.includes(groupOf(position, positions)))
  const instructors = inGroup(positions.groups[lowest - 3], positions.groups[lowest - 1]).filter(
    ({ status }) => statusOf(status, statuses)?.counts === 'present',
  )
  const trainees = byHiring(inGroup(promotion.from))
  const newest = trainees.findLast((member) => !isVisitor(member))
  const moderators = byHiring(inGroup(positions.groups[lowest])).slice(-5)
  const some = <T>(all: readonly T[], index: number): T | undefined => all[index % Math.max(all.length, 1)]

  function seedOf(
    person: Pick<RosterMember, 'discordId' | 'name' | 'callsign'>,
    { hired, reached, index, failsAt }: { hired: Date; reached: number; index: number; failsAt?: StageKey },
  ): TrialModSeed {
    const assigned = ((isVisitor(person) && instructors.find(isVisitor)) || some(instructors, index))?.name ?? null
    // People who were hired long ago progress slowly. No stage is dated in the future.
    const pace = Math.min(3 * DAY, (now.getTime() - hired.getTime()) / (keys.length + 2))
    const saved = keys.slice(0, reached).map((stage, step) => {
      const supervisor = step === 0 ? roster.find(({ name }) => name === assigned) : some(instructors, index * 3 + step)
      const isLast = step === reached - 1
      const isFailed = stage === failsAt
      const isUnderWay = !isFailed && isLast && reached < keys.length && index % 2 === 0
      const word = isFailed || isUnderWay ? some(words.doubts, index + step) : some(words.praise, index + step)
      return {
        ...EMPTY_STAGE,
        ...stateFlags(isFailed ? 'failed' : isUnderWay ? 'inProgress' : 'done'),
        stage,
        by: supervisor?.name ?? null,
        notes: (index + step) % 3 === 0 || isFailed ? (word ?? null) : null,
        at: new Date(hired.getTime() + (step + 1) * pace),
        actorId: supervisor?.discordId ?? null,
        actorName: supervisor?.name ?? null,
      }
    })
    return {
      traineeId: person.discordId,
      staffId: person.callsign,
      name: person.name,
      assignedInstructor: assigned,
      addedAt: hired,
      // A stage without a supervisor has no state.
      stages: saved.filter(({ by }) => by !== null),
      completion: {},
      reviews: {},
    }
  }

  const training = trainees
    .filter((member) => member !== newest)
    .map((member, index) => {
      const reached = isVisitor(member) ? 3 : Math.max(0, keys.length - index)
      const seed = seedOf(member, {
        hired: hiredOf(member, now),
        reached,
        index,
        failsAt: index === 2 ? keys[1] : undefined,
      })
      return index === 0 ? finished(seed, PASSED, now) : seed
    })
  const passed = moderators.map((member, index) =>
    finished(seedOf(member, { hired: hiredOf(member, now), reached: keys.length, index }), PASSED, now),
  )
  const failed = words.gone.map((person, index) => {
    const hired = new Date(now.getTime() - (70 + index * 30) * DAY)
    const reached = Math.min(index === 0 ? 4 : 2, keys.length)
    const failsAt = keys[reached - 1]
    return finished(seedOf(person, { hired, reached, index, failsAt }), FAILED, now)
  })
  return [...training, ...passed, ...failed]
}

function byHiring(members: readonly RosterMember[]): RosterMember[] {
  const day = ({ hiredAt }: RosterMember) => hiredAt ?? ''
  return members.toSorted((a, b) => (day(a) < day(b) ? -1 : 1))
}

function hiredOf({ hiredAt }: RosterMember, now: Date): Date {
  return hiredAt === null ? new Date(now.getTime() - 40 * DAY) : new Date(`${hiredAt}T20:00:00Z`)
}

/** Completes a record. A person who passed was reviewed and has reviewed their instructor. */
function finished(seed: TrialModSeed, status: typeof PASSED | typeof FAILED, now: Date): TrialModSeed {
  const last = seed.stages.at(-1)?.at ?? seed.addedAt
  const completedAt = new Date(Math.min(last.getTime() + DAY, now.getTime()))
  const official = seed.stages.at(-1)?.by ?? seed.assignedInstructor
  const reviews =
    status === PASSED
      ? {
          instructorReviewName: official,
          instructorReviewDate: completedAt,
          instructorReviewRating: 4 + (seed.name.length % 2),
          traineeReviewName: seed.name,
          traineeReviewDate: completedAt,
          traineeReviewRating: 5 - (seed.name.length % 3),
        }
      : { instructorReviewName: official, instructorReviewDate: completedAt, instructorReviewRating: 2 }
  return { ...seed, completion: { status, completedAt, officialInstructor: official }, reviews }
}
