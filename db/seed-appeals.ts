import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { createFindRules } from '#app/linked-rules.ts'
import { type AppealTerms, OUTCOMES } from '#features/appeals/rules.ts'
import { ACTION_APPEALS, createDecisionStore } from '#features/appeals/server/decision-store.ts'
import { createIssuerStore } from '#features/appeals/server/issuer-store.ts'
import { createAppealStore } from '#features/appeals/server/store.ts'
import type { WrittenRulebook } from '#features/assistant/rules.ts'
import { createAudit } from '#features/audit/server/store.ts'
import { rightsOf } from '#features/auth/rules.ts'
import type { DaEntry } from '#features/discipline/contract.ts'
import type { GameKind } from '#features/discipline/game-rules.ts'
import type { PointsRule } from '#features/discipline/points-rules.ts'
import { createFindPeopleOfActions } from '#features/discipline/server/about-store.ts'
import { createActionsInAppeals } from '#features/discipline/server/appealed-store.ts'
import { createOffenceStore } from '#features/discipline/server/offence-store.ts'
import { createOwnActionStore } from '#features/discipline/server/own-store.ts'
import { PLAYER_RECORD } from '#features/discipline/server/player-store.ts'
import { type ActionRecord, type ActionRow, STAFF_RECORD } from '#features/discipline/server/record-store.ts'
import { createActionStore } from '#features/discipline/server/store.ts'
import { createThresholdStore } from '#features/discipline/server/threshold-store.ts'
import type { Threshold } from '#features/discipline/threshold-rules.ts'
import { type ActionType, approvalOf, namesOf } from '#features/discipline/type-rules.ts'
import { quotaOf } from '#features/evidence/rules.ts'
import { createLinkStore } from '#features/evidence/server/link-store.ts'
import { createEvidenceStore, listWitnesses } from '#features/evidence/server/store.ts'
import type { MessageDefaults } from '#features/inbox/message-rules.ts'
import type { Inbox } from '#features/inbox/rules.ts'
import { createInboxKeeper, createInboxStore } from '#features/inbox/server/store.ts'
import type { Offence } from '#features/offences/contract.ts'
import { createOffenceBook } from '#features/offences/server/store.ts'
import { type Access, allows, can, type Member } from '#lib/access.ts'
import { DAY } from '#lib/dates.ts'
import { createChanges } from '#server/changes.ts'
import type { Community } from '#server/config/community.ts'
import { readYaml } from '#server/config/yaml.ts'
import type { Database } from '#server/database/database.ts'
import type { DemoPerson } from '#server/feature.ts'

const WHEN = { daysAgo: z.number() }
const BY = { ...WHEN, by: z.string() }
const Step = z.discriminatedUnion('does', [
  z.strictObject({ does: z.enum(['ask', 'review']), ...BY }),
  z.strictObject({ does: z.enum(['message', 'comment']), ...BY, text: z.string() }),
  z.strictObject({ does: z.enum(['state', 'reply']), ...WHEN, text: z.string() }),
  z.strictObject({ does: z.literal('reduce'), ...WHEN, points: z.int(), text: z.string() }),
  z.strictObject({ does: z.literal('withdraw'), ...WHEN }),
  z.strictObject({
    does: z.literal('decide'),
    ...BY,
    outcome: z.enum(OUTCOMES),
    points: z.int().optional(),
    text: z.string(),
    comment: z.string().nullable(),
  }),
])

const Case = z.strictObject({
  person: z.string(),
  ...BY,
  offence: z.string(),
  internal: z.string(),
  external: z.string(),
  deviates: z.strictObject({ points: z.int(), why: z.string() }).optional(),
  evidence: z
    .array(
      z.union([
        z.strictObject({ file: z.string(), isShown: z.boolean() }),
        z.strictObject({ link: z.string(), isShown: z.boolean(), isGone: z.boolean().default(false) }),
      ]),
    )
    .default([]),
  isRead: z.boolean(),
  appeal: z.strictObject({ ...WHEN, text: z.string(), steps: z.array(Step) }).optional(),
})
type Case = z.infer<typeof Case>
const File = z.strictObject({ cases: z.array(Case) })

interface SeedAppealsDeps {
  demoDir: string
  database: Database
  clock: () => Date
  community: Pick<Community, 'roles' | 'capabilityRoles'>
  people: readonly DemoPerson[]
  actionTypes: readonly ActionType[]
  playerTypes: readonly ActionType[]
  gameTypes: Record<GameKind, string>
  offences: readonly Offence[]
  rulebooks: readonly WrittenRulebook[]
  pointsRule: PointsRule
  thresholds: readonly Threshold[]
  appealTerms: AppealTerms
  inbox: Inbox
  messageDefaults: MessageDefaults
}

