import { t } from '#lib/messages.ts'
import type { SourceAction } from './contract.ts'
import {
  type Entry,
  endOf,
  entryOf,
  identifiersOf,
  idFrom,
  idOf,
  listOf,
  momentOf,
  nameOf,
  type ReadHistory,
  textOf,
  UnreadableSource,
} from './entry-rules.ts'
import { createFindings } from './findings-rules.ts'

/*
 * Reads banlist.json of EasyAdmin: the current bans. Surprising: the number of a lifted ban is used again, so the
 * number alone does not identify a ban. Older files have neither the name nor the time; the name is part of the reason.
 */

/** A ban that ends at this second or later is for good. */
const FOR_GOOD = 10_444_633_200

const KNOWN = new Set([
  ...['banid', 'name', 'username', 'identifiers', 'banner', 'reason', 'expire', 'expireString', 'expiryString', 'type'],
  ...['time', 'action', 'issuingResource', 'identifier', 'steam', 'discord'],
])

/** Whether a JSON value is a ban list of EasyAdmin. */
export function isEasyAdmin(json: unknown): boolean {
  const first = entryOf(bansOf(json)?.[0])
  return first !== null && 'banner' in first && 'reason' in first && 'expire' in first
}

/** Reads a ban list. A ban without a date counts as given at `takenAt`, the time of the file. */
export function readEasyAdmin(json: unknown, takenAt: string): ReadHistory {
  const bans = bansOf(json)
  if (bans === null) throw new UnreadableSource(t('This file has no list of bans.'))
  const findings = createFindings()
  const once = { keyOf: ({ nativeId }: SourceAction) => nativeId, otherwise: t('Another entry has the same ban.') }
  const actions = findings.readEach({ entries: bans, known: KNOWN, idIn: ({ banid }) => idOf(banid), once }, (ban) =>
    readBan(ban, takenAt),
  )
  return { source: 'easyadmin', version: null, people: [], actions, leftOut: 0, ...findings.found() }
}

/** The bans. Lua may write the list as an object with any keys. */
function bansOf(json: unknown): readonly unknown[] | null {
  if (Array.isArray(json)) return json
  const bans = Object.values(entryOf(json) ?? {})
  return bans.length > 0 && bans.every((ban) => entryOf(ban) !== null) ? bans : null
}

function readBan(ban: Entry, takenAt: string): SourceAction | string {
  const { banid, identifier, steam, discord, expire, time } = ban
  const identifiers = identifiersOf([...(listOf(ban.identifiers) ?? []), identifier, steam, discord])
  const reason = textOf(ban.reason)
  if (reason === undefined) return t('Its reason cannot be read.')
  const [, nickname] = /\( Nickname: (.+?) \), Banned by: /.exec(reason) ?? []
  const name = nameOf(ban.username) ?? nameOf(ban.name) ?? nameOf(nickname)
  if (identifiers.length === 0 && name === null) return t('It does not say who it is about.')
  const expiresAt = Number(expire) >= FOR_GOOD ? null : endOf(expire)
  if (expiresAt === undefined) return t('Its end cannot be read.')
  const parts = idOf(banid) === null ? [reason, expiresAt] : [idOf(banid), momentOf(time)]
  return {
    nativeId: idFrom([...identifiers].sort(), name, ...parts),
    kind: 'ban',
    identifiers,
    name,
    reason,
    author: { name: nameOf(ban.banner) ?? t('Unknown'), discordId: null },
    at: momentOf(time) ?? takenAt,
    expiresAt,
    isAcknowledged: true,
    revoked: null,
  }
}
