import { t } from '#lib/messages.ts'
import type { SourceAction } from './contract.ts'
import {
  type Entry,
  entryOf,
  identifiersOf,
  idOf,
  momentOfText,
  nameOf,
  type ReadHistory,
  textOf,
  UnreadableSource,
} from './entry-rules.ts'
import { createFindings } from './findings-rules.ts'

/*
 * Reads the export of Zeppelin's dashboard: the cases of a Discord server. Surprising: the reason of a case is its
 * notes. An unban is a case of its own and revokes the bans before it. The export never has the end of a ban or a mute.
 */

/**
 * The kind of action for each of Zeppelin's types. A mute becomes a warning, because the person noticed it. A soft ban
 * becomes a kick.
 */
const KINDS: Readonly<Record<number, SourceAction['kind'] | 'unban' | undefined>> = {
  1: 'ban',
  2: 'unban',
  3: 'note',
  4: 'warn',
  5: 'kick',
  6: 'warn',
  7: 'note',
  9: 'kick',
}
const DELETED = 8

const KNOWN = new Set([
  ...['case_number', 'user_id', 'user_name', 'mod_id', 'mod_name', 'type', 'created_at', 'is_hidden', 'pp_id'],
  ...['pp_name', 'log_message_id', 'notes'],
])

/** Whether a JSON value is an export of Zeppelin. */
export function isZeppelin(json: unknown): boolean {
  const cases = entryOf(json)?.cases
  return Array.isArray(cases) && (cases.length === 0 || 'case_number' in (entryOf(cases[0]) ?? {}))
}

export function readZeppelin(json: unknown): ReadHistory {
  const cases = entryOf(json)?.cases
  if (!Array.isArray(cases)) throw new UnreadableSource(t('This file has no list of cases.'))
  const findings = createFindings()
  const kept = cases.filter((value) => entryOf(value)?.type !== DELETED)
  const once = {
    keyOf: ({ action }: Case) => action.nativeId,
    otherwise: t('Another entry of the file has the same id.'),
  }
  const read = findings.readEach(
    { entries: kept, known: KNOWN, place: 'cases[].', idIn: ({ case_number }) => idOf(case_number), once },
    readCase,
  )
  const actions = withRevocations([...read].sort((a, b) => a.number - b.number))
  return {
    source: 'zeppelin',
    version: null,
    people: [],
    actions,
    leftOut: cases.length - kept.length,
    ...findings.found(),
  }
}

interface Case {
  number: number
  isUnban: boolean
  action: SourceAction
}

function readCase(entry: Entry): Case | string {
  const id = idOf(entry.case_number)
  if (id === null) return t('It has no id.')
  const kind = KINDS[Number(entry.type)]
  if (kind === undefined) return t('Its kind is unknown: {kind}.', { kind: nameOf(entry.type) ?? '?' })
  const identifiers = identifiersOf([`discord:${entry.user_id}`])
  const name = nameOf(entry.user_name)
  if (identifiers.length === 0 && name === null) return t('It does not say who it is about.')
  const at = momentOfText(entry.created_at)
  if (at === null) return t('Its time cannot be read.')
  const reason = reasonOf(entry.notes)
  if (reason === undefined) return t('Its reason cannot be read.')
  const [moderator] = identifiersOf([`discord:${entry.mod_id}`])
  const action: SourceAction = {
    nativeId: id,
    kind: kind === 'unban' ? 'note' : kind,
    identifiers,
    name,
    reason,
    author: { name: nameOf(entry.mod_name) ?? t('Unknown'), discordId: moderator?.replace('discord:', '') ?? null },
    at,
    expiresAt: null,
    isAcknowledged: true,
    revoked: null,
  }
  return { number: Number(id), isUnban: kind === 'unban', action }
}

/** The texts of the notes of a case, each on its own lines. */
function reasonOf(notes: unknown): string | undefined {
  if (notes === null || notes === undefined) return ''
  if (!Array.isArray(notes)) return undefined
  const texts = notes.map((note) => textOf(entryOf(note)?.body))
  return texts.includes(undefined) ? undefined : textOf(texts.join('\n'))
}

/** Each unban revokes the earlier bans of the same person. An unban that revokes nothing stays a note. */
function withRevocations(cases: readonly Case[]): SourceAction[] {
  const open = new Map<string, SourceAction[]>()
  return cases.flatMap(({ isUnban, action }) => {
    const person = action.identifiers[0] ?? action.name ?? ''
    const bans = open.get(person) ?? []
    if (isUnban && bans.length > 0) {
      open.delete(person)
      for (const ban of bans) ban.revoked = { at: action.at, by: action.author.name, reason: action.reason || null }
      return []
    }
    if (action.kind === 'ban') open.set(person, [...bans, action])
    return [action]
  })
}
