/*
 * The player family: actions against players, done in game (live or in a file of another program) or logged here by
 * staff, and the people whom they are about. Staff search the list, log, revise and revoke as in the Staff DA Database.
 * Each action is about a subject: a Discord account, only identifiers of the game, or only a name. Surprising: `user`
 * is the Discord ID when there is one, otherwise `subject:` and a number. Two subjects are joined automatically when an
 * event or a file shows that they are one person. Hardware ids and addresses are never kept. A revocation here is not
 * sent to txAdmin.
 */
import * as z from 'zod/mini'
import { can } from '#lib/access.ts'
import { optional } from '#lib/address.ts'
import { endpoint } from '#lib/endpoint.ts'
import { ExportFormat, exportCalls, exportsOf } from '#lib/export.ts'
import { msg } from '#lib/messages.ts'
import { text } from '#lib/text.ts'
import {
  Acknowledged,
  ActionPerson,
  ActionRecord,
  ActionWeeks,
  CountedPerson,
  DaApprovalDraft,
  DaDraft,
  DaEntry,
  DaRevisionDraft,
  DaRevocationDraft,
  FILTERS,
  FoundAction,
  INTERNAL,
  inOrder,
  MAX_TO_APPROVE,
  OffenceSuggestion,
  PAGE,
  Params,
  Reading,
  SORTED,
  SuggestionQuery,
  UndoneAddition,
  ZONE,
} from './contract.ts'
import { ACTION_SOURCES, PLAYER_SOURCES, WHO } from './player-rules.ts'

declare module '#lib/topics.ts' {
  interface Topics {
    'player-actions': true
    subjects: true
  }
}

const path = '/api/player-actions'

export const Who = z.string().check(z.regex(WHO, msg('This is neither a Discord ID nor the number of a subject.')))

/** The issuer of an action: a person, the game server, or a name in the program that the action comes from. */
const AdminId = z.string().check(
  z.refine((id) => /^(\d{17,20}|game:\d{1,9})$/.test(id) || PLAYER_SOURCES.some((each) => id.startsWith(`${each}:`)), {
    error: msg('A Discord ID has 17 to 20 digits and nothing else.'),
  }),
)

/** The same as an entry of the Staff DA Database. `user` is the subject of the action. */
export const PlayerEntry = z.extend(DaEntry, {
  source: z.enum(ACTION_SOURCES),
  /** The id of the action in its source. */
  native_id: z.string(),
  /** The import that brought the action. Null when it arrived live or was logged here. */
  import: z.nullable(z.int()),
})
export type PlayerEntry = z.infer<typeof PlayerEntry>

const PLAYER_FILTERS = { ...FILTERS, user: optional(Who), admin: optional(AdminId) }

export const listPlayerActions = endpoint({
  method: 'GET',
  path,
  access: 'staff',
  topic: 'player-actions',
  summary:
    'Lists the actions against players that match the filters, one page at a time. `is_capped` is true if there are more than `total`. Internal reasons are null in actions about the caller.',
  query: z.object({ ...PLAYER_FILTERS, ...PAGE }).check(inOrder),
  reply: z.object({ rows: z.array(PlayerEntry), total: z.int(), is_capped: z.boolean() }),
  hiddenFromSubject: INTERNAL,
})

export const exportPlayerActions = exportsOf(listPlayerActions, {
  name: 'player-actions',
  summary: 'the actions against players that match the filters',
  row: PlayerEntry,
  key: 'id',
  query: z.object({ ...PLAYER_FILTERS, ...SORTED, format: ExportFormat }).check(inOrder),
})

export const listPlayerActionPeople = endpoint({
  method: 'GET',
  path: `${path}/people`,
  access: 'staff',
  summary:
    'Lists the players with actions and the people who gave actions, at most 50 of each, those with the most actions first. `query` matches any of their names or their id.',
  query: z.object({ query: optional(text(100)) }),
  reply: z.object({ users: z.array(CountedPerson), admins: z.array(CountedPerson) }),
})

