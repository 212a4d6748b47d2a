import { t } from '#lib/messages.ts'
import type { SourceAction, SourcePerson } from './contract.ts'
import {
  discordIdsOf,
  type Entry,
  endOf,
  entryOf,
  identifiersOf,
  idOf,
  momentOf,
  nameOf,
  type ReadHistory,
  textOf,
  UnreadableSource,
} from './entry-rules.ts'
import { createFindings } from './findings-rules.ts'

/*
 * Reads playersDB.json of txAdmin (versions 1 to 5) and of its fork fxPanel (6 to 10). All times in it are in seconds.
 * Surprising: players who played little are deleted daily while their actions stay, so an action without its player is
 * normal. The ids of warnings begin with A before version 3 and with W since.
 */

const NEWEST_VERSION = 10

const KNOWN = {
  file: new Set([
    ...['version', 'players', 'actions', 'whitelistApprovals', 'whitelistRequests', 'pendingWL', 'reports', 'tickets'],
    ...['botCommandEvents', 'whitelistEntries', 'whitelistApplications', 'whitelistEvents'],
  ]),
  players: new Set([
    ...['license', 'ids', 'hwids', 'name', 'displayName', 'pureName', 'playTime', 'tsLastConnection', 'tsJoined'],
    ...['tsWhitelisted', 'notes', 'nameHistory', 'sessionHistory', 'customTags'],
  ]),
  actions: new Set([
    ...['id', 'type', 'ids', 'identifiers', 'hwids', 'playerName', 'reason', 'author', 'timestamp', 'expiration'],
    ...['acked', 'revocation'],
  ]),
}

/** A person who gives actions in txAdmin, with the Discord account that they linked there. */
export interface SourceAdmin {
  name: string
  discordId: string
}

/** Whether a JSON value is a player database of txAdmin of any version. */
export function isTxAdmin(json: unknown): boolean {
  const file = entryOf(json)
  return file !== null && Array.isArray(file.players) && Array.isArray(file.actions) && 'version' in file
}

/** Reads a player database. `admins` has the Discord IDs of the authors of its actions. */
export function readTxAdmin(json: unknown, admins: readonly SourceAdmin[] = []): ReadHistory {
  const file = entryOf(json)
  if (file === null || !Array.isArray(file.players) || !Array.isArray(file.actions)) {
    throw new UnreadableSource(t('This file has no list of players and actions.'))
  }
  const { version } = file
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1 || version > NEWEST_VERSION) {
    throw new UnreadableSource(
      t('This player database is of version {version}. Versions 1 to {newest} can be read.', {
        version: nameOf(version) ?? '?',
        newest: NEWEST_VERSION,
      }),
    )
  }
  const findings = createFindings()
  findings.checkFields(file, KNOWN.file, '')
  const people = findings.readEach(
    { entries: file.players, known: KNOWN.players, place: 'players[].', idIn: ({ license }) => nameOf(license) },
    readPlayer,
  )
  const accounts = accountsByLicense(people)
  const authors = new Map(admins.map(({ name, discordId }) => [name.toLowerCase(), discordId]))
  // Whitelist entries have a list of their own in the file. Before version 3, they were actions.
  const given = file.actions.filter((action) => entryOf(action)?.type !== 'whitelist')
  const once = {
    keyOf: ({ nativeId }: SourceAction) => nativeId,
    otherwise: t('Another entry of the file has the same id.'),
  }
  const actions = findings.readEach(
    { entries: given, known: KNOWN.actions, place: 'actions[].', idIn: ({ id }) => idOf(id), once },
    (entry) => {
      const action = readAction(entry, version)
      if (typeof action === 'string') return action
      addAccount(action, accounts)
      return {
        ...action,
        author: { ...action.author, discordId: authors.get(action.author.name.toLowerCase()) ?? null },
      }
    },
  )
  const leftOut = file.actions.length - given.length
  return { source: 'txadmin', version: String(version), people, actions, leftOut, ...findings.found() }
}

/**
 * The names and Discord IDs of the admins in admins.json. Nothing else of the file is ever passed on, because it has
 * passwords.
 */
export function readAdmins(json: unknown): SourceAdmin[] {
  if (!isAdmins(json)) throw new UnreadableSource(t('This file has no list of admins.'))
  return json.flatMap((value) => {
    const admin = entryOf(value)
    const discord = entryOf(entryOf(admin?.providers)?.discord)
    const [discordId] = discordIdsOf(identifiersOf([`discord:${discord?.id}`, discord?.identifier]))
    const name = nameOf(admin?.name)
    return name === null || discordId === undefined ? [] : [{ name, discordId }]
  })
}

