import { t } from '#lib/messages.ts'
import type { SourceAction } from './contract.ts'
import {
  type Entry,
  endOfText,
  entryOf,
  identifiersOf,
  idFrom,
  idOf,
  nameOf,
  type ReadHistory,
  textOf,
  UnreadableSource,
} from './entry-rules.ts'
import { createFindings } from './findings-rules.ts'

/*
 * Reads the bans of vMenu. Surprising: the file never has the date of a ban, and its ends are in the time of its
 * machine, often without an offset. Ends without an offset count as UTC.
 */

const KNOWN = new Set(['playerName', 'identifiers', 'bannedUntil', 'banReason', 'bannedBy', 'uuid'])
const NO_UUID = '00000000-0000-0000-0000-000000000000'
/** A ban that ends in this year or later is for good. */
const FOR_GOOD = 3000

/** Whether a JSON value is a list of vMenu's bans. */
export function isVMenu(json: unknown): boolean {
  const first = Array.isArray(json) ? entryOf(json[0]) : null
  return first !== null && 'bannedUntil' in first && 'identifiers' in first
}

/** Reads the bans. All of them count as given at `takenAt`, the time of the file. */
export function readVMenu(json: unknown, takenAt: string): ReadHistory {
  if (!Array.isArray(json)) throw new UnreadableSource(t('This file has no list of bans.'))
  const findings = createFindings()
  const once = { keyOf: ({ nativeId }: SourceAction) => nativeId, otherwise: t('Another entry has the same ban.') }
  const actions = findings.readEach({ entries: json, known: KNOWN, idIn: ({ uuid }) => idOf(uuid), once }, (ban) =>
    readBan(ban, takenAt),
  )
  return { source: 'vmenu', version: null, people: [], actions, leftOut: 0, ...findings.found() }
}

function readBan(ban: Entry, takenAt: string): SourceAction | string {
  const identifiers = identifiersOf(ban.identifiers)
  const name = nameOf(ban.playerName)
  if (identifiers.length === 0 && name === null) return t('It does not say who it is about.')
  const reason = textOf(ban.banReason)
  if (reason === undefined) return t('Its reason cannot be read.')
  const end = endOfText(ban.bannedUntil)
  if (end === undefined) return t('Its end cannot be read.')
  const expiresAt = end !== null && Number(end.slice(0, 4)) >= FOR_GOOD ? null : end
  const uuid = idOf(ban.uuid)
  return {
    nativeId: uuid === null || uuid === NO_UUID ? idFrom([...identifiers].sort(), name, reason, end) : uuid,
    kind: 'ban',
    identifiers,
    name,
    reason,
    author: { name: nameOf(ban.bannedBy) ?? t('Unknown'), discordId: null },
    at: takenAt,
    expiresAt,
    isAcknowledged: true,
    revoked: null,
  }
}