/**
 * Gives the demo's people actions for offences, and appeals of these actions in every state. The stores of the site
 * write them, with a clock that follows the days of `appeals.yaml`. Returns the number of actions. Call it only for a
 * database that was just filled with actions.
 */
export async function seedAppeals(deps: SeedAppealsDeps): Promise<number> {
  const file = join(deps.demoDir, 'appeals.yaml')
  if (!existsSync(file)) return 0
  const { cases } = readYaml(file, File)
  const known = cases.filter(({ offence }) => deps.offences.some(({ code }) => code === offence))
  const write = writerOf(deps)
  let written = 0
  // The oldest case comes first, because the suggested action depends on earlier ones.
  for (const each of known.toSorted((a, b) => b.daysAgo - a.daysAgo)) {
    // In a community without the roles, some people of the demo may not act. Their cases are left out.
    if (!write.mayGive(each)) continue
    const { id: action, isInForce } = await write.give(each)
    await write.show(action, each)
    if (isInForce && each.appeal !== undefined && write.mayDecide(each.appeal))
      await write.appeal(action, each, each.appeal)
    written += 1
  }
  return written
}

/** The stores of the site that write actions and appeals. */
function createStores(deps: SeedAppealsDeps, clock: () => Date, members: readonly Member[]) {
  // The site does not run yet, so no inbox needs to be updated live. The audit log keeps the real time of writing.
  const keeper = createInboxKeeper({
    ...deps,
    clock,
    processes: { publish: async () => undefined },
    internalTypes: {
      staff: namesOf(deps.actionTypes.filter(({ isBetweenStaff }) => isBetweenStaff)),
      players: namesOf(deps.playerTypes.filter(({ isBetweenStaff }) => isBetweenStaff)),
    },
    // Nobody has switched on messages yet.
    write: async () => 0,
  })
  const inbox = createInboxStore({ ...deps, clock })
  const audit = createAudit({
    ...deps,
    changes: createChanges(),
    alongside: async (tx, by, entries, { firstSeq }) => void (await keeper.keep(tx, by, entries, firstSeq)),
  })
  const stores = { ...deps, clock, audit }
  const offenceBook = createOffenceBook(stores)
  // The offences of the demo link to rules by path, so any origin works.
  const findRules = createFindRules({ ...deps, origin: 'http://localhost', codes: async () => [] })
  const storesOf = <R extends ActionRow, E extends DaEntry>(
    record: ActionRecord<R, E>,
    types: readonly ActionType[],
  ) => {
    const offences = createOffenceStore({ ...stores, offenceBook, findRules, types }, record)
    return {
      offences,
      types,
      actions: createActionStore(
        {
          ...{ ...stores, offences, types, actionAppeals: ACTION_APPEALS },
          // The name directory is empty until people sign in.
          pointThresholds: createThresholdStore(
            { ...stores, directory: { list: async () => new Map() } },
            record.family,
          ),
          listApprovers: async () => deps.people,
          findDelivery: async () => null,
        },
        record,
      ),
    }
  }
  const families = {
    staff: storesOf(STAFF_RECORD, deps.actionTypes),
    players: storesOf(PLAYER_RECORD, deps.playerTypes),
  }
  const deciding = members.filter((member) => allows(can('appeals.decide'), member))
  const deciders = deciding.map(({ id }) => ({ id, rank: null }))
  const inAppeals = {
    ...stores,
    appealedActions: createActionsInAppeals({ ...stores, offenceBook, listWitnesses, findRules }),
    deciders: async () => ({ rankOf: () => null, people: deciders }),
    canAnswer: async () => true,
  }
  return {
    ...{ families, inbox },
    own: createOwnActionStore({ ...stores, offenceBook }),
    evidence: createEvidenceStore({
      ...stores,
      evidenceActions: {
        findAbout: createFindPeopleOfActions(deps),
        ...{ listWithOpenAppeal: async () => [], isAppealed: async () => false, listOwn: async () => [] },
        ...{ lock: async () => undefined, mayApprove: async () => false },
      },
      evidenceQuota: quotaOf({}),
    }),
    links: createLinkStore(stores),
    appeals: createAppealStore(inAppeals),
    decisions: createDecisionStore(inAppeals),
    issuers: createIssuerStore(inAppeals),
  }
}

