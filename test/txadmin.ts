/*
 * Player databases as txAdmin (versions 1 to 5) and its fork fxPanel (6 to 10) write them. The same seed creates the
 * same people and actions in every version. They contain the difficult cases of all versions: shared licenses, deleted
 * players, bans by identifiers only, and whitelist entries among the actions.
 */

interface Size {
  /** From 1 to 10. */
  version: number
  players: number
  actions: number
  seed: number
}

interface TxAdminPlayer {
  license: string
  [field: string]: unknown
}

interface TxAdminAction {
  id: string
  type: 'ban' | 'warn' | 'kick' | 'whitelist'
  [field: string]: unknown
}

export interface TxAdminDatabase {
  version: number
  players: TxAdminPlayer[]
  actions: TxAdminAction[]
  [list: string]: unknown
}

/** A moment in January 2025, in seconds like all times in the file. */
const START = 1_735_800_000
const HOUR = 3600
const DAY = 24 * HOUR

/** Creates the content of `playersDB.json`, before `JSON.stringify`. */
export function txAdminDatabase({ version, players, actions, seed }: Size): TxAdminDatabase {
  // Each person and action has a random sequence of its own, so they are the same in every version.
  const people = Array.from({ length: players }, (_, at) => personOf(seed, at))
  const all = Array.from({ length: actions }, (_, at) => actionOf(seed, at, people, version))
  return {
    version,
    players: people.filter(({ isDeleted }) => !isDeleted).map((person) => playerOf(person, version)),
    actions: all.filter((action) => action !== null),
    ...otherLists(version),
  }
}

type Person = ReturnType<typeof personOf>

function personOf(seed: number, at: number) {
  const random = randomOf(seed, at, 1)
  const license = hex(random, 40)
  const discord = `3${String(at).padStart(7, '0')}${digits(random, 10)}`
  const joined = START + Math.floor(random() * 300 * DAY)
  return {
    license,
    name: `${pick(random, FIRST)} ${pick(random, LAST)}`,
    ids: [
      `license:${license}`,
      // Every seventh person has no linked Discord account, and every fiftieth has two, as when brothers share a
      // computer.
      ...(at % 7 === 6 ? [] : [`discord:${discord}`]),
      ...(at % 50 === 49 ? [`discord:4${discord.slice(1)}`] : []),
      ...(at % 3 === 0 ? [`steam:11000010${hex(random, 7)}`] : []),
      `fivem:${digits(random, 7)}`,
      ...(at % 4 === 0
        ? [`license2:${hex(random, 40)}`, `live:${digits(random, 15)}`, `xbl:${digits(random, 16)}`]
        : []),
    ],
    hwids: [`2:${hex(random, 64)}`, `4:${hex(random, 64)}`],
    playTime: Math.floor(random() * 9000),
    joined,
    lastSeen: joined + Math.floor(random() * 60 * DAY),
    note: at % 20 === 5 ? 'Asked to be called back about his report.' : '',
    /** Players with less than two hours who stay away are deleted, but not their actions. */
    isDeleted: at % 11 === 10,
  }
}

function playerOf(person: Person, version: number): TxAdminPlayer {
  const notes = { text: person.note, lastAdmin: 'mdelgado', tsLastEdit: person.lastSeen }
  const { license, playTime, joined: tsJoined, lastSeen: tsLastConnection } = person
  if (version <= 2) {
    const empty = { text: '', lastAdmin: null, tsLastEdit: null }
    return { license, name: person.name, playTime, tsJoined, tsLastConnection, notes: person.note ? notes : empty }
  }
  return {
    license,
    ids: person.ids,
    ...(version >= 4 && { hwids: person.hwids }),
    displayName: person.name,
    pureName: person.name.toLowerCase().replaceAll(' ', ''),
    playTime,
    tsLastConnection,
    tsJoined,
    ...(playTime % 5 === 0 && version <= 8 && { tsWhitelisted: tsJoined }),
    ...(person.note && { notes }),
    ...(version >= 6 && { nameHistory: [person.name, 'New Player'] }),
    ...(version >= 8 && { sessionHistory: [['2025-06-01', 90]], customTags: ['regular'] }),
  }
}

/**
 * Null when the version has no such action: kicks were added in version 6, and whitelist actions were removed in
 * version 3.
 */
