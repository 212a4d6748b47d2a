import { ACTION_APPEALS } from '#features/appeals/server/decision-store.ts'
import { findAppealed, isAppealed } from '#features/appeals/server/record-store.ts'
import { createRuleIndex } from '#features/assistant/server/rule-index.ts'
import { createSearch } from '#features/assistant/server/search-hits.ts'
import { listAddedPhrases } from '#features/assistant-questions/server/phrase-store.ts'
import { createQuestionStore } from '#features/assistant-questions/server/question-store.ts'
import type { Directory } from '#features/auth/server/directory-store.ts'
import { listPenalCodes, listTenCodes } from '#features/codes/server/store.ts'
import { createFindAbout } from '#features/discipline/server/about-store.ts'
import { createActionsInAppeals } from '#features/discipline/server/appealed-store.ts'
import { mayApprove } from '#features/discipline/server/approval-store.ts'
import { createActionEffects } from '#features/discipline/server/effect-store.ts'
import { createGameActions } from '#features/discipline/server/game-store.ts'
import { createPlayerImports } from '#features/discipline/server/history-store.ts'
import { createUnlinkedBans, KEPT_OF_JOINS } from '#features/discipline/server/join-store.ts'
import { createOwnActionStore } from '#features/discipline/server/own-store.ts'
import { PLAYER_RECORD } from '#features/discipline/server/player-store.ts'
import { STAFF_RECORD } from '#features/discipline/server/record-store.ts'
import { listEverAbout, listRemovedOf } from '#features/discipline/server/removed-store.ts'
import { keptOfActions } from '#features/discipline/server/store.ts'
import { keptOfThresholds } from '#features/discipline/server/threshold-store.ts'
import { type EvidenceActions, hasEvidence, keptOfEvidence, listWitnesses } from '#features/evidence/server/store.ts'
import type { Inbox } from '#features/inbox/rules.ts'
import { createDeliveryStore } from '#features/inbox/server/delivery-store.ts'
import { createOffenceBook } from '#features/offences/server/store.ts'
import { ladderOf } from '#features/roster/content-rules.ts'
import { rostersOf, staffRoster } from '#features/roster/contract.ts'
import { shownStatus } from '#features/roster/effect-rules.ts'
import { createRosterStore, keptOfRosters, NO_EFFECTS } from '#features/roster/server/store.ts'
import { statusOf } from '#features/roster/status-rules.ts'
import { trialModCalls } from '#features/trial-mods/contract.ts'
import { createTrialModStore, KEPT_OF_TRIAL_MODS } from '#features/trial-mods/server/store.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import type { Language } from '#lib/languages.ts'
import { isOn } from '#lib/part.ts'
import type { Topic } from '#lib/topics.ts'
import type { Changes } from '#server/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Discord } from '#server/discord/discord.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Log } from '#server/log.ts'
import { createDeciders, createHolds, createListPeopleWith } from './deciders.ts'
import { importedTables } from './imported-tables.ts'
import type { SiteLanguage } from './languages.ts'
import { passagesOfCodes } from './law-book.ts'
import { createFindRules } from './linked-rules.ts'
import { personLists, type StoresDeps } from './person-lists.ts'
import type { AppDeps } from './settings.ts'
import { WITH_ACTIONS } from './with-actions.ts'

/*
 * What one feature knows of another. Features are strangers: each such fact is made here from the stores of one and
 * handed to the other by its name.
 */

export type Facts = ReturnType<typeof createFacts>

type SettingsOfFacts =
  | 'community'
  | 'law'
  | 'navigation'
  | 'checklists'
  | 'gameTypes'
  | 'actionKeeping'
  | 'codePhrases'
  | 'origin'
  | 'rulebooks'
  | 'indexRules'
  | 'actionTypes'
  | 'playerTypes'
  | 'offences'
  | 'ownerIds'
  | 'pointsRule'
  | 'messageDefaults'

interface CreateFactsDeps extends StoresDeps, Pick<AppDeps, SettingsOfFacts> {
  discord: Pick<Discord, 'sendDirectMessage'>
  changes: Changes
  inbox: Inbox
  limits: Limits
  log: Log
  directory: Directory
  spoken: (language: Language) => SiteLanguage
}