function writerOf(deps: SeedAppealsDeps) {
  const start = deps.clock()
  let daysAgo = 0
  const clock = () => new Date(start.getTime() - daysAgo * DAY)
  const members = new Map(deps.people.map((person) => [person.id, memberOf(person, deps.community)]))
  const everybody = [...members.values()]
  const { families, own, evidence, links, inbox, appeals, decisions, issuers } = createStores(deps, clock, everybody)
  const familyOf = ({ offence }: Case) => deps.offences.find(({ code }) => code === offence)?.family ?? 'staff'

  /** The author of a change. Also sets the clock to the day of the change. */
  function author(id: string, day: number) {
    const actor = members.get(id)
    if (actor === undefined) throw new Error(`Nobody in the demo has the id ${id}`)
    daysAgo = day
    return { actor, requestId: 'start' }
  }

  const may = (id: string, access: Access) => {
    const member = members.get(id)
    return member !== undefined && allows(access, member)
  }

  return {
    mayGive: ({ by }: Case): boolean => may(by, 'staff') && may(by, can('discipline.give')),

    mayDecide: ({ steps }: NonNullable<Case['appeal']>): boolean =>
      steps.every((step) => !('by' in step) || may(step.by, can('appeals.decide'))),

    give: async (given: Case): Promise<{ id: number; isInForce: boolean }> => {
      const { person, by, daysAgo: day, offence, internal, external, deviates, isRead } = given
      const family = familyOf(given)
      const { offences, actions, types } = families[family]
      const { actor, requestId } = author(by, day)
      // Narrows the type for the store. `mayGive` has checked the right before.
      if (!allows(can('discipline.give'), actor)) throw new Error(`${actor.name} may not give an action`)
      const date = clock()
      const { type, days, points } = await offences.suggest(person, [offence], date)
      const written = {
        ...{ user: person, user_name: members.get(person)?.name ?? person, type, date: date.toISOString() },
        ...{ internal_reason: internal, external_reason: external, offences: [offence] },
        points: deviates?.points ?? points,
        ...(deviates === undefined ? {} : { deviation_why: deviates.why }),
        ...(days === null ? {} : { ends_at: new Date(date.getTime() + days * DAY).toISOString() }),
      }
      const { id, version } = await actions.addAction({ actor, requestId }, written)
      // A person learns nothing about an action that a second person must approve first.
      const isInForce = approvalOf(type, types) !== 'before'
      if (isInForce && isRead) {
        await own.acknowledge(author(person, day - 0.2), family, id, version)
        await inbox.markRead(person, [`${family === 'staff' ? 'staff-da' : 'player-actions'}/${id}`])
      }
      return { id, isInForce }
    },

    show: async (action: number, given: Case): Promise<void> => {
      const { by, daysAgo: day, evidence: items } = given
      const family = familyOf(given)
      const { actor, requestId } = author(by, day)
      if (!allows('staff', actor)) throw new Error(`${actor.name} may not add evidence`)
      for (const item of items) {
        const of = { family, action, shown: item.isShown }
        if ('file' in item) {
          const bytes = readFileSync(join(deps.demoDir, 'evidence', item.file))
          await evidence.addImage({ actor, requestId }, of, bytes)
        } else {
          const { id } = await evidence.addLink({ actor, requestId }, { ...of, link: item.link })
          await links.saveCheck(id, item.isGone ? 'gone' : 'there')
        }
      }
    },

    appeal: async (action: number, given: Case, filed: NonNullable<Case['appeal']>): Promise<void> => {
      const { person, by } = given
      const family = familyOf(given)
      const { text, steps } = filed
      let { id, version } = await appeals.addAppeal(author(person, filed.daysAgo), { family, action, text })
      for (const step of steps) {
        const written = await take(step)
        version = written.version
      }
      // The issuer has read the inbox rows about appeals that have ended.
      if (steps.some(({ does }) => does === 'decide' || does === 'withdraw')) {
        await inbox.markRead(by, [`given-appeals/${id}`])
      }

      function take(step: z.infer<typeof Step>) {
        const { daysAgo: day } = step
        switch (step.does) {
          case 'ask':
            return decisions.askIssuer(author(step.by, day), id, version)
          case 'review':
            return decisions.review(author(step.by, day), id, version)
          case 'state':
            return issuers.addStatement(author(by, day), id, step.text)
          case 'message':
            return decisions.message(author(step.by, day), id, step.text)
          case 'comment':
            return decisions.comment(author(step.by, day), id, step.text)
          case 'reply':
            return appeals.reply(author(person, day), id, step.text)
          case 'withdraw':
            return appeals.withdraw(author(person, day), id, version)
          case 'reduce': {
            const { points, text: message } = step
            return issuers.lift(author(by, day), id, { version, outcome: 'reduced', reduction: { points }, message })
          }
          default: {
            const { outcome, points, text: message, comment } = step
            const reduction = points === undefined ? undefined : { points }
            const decision = { version, actionVersion: 1, outcome, reduction, message, comment }
            return decisions.decide(author(step.by, day), id, decision)
          }
        }
      }
    },
  }
}

function memberOf(
  { id, username, globalName, member }: DemoPerson,
  { roles, capabilityRoles }: SeedAppealsDeps['community'],
): Member {
  const roleIds = member?.roles ?? []
  const rights = rightsOf({ id, roleIds }, roles, [], capabilityRoles)
  return { id, username, name: globalName ?? username, avatarUrl: '', ...rights }
}