function actionOf(seed: number, at: number, people: readonly Person[], version: number): TxAdminAction | null {
  const random = randomOf(seed, at, 2)
  const person = people[Math.floor(random() * people.length)] ?? personOf(seed, at)
  const timestamp = person.joined + Math.floor(random() * 60 * DAY)
  const type = at % 97 === 96 ? 'whitelist' : at % 13 === 12 ? 'kick' : at % 4 === 3 ? 'ban' : 'warn'
  const [reason, author] = [pick(random, REASONS), pick(random, ADMINS)]
  const ending = pick<number | false>(random, [false, timestamp + 2 * HOUR, timestamp + 7 * DAY])
  if ((type === 'whitelist' && version > 2) || (type === 'kick' && version < 6)) return null

  const isWarn = type === 'warn'
  const ids = at % 6 === 5 ? person.ids.filter((id) => !id.startsWith('discord:')) : person.ids
  const byIdentifiers = type === 'ban' && at % 8 === 7
  const revoked = type !== 'kick' && at % 9 === 4 ? { timestamp: timestamp + DAY, author: 'dwhitfield' } : null
  const revocation = version >= 6 ? revoked && { ...revoked, reason: 'It was somebody else.' } : revoked
  return {
    id: `${prefixOf(type, version)}${idOf(at)}`,
    type,
    [version <= 3 ? 'identifiers' : 'ids']: ids,
    ...(type === 'ban' && version >= 4 && { hwids: person.hwids }),
    playerName: byIdentifiers ? false : person.name,
    reason,
    author,
    timestamp,
    ...(!(isWarn && version >= 6) && type !== 'kick' && { expiration: isWarn ? false : ending }),
    ...(isWarn && version >= 5 && { acked: at % 5 !== 0 }),
    ...(version < 6 ? { revocation: revoked ?? { timestamp: null, author: null } } : revocation && { revocation }),
  }
}

const prefixOf = (type: TxAdminAction['type'], version: number) =>
  type === 'ban' ? 'B' : type === 'kick' ? 'K' : type === 'warn' && version > 2 ? 'W' : 'A'

/** Seven characters with a dash in between, different for every number. */
function idOf(at: number): string {
  // The multiplier and the modulus are coprime, so each number gives a different result.
  const mixed = (at * 7_654_321 + 1_234_567) % ALPHABET.length ** 5
  const signs = Array.from(
    { length: 7 },
    (_, sign) => ALPHABET[Math.floor(mixed / ALPHABET.length ** (sign % 5)) % ALPHABET.length],
  )
  return `${signs.slice(0, 3).join('')}-${signs.slice(3).join('')}`
}

function otherLists(version: number): Record<string, unknown> {
  if (version <= 2) return { pendingWL: [] }
  if (version <= 8) {
    const approval = { identifier: `license:${'e'.repeat(40)}`, playerName: 'unknown', playerAvatar: null }
    return {
      whitelistApprovals: [{ ...approval, tsApproved: START, approvedBy: 'mdelgado' }],
      whitelistRequests: [],
      ...(version >= 7 && { tickets: [] }),
      ...(version >= 8 && { botCommandEvents: [] }),
    }
  }
  return { whitelistEntries: [], whitelistApplications: [], whitelistEvents: [], tickets: [], botCommandEvents: [] }
}

/** Pseudo-random numbers from 0 to 1. The same place always has the same ones. */
function randomOf(seed: number, at: number, list: number): () => number {
  let state = (seed * 2_654_435_761 + at * 40_503 + list * 97) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function pick<T>(random: () => number, choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(random() * choices.length)] ?? choices[0]
}
const hex = (random: () => number, length: number) =>
  Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('')
const digits = (random: () => number, length: number) =>
  Array.from({ length }, () => 1 + Math.floor(random() * 9)).join('')

/** Leaves out characters that look like others. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const FIRST = ['Avery', 'Blake', 'Casey', 'Devon', 'Ellis', 'Frankie', 'Gray', 'Harper'] as const
const LAST = ['Ashford', 'Benitez', 'Crane', 'Dunmore', 'Eastman', 'Farrow', 'Gallo', 'Hurst'] as const
const ADMINS = ['mdelgado', 'dwhitfield', 'pcastell', 'Console'] as const
const REASONS = [
  'Drove through an active scene.',
  'Left a traffic stop by logging out.',
  'Shot without a reason in the story.',
  'Shouted at others in voice chat.',
] as const
