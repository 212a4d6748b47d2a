import { hasOpenAppeal } from '#features/appeals/server/record-store.ts'
import { openAppealsOf } from '#features/appeals/server/tables.ts'
import type { ImportedTable } from '#features/audit/server/undo-store.ts'
import { TOPICS as CLAIM_TOPICS, unlinkClaims } from '#features/claims/server/store.ts'
import { importPenalCodes, importTenCodes } from '#features/codes/contract.ts'
import { IMPORTED_PENAL_CODES, IMPORTED_TEN_CODES } from '#features/codes/server/tables.ts'
import { importActions } from '#features/discipline/contract.ts'
import { joinSubjects } from '#features/discipline/player-contract.ts'
import { accountOf } from '#features/discipline/player-rules.ts'
import { createUnlinkedBans } from '#features/discipline/server/join-store.ts'
import { IMPORTED_ACTIONS, IMPORTED_PLAYERS } from '#features/discipline/server/tables.ts'
import { recordUndone } from '#features/discipline/server/tombstone-store.ts'
import { importQuickLinks } from '#features/quick-links/contract.ts'
import { IMPORTED_LINKS } from '#features/quick-links/server/tables.ts'
import { rostersOf, staffRoster } from '#features/roster/contract.ts'
import { IMPORTED_MEMBERS } from '#features/roster/server/tables.ts'
import { allCalls } from '#features/trial-mods/contract.ts'
import { importedRecords } from '#features/trial-mods/server/tables.ts'
import { msg } from '#lib/messages.ts'
import type { Transaction } from '#server/database/database.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { AppDeps } from './settings.ts'

/**
 * The topics that change when people are joined: the player record, and everything that is read about joined people.
 */
const JOIN_TOPICS = ['player-actions', 'subjects', ...CLAIM_TOPICS] as const

const bans = createUnlinkedBans()
const APPEAL_OPEN = msg('One of the actions that would move has an open appeal. Undo this when the appeal has ended.')

const actionIdsIn = (records: readonly string[]) =>
  records.flatMap((record) => {
    const [prefix, id] = record.split('/')
    return prefix === 'player-actions' ? Number(id) : []
  })

/** The account that a person was joined with. They do not see how many records the join brought. */
function whoseIn(records: readonly string[]): Record<string, string> {
  const who = records
    .map((record) => record.split('/'))
    .find(([prefix, id = '']) => prefix === 'subjects' && accountOf(id))?.[1]
  return who === undefined ? {} : { who }
}

type Deps = Pick<AppDeps, 'rosterContent' | 'checklists' | 'actionTypes' | 'playerTypes'>

/**
 * Rules for splitting joined people. A split is refused while somebody appeals an action that would move, and it undoes
 * what staff confirmed about claims.
 */
const SPLIT_RULES: Pick<ImportedTable, 'checkUndo' | 'onUndone'> = {
  checkUndo: async (on, records) => {
    if (await hasOpenAppeal(on, 'players', actionIdsIn(records))) throw new HttpError(409, 'appeal_open', APPEAL_OPEN)
  },
  onUndone: (tx, records) => unlinkClaims(tx, bans, actionIdsIn(records)),
}

/**
 * The lists that files are imported into, and how each is stored in the database. Whoever may import may also undo,
 * unless `undoneBy` says otherwise.
 */
export const importedTables = ({ rosterContent, checklists, actionTypes, playerTypes }: Deps): ImportedTable[] => [
  ...rostersOf(rosterContent).map((each) => ({
    topic: each.name,
    access: each.import.access,
    // The Staff Roster decides whose appeals a person may judge.
    ...(each.name === staffRoster.name ? { undoneBy: 'management' as const } : {}),
    ...IMPORTED_MEMBERS,
  })),
  {
    topic: 'staff-da',
    access: importActions.access,
    ...IMPORTED_ACTIONS,
    needs: [openAppealsOf('staff', IMPORTED_ACTIONS.key)],
    onRemove: async (tx, records) => (await recordUndone(tx, 'staff', records.map(Number), actionTypes)).map(String),
  },
  // The owner imports whole player histories when the community moves to this site.
  ...IMPORTED_PLAYERS.map((table) => ({
    topic: 'player-actions' as const,
    access: 'owner' as const,
    ...table,
    ...(table.prefix === 'player-actions'
      ? {
          needs: [...table.needs, openAppealsOf('players', table.key)],
          onRemove: async (tx: Transaction, records: readonly string[]) =>
            (await recordUndone(tx, 'players', actionIdsIn(records), playerTypes)).map((id) => `player-actions/${id}`),
        }
      : {}),
  })),
  // Staff joined two people by hand.
  ...IMPORTED_PLAYERS.map((table) => ({
    ...table,
    topic: 'subjects' as const,
    access: joinSubjects.access,
    topics: JOIN_TOPICS,
    ...(table.prefix === 'player-actions' ? SPLIT_RULES : { isNamed: true, alsoSaid: whoseIn }),
  })),
  ...allCalls(checklists).map((calls) => {
    return { topic: calls.name, access: calls.import.access, ...importedRecords(calls.key) }
  }),
  { topic: 'ten-codes', access: importTenCodes.access, ...IMPORTED_TEN_CODES },
  { topic: 'penal-codes', access: importPenalCodes.access, ...IMPORTED_PENAL_CODES },
  { topic: 'quick-links', access: importQuickLinks.access, ...IMPORTED_LINKS },
]