export const findPlayerActionPerson = endpoint({
  method: 'GET',
  path: `${path}/people/{who}`,
  access: 'staff',
  summary: 'Returns a player, with the number of actions of each type against them in the player record.',
  params: z.object({ who: Who }),
  reply: z.object({ item: ActionPerson }),
})

export const listPlayerActionWeeks = endpoint({
  method: 'GET',
  path: `${path}/weeks`,
  access: 'staff',
  summary:
    'Counts the actions against players that match the filters, by type, in each of 26 weeks, like `GET /api/staff-da/weeks`.',
  query: z.object({ ...PLAYER_FILTERS, ...ZONE }).check(inOrder),
  reply: ActionWeeks,
})

/** The import that brought a record. It is kept as long as the record exists. */
const ImportOf = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  by: z.nullable(z.string()),
  file: z.nullable(z.string()),
  sha256: z.nullable(z.string()),
})

/** The field that holds what staff noted about a person in another program. */
const NOTE = ['note']

/** A person as the community knows them: a subject of the player record. */
export const Subject = z.object({
  who: z.string(),
  version: z.int(),
  /** The Discord ID. Null when none is known. */
  account: z.nullable(z.string()),
  name: z.string(),
  /** Identifiers of the game, such as `license:…` and `steam:…`. Never hardware ids or addresses. */
  identifiers: z.array(z.string()),
  /** Discord accounts that came with these identifiers but are other people. */
  other_accounts: z.array(z.string()),
  play_minutes: z.nullable(z.int()),
  first_seen: z.nullable(z.iso.datetime()),
  last_seen: z.nullable(z.iso.datetime()),
  /** Null when hidden from the caller, because the note is about them. */
  note: z.nullable(z.object({ text: z.string(), by: z.nullable(z.string()), at: z.nullable(z.iso.datetime()) })),
})
export type Subject = z.infer<typeof Subject>

export const findPlayerSuggestion = endpoint({
  method: 'GET',
  path: `${path}/suggestion`,
  access: 'staff',
  summary:
    'Returns the suggestion of the catalogue for one to five offences of a player, based on the actions that stand against them.',
  query: z.extend(SuggestionQuery, { user: Who }),
  reply: OffenceSuggestion,
})

export const findPlayerAction = endpoint({
  method: 'GET',
  path: `${path}/{id}`,
  access: 'staff',
  summary:
    'Returns one action against a player, like `GET /api/staff-da/{id}`, with the player and the import that brought the action.',
  params: Params,
  reply: z.extend(FoundAction, {
    item: PlayerEntry,
    /** Null when the person was erased. */
    subject: z.nullable(Subject),
    import: z.nullable(ImportOf),
  }),
  hiddenFromSubject: [...INTERNAL, ...NOTE],
})

/** The same as in the staff family. A Discord ID that no person of the record has adds a new person. */
export const PlayerDraft = z.extend(DaDraft, { user: Who })

const Changed = z.object({ ok: z.literal(true), item: PlayerEntry })

export const addPlayerAction = endpoint({
  method: 'POST',
  path,
  access: can('discipline.give'),
  summary: 'Logs an action against a player other than the caller, with the caller as the issuer.',
  body: PlayerDraft,
  reply: Changed,
})

/**
 * A revision cannot change whom an action is about. When a subject turns out to be another person, the two are joined.
 */
export const PlayerRevisionDraft = z.omit(DaRevisionDraft, { user: true })

export const revisePlayerAction = endpoint({
  method: 'PUT',
  path: `${path}/{id}`,
  access: 'staff',
  summary:
    'Revises an action against a player other than the caller. The author may do so for 24 hours, management at any time. Returns 409 if the version is outdated.',
  params: Params,
  body: PlayerRevisionDraft,
  reply: Changed,
})

export const revokePlayerAction = endpoint({
  method: 'POST',
  path: `${path}/{id}/revoke`,
  access: 'management',
  summary:
    'Revokes an action against a player other than the caller. The action stays in the list, marked with the outcome. Nothing is sent to txAdmin. Returns 409 if it is revoked already.',
  params: Params,
  body: DaRevocationDraft,
  reply: Changed,
})