export function createFacts(deps: CreateFactsDeps) {
  const { database, audit, clock, gameTypes, codePhrases } = deps
  const { off } = deps.navigation
  const rosterEffects = createActionEffects(deps)
  const roster = createRosterStore({ ...deps, rosterEffects }, staffRoster)
  const { statuses } = ladderOf(deps.rosterContent, staffRoster.key)
  const offenceBook = createOffenceBook(deps)
  const own = createOwnActionStore({ ...deps, offenceBook })
  const evidenceActions: EvidenceActions = {
    findAbout: createFindAbout(deps),
    lock: async (tx, family, id) => {
      await (family === 'staff' ? STAFF_RECORD.find(tx, id, true) : PLAYER_RECORD.find(tx, id, true))
    },
    findHeld: findAppealed,
    isAppealed,
    mayApprove: (db, actor, family, id) =>
      mayApprove(db, { ...(family === 'staff' ? STAFF_RECORD : PLAYER_RECORD), ...ACTION_APPEALS }, actor, id),
    listOwn: async (actor) => (await own.listOwnActions(actor)).data,
  }
  const questions = createQuestionStore({ database, audit, clock })
  const checklist = createTrialModStore(deps, trialModCalls)
  const codes = async (on: Db) =>
    passagesOfCodes(
      isOn(off, 'ten-codes') ? await listTenCodes(on) : [],
      isOn(off, 'penal-codes') ? await listPenalCodes(on) : [],
      codePhrases,
      deps.law,
      deps.spoken(deps.community.site.language).speech,
    )
  const findRules = createFindRules({ ...deps, codes })
  // The assistant quotes the codes beside the rules, and finds both by the phrases that management added, too.
  const ruleIndex = createRuleIndex({
    ...deps,
    codes: () => codes(database.db),
    addedPhrases: () => listAddedPhrases(database.db),
  })
  return {
    // The training queue is made of the checklist and the roster.
    trainees: () => checklist.listTrainees(),
    staff: async () =>
      (await roster.listShown()).map((member) => {
        const isAway = statusOf(shownStatus(member), statuses)?.counts === 'away'
        return { id: member.discordId, name: member.name, isAway }
      }),
    ruleIndex,
    /** While an action is in force the rosters show another status and refuse a promotion. */
    rosterEffects,
    /** Actions are given for offences of the catalogue, which keeps them as they were. */
    offenceBook,
    /** The rule of each offence is kept with it. */
    findRules,
    search: createSearch({ ruleIndex, limits: deps.limits }),
    onUnanswered: questions.keepUnanswered,
    onThumb: questions.keepThumb,
    /** What is done in game becomes an action. */
    actions: createGameActions({ audit, clock, gameTypes, actionAppeals: ACTION_APPEALS }),
    /** An action does not become harsher while an appeal of it is open, which ends when it is revoked. */
    actionAppeals: ACTION_APPEALS,
    withActions: WITH_ACTIONS,
    /** Bans in game that people say are theirs. */
    unlinkedBans: createUnlinkedBans(),
    /** Appeals read the actions that they are about, and change them in their own transaction. */
    appealedActions: createActionsInAppeals({
      ...{ ...deps, offenceBook, listWitnesses, findRules },
    }),
    deciders: createDeciders({ ...deps, roster }),
    /** Who may give actions may say something of an appeal against one of theirs. */
    canAnswer: createHolds(deps, 'discipline.give'),
    /** Who may approve actions. */
    listApprovers: createListPeopleWith(deps, 'discipline.approve'),
    /** What other programs know of players is brought over. */
    playerImports: createPlayerImports({ ...deps, actionAppeals: ACTION_APPEALS }),
    /** Whether what somebody was told of an action reached them. */
    findDelivery: createDeliveryStore({ ...deps, canSend: deps.discord.sendDirectMessage !== null }).find,
    /** Which actions have evidence. */
    hasEvidence,
    /** What evidence is of. */
    evidenceActions,
    /** What a person's lists say of them. */
    personLists: personLists({ ...deps, off, rosterEffects }),
    /** Imports are kept beside the audit log, which knows nothing of what was imported. */
    importedTables: importedTables(deps),
    /** What the readers of the audit log are not told about themselves. */
    kept: [
      ...keptOfActions(deps),
      keptOfThresholds(database, 'staff', deps.actionTypes),
      keptOfThresholds(database, 'players', deps.playerTypes),
      keptOfEvidence(database, { ...evidenceActions, listRemoved: listRemovedOf, listEverAbout }),
      KEPT_OF_JOINS,
      KEPT_OF_TRIAL_MODS,
      keptOfRosters(database),
    ],
  }
}

/** The name directory, which all staff search, knows everybody on a roster that all staff read. */
export function peopleLists(deps: StoresDeps) {
  const open = rostersOf(deps.rosterContent).filter(({ list }) => list.access === 'staff')
  return open.map((roster) => {
    const store = createRosterStore({ ...deps, rosterEffects: NO_EFFECTS }, roster)
    return {
      topic: roster.name,
      read: async () => (await store.list()).map(({ discordId, ...member }) => ({ ...member, id: discordId })),
    }
  })
}

/** Topics whose list is made of another's: it changes when that one does. */
const MADE_OF: readonly { topic: Topic; of: readonly Topic[] }[] = [
  { topic: 'training', of: ['trialmods', 'roster'] },
  // Each person sees their own of the verifications.
  { topic: 'verification', of: ['verifications'] },
  { topic: 'own-evidence', of: ['evidence'] },
  // A claim that staff confirm brings an action of one's own.
  { topic: 'my-appeals', of: ['claims'] },
  { topic: 'person', of: ['roster', 'dev-roster', 'trialmods', 'staff-da', 'player-actions'] },
]

/**
 * `further` are the lists that only this community has: what all staff may read of a person is made of them, too.
 * `affected` are the rosters that show what actions in force do.
 */
export function followTopics(
  changes: Changes,
  further: readonly Pick<Endpoint, 'topic' | 'access'>[],
  affected: readonly Topic[],
): void {
  const ofPeople = further.flatMap(({ topic, access }) => (topic !== null && access === 'staff' ? [topic] : []))
  changes.on((changed) => {
    for (const { topic, of } of MADE_OF) if (of.includes(changed)) changes.announce(topic)
    if (ofPeople.includes(changed)) changes.announce('person')
    if (changed === 'staff-da') for (const roster of affected) changes.announce(roster)
  })
}
