import { ACTION_APPEALS } from '#features/appeals/server/decision-store.ts'
import { isAppealed, listWithOpenAppeal } from '#features/appeals/server/record-store.ts'
import { createRuleIndex } from '#features/assistant/server/rule-index.ts'
import { createSearch } from '#features/assistant/server/search-hits.ts'
import { listAddedPhrases } from '#features/assistant-questions/server/phrase-store.ts'
import { createQuestionStore } from '#features/assistant-questions/server/question-store.ts'
import type { Directory } from '#features/auth/server/directory-store.ts'
import { listPenalCodes, listTenCodes } from '#features/codes/server/store.ts'
import { createFindPeopleOfActions } from '#features/discipline/server/about-store.ts'
import { createActionsInAppeals } from '#features/discipline/server/appealed-store.ts'
import { mayApprove } from '#features/discipline/server/approval-store.ts'
import { createActionEffects } from '#features/discipline/server/effect-store.ts'
import { createGameActions } from '#features/discipline/server/game-store.ts'
import { createPlayerImports } from '#features/discipline/server/history-store.ts'
import { AUDIT_VISIBILITY_OF_JOINS, createUnlinkedBans } from '#features/discipline/server/join-store.ts'
import { createOwnActionStore } from '#features/discipline/server/own-store.ts'
import { PLAYER_RECORD } from '#features/discipline/server/player-store.ts'
import { STAFF_RECORD } from '#features/discipline/server/record-store.ts'
import { auditVisibilityOfActions } from '#features/discipline/server/store.ts'
import { auditVisibilityOfThresholds } from '#features/discipline/server/threshold-store.ts'
import { listEverAbout, listRemovedAbout } from '#features/discipline/server/tombstone-store.ts'
import {
  auditVisibilityOfEvidence,
  type EvidenceActions,
  hasEvidence,
  listWitnesses,
} from '#features/evidence/server/store.ts'
import type { Inbox } from '#features/inbox/rules.ts'
import { createDeliveryStore } from '#features/inbox/server/delivery-store.ts'
import { createOffenceBook } from '#features/offences/server/store.ts'
import { ladderOf } from '#features/roster/content-rules.ts'
import { rostersOf, staffRoster } from '#features/roster/contract.ts'
import { shownStatus } from '#features/roster/effect-rules.ts'
import { auditVisibilityOfRosters, createRosterStore, NO_EFFECTS } from '#features/roster/server/store.ts'
import { statusOf } from '#features/roster/status-rules.ts'
import { trialModCalls } from '#features/trial-mods/contract.ts'
import { AUDIT_VISIBILITY_OF_TRIAL_MODS, createTrialModStore } from '#features/trial-mods/server/store.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import type { Language } from '#lib/languages.ts'
import { isOn } from '#lib/part.ts'
import type { Topic } from '#lib/topics.ts'
import type { Changes } from '#server/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Discord } from '#server/discord/discord.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Log } from '#server/log.ts'
import { ACTION_DEPENDENTS } from './action-dependents.ts'
import { createDeciders, createHasCapability, createListPeopleWith } from './deciders.ts'
import { importedTables } from './imported-tables.ts'
import type { SiteLanguage } from './languages.ts'
import { passagesOfCodes } from './law-book.ts'
import { createFindRules } from './linked-rules.ts'
import { createPersonLists, type StoresDeps } from './person-lists.ts'
import type { AppDeps } from './settings.ts'

/*
 * What one feature knows about another. Features do not import each other: each fact is made here from the stores of
 * one feature and passed to the other by name.
 */

export type FeatureLinks = ReturnType<typeof createFeatureLinks>

type FeatureLinksSettings =
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

interface FeatureLinksDeps extends StoresDeps, Pick<AppDeps, FeatureLinksSettings> {
  discord: Pick<Discord, 'sendDirectMessage'>
  changes: Changes
  inbox: Inbox
  limits: Limits
  log: Log
  directory: Directory
  siteLanguageOf: (language: Language) => SiteLanguage
}

/**
 * Makes what features know of each other. Over 60 lines because it is one list of these facts, which share the stores
 * at its start.
 */