export const undoAddPlayerAction = endpoint({
  method: 'POST',
  path: `${path}/{id}/undo`,
  access: can('discipline.give'),
  summary: 'Undoes an action against a player that the caller has just logged, like `POST /api/staff-da/{id}/undo`.',
  params: Params,
  body: UndoneAddition,
  reply: Changed,
})

export const listPlayersToApprove = endpoint({
  method: 'GET',
  path: `${path}/to-approve`,
  access: can('discipline.approve'),
  summary: `Lists the actions against players that wait for approval and that the caller may decide on, oldest first, at most ${MAX_TO_APPROVE}.`,
  reply: z.object({ data: z.array(z.extend(FoundAction, { item: PlayerEntry })) }),
  hiddenFromSubject: INTERNAL,
})

export const approvePlayerAction = endpoint({
  method: 'POST',
  path: `${path}/{id}/approval`,
  access: can('discipline.approve'),
  summary:
    'Approves or rejects an action against a player that waits for approval, like `POST /api/staff-da/{id}/approval`.',
  params: Params,
  body: DaApprovalDraft,
  reply: Changed,
})

export const acknowledgePlayerAction = endpoint({
  method: 'POST',
  path: `${path}/{id}/acknowledgement`,
  access: 'member',
  summary:
    'Records that the caller has read an action against them as a player. Only the first time is stored. Returns 409 if what the caller reads has changed since `version`.',
  params: Params,
  body: Reading,
  reply: Acknowledged,
})

export const listSubjects = endpoint({
  method: 'GET',
  path: '/api/subjects',
  access: 'staff',
  topic: 'subjects',
  summary:
    'Searches the people of the player record by a part of their name, an identifier or their id. Returns at most 50, those seen last first.',
  query: z.object({ query: text(100) }),
  reply: z.object({ data: z.array(Subject) }),
  hiddenFromSubject: NOTE,
})

const WhoParams = z.object({ who: Who })

export const findSubject = endpoint({
  method: 'GET',
  path: '/api/subjects/{who}',
  access: 'staff',
  summary:
    'Returns a person of the player record, with their known identifiers and the number of actions against them.',
  params: WhoParams,
  reply: z.object({ item: Subject, record: ActionRecord, import: z.nullable(ImportOf) }),
  hiddenFromSubject: NOTE,
})

/** The effect of joining two people: one of them stays and receives everything of the other. */
export const Join = z.object({
  stays: Subject,
  goes: Subject,
  /** The number of actions that move to the person who stays. */
  actions: z.int(),
})
export type Join = z.infer<typeof Join>

export const findJoin = endpoint({
  method: 'GET',
  path: '/api/subjects/{who}/join',
  access: 'staff',
  summary: 'Returns the effect of joining two people now. Two Discord accounts cannot be joined.',
  params: WhoParams,
  query: z.object({ other: Who }),
  reply: Join,
})

export const joinSubjects = endpoint({
  method: 'POST',
  path: '/api/subjects/{who}/join',
  access: 'staff',
  summary:
    'Joins two people into one. The join can be undone for 30 days. Returns 409 if a version is outdated; `GET` returns the current ones.',
  params: WhoParams,
  body: z.strictObject({ other: Who, stays_version: z.int(), goes_version: z.int() }),
  reply: z.object({
    ok: z.literal(true),
    item: Subject,
    /** The id of the import that undoes the join. */
    import: z.int(),
  }),
})

export const endpoints = [
  listPlayerActions,
  ...exportCalls(exportPlayerActions),
  listPlayerActionPeople,
  findPlayerActionPerson,
  listPlayerActionWeeks,
  findPlayerSuggestion,
  findPlayerAction,
  addPlayerAction,
  revisePlayerAction,
  revokePlayerAction,
  undoAddPlayerAction,
  listPlayersToApprove,
  approvePlayerAction,
  acknowledgePlayerAction,
  listSubjects,
  findSubject,
  findJoin,
  joinSubjects,
]