/** Whether a JSON value is the admins.json of txAdmin. */
export function isAdmins(json: unknown): json is unknown[] {
  const isAdmin = (value: unknown) => {
    const { password_hash: hash, providers, permissions } = entryOf(value) ?? {}
    return hash !== undefined || (entryOf(providers) !== null && Array.isArray(permissions))
  }
  return Array.isArray(json) && json.some(isAdmin)
}

function readPlayer(player: Entry): SourcePerson | string {
  const own = identifiersOf([`license:${player.license}`])
  const identifiers = [...new Set([...own, ...identifiersOf(player.ids)])]
  if (identifiers.length === 0) return t('It has neither a license nor another identifier that can be read.')
  const { playTime, tsJoined, tsLastConnection } = player
  const notes = entryOf(player.notes)
  const text = textOf(notes?.text)
  return {
    identifiers,
    name: nameOf(player.displayName) ?? nameOf(player.name) ?? nameOf(player.pureName),
    playMinutes: isMinutes(playTime) ? Math.floor(playTime) : null,
    firstSeen: momentOf(tsJoined),
    lastSeen: momentOf(tsLastConnection),
    note: text ? { text, by: nameOf(notes?.lastAdmin), at: momentOf(notes?.tsLastEdit) } : null,
  }
}

/** The limit is higher than anybody's play time: a thousand years. */
const isMinutes = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value < 1e9

/** The Discord IDs of the players with each licence. */
function accountsByLicense(people: readonly SourcePerson[]): ReadonlyMap<string, ReadonlySet<string>> {
  const accounts = new Map<string, Set<string>>()
  for (const { identifiers } of people) {
    for (const license of identifiers.filter((one) => one.startsWith('license:'))) {
      const ids = accounts.get(license) ?? new Set()
      for (const id of discordIdsOf(identifiers)) ids.add(id)
      accounts.set(license, ids)
    }
  }
  return accounts
}

/**
 * Adds the Discord ID of its licence to an action without one. It is added only when the licence has exactly one,
 * because two are a question for the owner.
 */
function addAccount(action: SourceAction, accounts: ReadonlyMap<string, ReadonlySet<string>>): void {
  if (discordIdsOf(action.identifiers).length > 0) return
  const ids = new Set(action.identifiers.flatMap((one) => [...(accounts.get(one) ?? [])]))
  const [only] = ids
  if (ids.size === 1) action.identifiers.push(`discord:${only}`)
}

function readAction(entry: Entry, version: number): SourceAction | string {
  const { type } = entry
  const id = idOf(entry.id)
  if (id === null) return t('It has no id.')
  if (type !== 'warn' && type !== 'ban' && type !== 'kick') return unknownKind(type)
  const identifiers = identifiersOf(entry.ids ?? entry.identifiers)
  const name = nameOf(entry.playerName)
  if (identifiers.length === 0 && name === null) return t('It does not say who it is about.')
  const at = momentOf(entry.timestamp)
  if (at === null) return t('Its time cannot be read.')
  const reason = textOf(entry.reason)
  if (reason === undefined) return t('Its reason cannot be read.')
  const expiresAt = type === 'ban' && entry.expiration ? endOf(entry.expiration) : null
  if (expiresAt === undefined) return t('Its end cannot be read.')
  const revoked = readRevocation(entry.revocation)
  if (revoked === undefined) return t('The file does not say clearly whether it was revoked.')
  return {
    nativeId: type === 'warn' && version <= 2 ? id.replace(/^A/, 'W') : id,
    kind: type,
    identifiers,
    name,
    reason,
    author: { name: nameOf(entry.author) ?? t('Unknown'), discordId: null },
    at,
    expiresAt,
    isAcknowledged: entry.acked !== false,
    revoked,
  }
}

/** Null when the action was not revoked. Undefined when this cannot be read. */
function readRevocation(value: unknown): SourceAction['revoked'] | undefined {
  if (value === null || value === undefined) return null
  const revocation = entryOf(value)
  if (revocation === null) return undefined
  const { timestamp, author, reason } = revocation
  if (timestamp === null || timestamp === undefined || timestamp === false) return null
  const at = momentOf(timestamp)
  return at === null ? undefined : { at, by: nameOf(author), reason: textOf(reason) || null }
}

const unknownKind = (kind: unknown) => t('Its kind is unknown: {kind}.', { kind: nameOf(kind) ?? '?' })