export function createFeatureLinks(deps: FeatureLinksDeps) {
  const { database, audit, clock, gameTypes, codePhrases } = deps
  const { off } = deps.navigation
  const rosterEffects = createActionEffects(deps)
  const roster = createRosterStore({ ...deps, rosterEffects }, staffRoster)
  const { statuses } = ladderOf(deps.rosterContent, staffRoster.key)
  const offenceBook = createOffenceBook(deps)
  const own = createOwnActionStore({ ...deps, offenceBook })
  const evidenceActions: EvidenceActions = {
    findAbout: createFindPeopleOfActions(deps),
    lock: async (tx, family, id) => {
      await (family === 'staff' ? STAFF_RECORD.find(tx, id, true) : PLAYER_RECORD.find(tx, id, true))
    },
    listWithOpenAppeal,
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
      deps.siteLanguageOf(deps.community.site.language).translator,
    )
  const findRules = createFindRules({ ...deps, codes })
  // The assistant quotes the codes beside the rules. It also finds both by the phrases that management added.
  const ruleIndex = createRuleIndex({
    ...deps,
    codes: () => codes(database.db),
    addedPhrases: () => listAddedPhrases(database.db),
  })
  return {
    // The training queue is built from the checklist and the roster.
    trainees: () => checklist.listTrainees(),
    staff: async () =>
      (await roster.listShown()).map((member) => {
        const isAway = statusOf(shownStatus(member), statuses)?.counts === 'away'
        return { id: member.discordId, name: member.name, isAway }
      }),
    ruleIndex,
    /** While an action is in force, the rosters show another status and refuse a promotion. */
    rosterEffects,
    /** Actions are given for offences of the catalogue. The book keeps each offence as it was at that time. */
    offenceBook,
    /** Each action keeps the rule of its offence. */
    findRules,
    search: createSearch({ ruleIndex, limits: deps.limits }),
    onUnanswered: questions.saveUnanswered,
    onThumb: questions.saveThumb,
    /** Turns what admins do in game into actions. */
    actions: createGameActions({ audit, clock, gameTypes, actionAppeals: ACTION_APPEALS }),
    /** An action cannot become harsher while an appeal of it is open. Revoking the action ends the appeal. */
    actionAppeals: ACTION_APPEALS,
    actionDependents: ACTION_DEPENDENTS,
    /** Bans in game that people claim as theirs. */
    unlinkedBans: createUnlinkedBans(),
    /** Appeals read their actions and change them in the transaction of the appeal. */
    appealedActions: createActionsInAppeals({ ...deps, offenceBook, listWitnesses, findRules }),
    deciders: createDeciders({ ...deps, roster }),
    /** Whoever may give actions may answer an appeal against one of their own actions. */
    canAnswer: createHasCapability(deps, 'discipline.give'),
    /** Lists who may approve actions. */
    listApprovers: createListPeopleWith(deps, 'discipline.approve'),
    /** Imports what other programs know about players. */
    playerImports: createPlayerImports({ ...deps, actionAppeals: ACTION_APPEALS }),
    /** Finds whether the message about an action reached the person. */
    findDelivery: createDeliveryStore({ ...deps, canSend: deps.discord.sendDirectMessage !== null }).find,
    /** Finds which actions have evidence. */
    hasEvidence,
    /** Finds the actions that evidence belongs to. */
    evidenceActions,
    /** What the lists say about one person. */
    personLists: createPersonLists({ ...deps, off, rosterEffects }),
    /** The data of imports is kept outside of the audit log, which does not hold what was imported. */
    importedTables: importedTables(deps),
    /** What the audit log hides from the readers that a row is about. */
    hiddenFromSubject: [
      ...auditVisibilityOfActions(deps),
      auditVisibilityOfThresholds(database, 'staff', deps.actionTypes),
      auditVisibilityOfThresholds(database, 'players', deps.playerTypes),
      auditVisibilityOfEvidence(database, { ...evidenceActions, listRemoved: listRemovedAbout, listEverAbout }),
      AUDIT_VISIBILITY_OF_JOINS,
      AUDIT_VISIBILITY_OF_TRIAL_MODS,
      auditVisibilityOfRosters(database),
    ],
  }
}

/**
 * Lists for the name directory. All staff search the directory, so it knows only people on rosters that all staff read.
 */
export function createDirectoryLists(deps: StoresDeps) {
  const open = rostersOf(deps.rosterContent).filter(({ list }) => list.access === 'staff')
  return open.map((roster) => {
    const store = createRosterStore({ ...deps, rosterEffects: NO_EFFECTS }, roster)
    return {
      topic: roster.name,
      read: async () => (await store.list()).map(({ discordId, ...member }) => ({ ...member, id: discordId })),
    }
  })
}

/** Topics whose list is derived from other topics: it changes when one of those changes. */
const DERIVED_TOPICS: readonly { topic: Topic; of: readonly Topic[] }[] = [
  { topic: 'training', of: ['trialmods', 'roster'] },
  // Each person sees their own verifications.
  { topic: 'verification', of: ['verifications'] },
  { topic: 'own-evidence', of: ['evidence'] },
  // When staff confirm a claim, the person gets an action of their own.
  { topic: 'my-appeals', of: ['claims'] },
  { topic: 'person', of: ['roster', 'dev-roster', 'trialmods', 'staff-da', 'player-actions'] },
]

/**
 * Announces the topics that follow from a changed topic. `further` are the lists that only this community has: the
 * lists that all staff may read change what is shown of a person. `affected` are the rosters that show the effects of
 * actions in force.
 */
export function announceDerivedTopics(
  changes: Changes,
  further: readonly Pick<Endpoint, 'topic' | 'access'>[],
  affected: readonly Topic[],
): void {
  const ofPeople = further.flatMap(({ topic, access }) => (topic !== null && access === 'staff' ? [topic] : []))
  changes.on((changed) => {
    for (const { topic, of } of DERIVED_TOPICS) if (of.includes(changed)) changes.announce(topic)
    if (ofPeople.includes(changed)) changes.announce('person')
    if (changed === 'staff-da') for (const roster of affected) changes.announce(roster)
  })
}
