import { and, or } from 'drizzle-orm'
import { compareText } from '#lib/compare.ts'
import { MINUTE } from '#lib/dates.ts'
import { monotonicClock } from '#lib/monotonic-clock.ts'
import { matchesSearch } from '#lib/search.ts'
import type { Topic } from '#lib/topics.ts'
import type { Changes } from '#server/changes.ts'
import type { Database } from '#server/database/database.ts'
import { containsText, folded } from '#server/database/folded.ts'
import type { Discord } from '#server/discord/discord.ts'
import { DiscordUnavailable } from '#server/discord/failures.ts'
import type { Log } from '#server/log.ts'
import { discordName } from '../rules.ts'
import { listUsers, type User } from './store.ts'
import { users } from './tables.ts'

/** A person on one of the community's lists. The name on the list takes precedence over the name in Discord. */
export interface ListedPerson {
  id: string
  name: string
  callsign: string | null
  position: string | null
}

/** A person as every page shows them. */
export interface KnownPerson extends ListedPerson {
  /** The person's other names, by which a search finds them too. */
  otherNames: string[]
  avatarUrl: string
}

/** A person with all of their names. */
export interface NamedPerson {
  id: string
  names: string[]
}

/** The names of people: the name on the roster, else the guild nickname, else the Discord name. */
export interface Directory {
  nameOf(user: Pick<User, 'id' | 'nick' | 'globalName' | 'username'>): string
  /** The IDs of the people whose names, callsign or Discord ID contain the query. */
  find(query: string): Promise<string[]>
  /** The first 50 people that the query finds, sorted by name. An empty query finds everybody. */
  search(query: string): Promise<KnownPerson[]>
  /** The people with these IDs who are known, by ID. */
  list(ids: readonly string[]): Promise<Map<string, KnownPerson>>
  /**
   * One person. Discord is asked for a person who is not known here. Null when the person is not in the guild either,
   * or when Discord cannot be asked.
   */
  show(id: string): Promise<KnownPerson | null>
  /**
   * The pictures of those of these people who signed in here and have set one, by ID. Undefined when there are none.
   */
  picturesOf(ids: readonly string[]): Promise<Record<string, string> | undefined>
  /**
   * Everybody who is on a list, who signed in, or who is in the guild, with all of their names. The name that pages
   * show comes first.
   */
  everybody(): Promise<NamedPerson[]>
  /** Runs the listener whenever a name may have changed. */
  onRename(listener: () => void): void
}

export interface DirectoryDeps {
  database: Pick<Database, 'db'>
  discord: Pick<Discord, 'avatarUrl' | 'guildMember' | 'members' | 'report'>
  changes: Changes
  log: Log
  clock: () => Date
  /** The community's lists. The name on an earlier list takes precedence over the name on a later list. */
  lists: readonly { topic: Topic; read(): Promise<ListedPerson[]> }[]
}

/** A person's account and membership as Discord gives them now, or gave them at the last sign-in. */
type DiscordProfile = Pick<User, 'nick' | 'globalName' | 'username' | 'avatar' | 'guildAvatar'>

type DiscordNames = Pick<User, 'id' | 'nick' | 'globalName' | 'username'>

const MAX_SHOWN = 50

/** How long (ms) an answer of Discord is kept. */
const KEPT_FOR = 10 * 60_000
const MAX_KEPT = 500
const GUILD_WAIT = 3_000

/** The most people from the table of users that one search finds. */
const MAX_FOUND = 500

/** Reads the community's lists and keeps them until they change. */
export async function createDirectory(deps: DirectoryDeps): Promise<Directory> {
  const { discord, changes, log, lists } = deps
  const { db } = deps.database
  const time = monotonicClock(deps.clock)
  const answersById = new Map<string, { profile: DiscordProfile | undefined; until: number }>()
  const listeners: (() => void)[] = []
  let listed = await read()
  /** `changeCount` counts the changes of the lists, `includedCount` those that `listed` already includes. */
  let changeCount = 0
  let includedCount = 0
  let reading: Promise<void> | null = null

  async function read(): Promise<Map<string, ListedPerson>> {
    const people = new Map<string, ListedPerson>()
    for (const list of lists) {
      for (const person of await list.read()) if (!people.has(person.id)) people.set(person.id, person)
    }
    return people
  }

  function readAgain(): Promise<void> {
    reading ??= readUntilCurrent().finally(() => {
      reading = null
    })
    return reading
  }

  /** Reads the lists again until no change arrived during the reading. */
  async function readUntilCurrent(): Promise<void> {
    while (includedCount < changeCount) {
      const upTo = changeCount
      listed = await read()
      includedCount = upTo
    }
    for (const listener of listeners) listener()
  }

  async function currentList(): Promise<Map<string, ListedPerson>> {
    if (includedCount < changeCount) await readAgain()
    return listed
  }

  changes.on((topic) => {
    if (!lists.some((list) => list.topic === topic)) return
    changeCount += 1
    readAgain().catch((error: unknown) => log.warn({ err: error }, 'the names of the roster could not be read again'))
  })

  function personOf(id: string, entry: ListedPerson | undefined, user: DiscordProfile | undefined): KnownPerson | null {
    const names = [entry?.name, user?.nick, user?.globalName, user?.username].filter((name) => name != null)
    const [name, ...others] = new Set(names)
    if (name === undefined) return null
    return {
      id,
      name,
      otherNames: others,
      callsign: entry?.callsign ?? null,
      position: entry?.position ?? null,
      avatarUrl: discord.avatarUrl({ id, avatar: user?.avatar ?? null }, { avatar: user?.guildAvatar ?? null }),
    }
  }

  /**
   * Asks Discord for a person who never signed in here. Undefined when the person is not in the guild or Discord does
   * not answer.
   */
  async function askDiscord(id: string): Promise<DiscordProfile | undefined> {
    const now = time()
    const kept = answersById.get(id)
    if (kept !== undefined && now < kept.until) return kept.profile
    let profile: DiscordProfile | undefined
    try {
      const member = await discord.guildMember(id)
      if (member !== null) {
        const { nick, avatar: guildAvatar } = member.membership
        profile = { ...member.account, nick, guildAvatar }
      }
    } catch (error) {
      if (!(error instanceof DiscordUnavailable)) throw error
      discord.report(error, 'Discord could not be asked who somebody is')
      return undefined
    }
    answersById.delete(id)
    answersById.set(id, { profile, until: now + KEPT_FOR })
    const [oldest] = answersById.keys()
    if (answersById.size > MAX_KEPT && oldest !== undefined) answersById.delete(oldest)
    return profile
  }

  let guild: { members: DiscordNames[]; until: number } | undefined

  /**
   * The members of the guild, kept for some minutes. Empty without a bot. A page waits for them, so reading stops after
   * `GUILD_WAIT` and the members read so far are used.
   */
  async function guildMembers(): Promise<DiscordNames[]> {
    const now = time()
    if (guild !== undefined && now < guild.until) return guild.members
    const members: DiscordNames[] = []
    let until = now + KEPT_FOR
    try {
      for await (const { account, membership } of discord.members(AbortSignal.timeout(GUILD_WAIT)) ?? []) {
        members.push({ ...account, nick: membership.nick })
      }
    } catch (error) {
      discord.report(error, 'the names of the guild could not all be read')
      until = now + MINUTE
    }
    guild = { members, until }
    return members
  }

  async function list(ids: readonly string[]): Promise<Map<string, KnownPerson>> {
    if (ids.length === 0) return new Map()
    const entries = await currentList()
    const known = new Map((await listUsers(db, ids)).map((user) => [user.id, user]))
    return new Map(
      ids.flatMap((id) => {
        const person = personOf(id, entries.get(id), known.get(id))
        return person === null ? [] : [[id, person]]
      }),
    )
  }

  async function find(query: string): Promise<string[]> {
    const entries = [...(await currentList()).values()]
    const fromLists = entries.filter(({ id, name, callsign }) => matchesSearch(query, [name, callsign, id]))
    const words = query.split(/\s+/).filter(Boolean)
    const names = [users.username, users.globalName, users.nick, users.id]
    const signedIn = await db
      .select({ id: users.id })
      .from(users)
      .where(or(...names.map((name) => and(...words.map((word) => containsText(folded(name), word))))))
      .limit(MAX_FOUND)
    return [...new Set([...fromLists, ...signedIn].map(({ id }) => id))]
  }

  return {
    nameOf: (user) => listed.get(user.id)?.name ?? discordName(user),
    list,
    onRename: (listener) => {
      listeners.push(listener)
    },

    find,

    picturesOf: async (ids) => {
      const pictures = (ids.length === 0 ? [] : await listUsers(db, ids)).flatMap(({ id, avatar, guildAvatar }) =>
        avatar === null && guildAvatar === null
          ? []
          : [[id, discord.avatarUrl({ id, avatar }, { avatar: guildAvatar })] as const],
      )
      return pictures.length === 0 ? undefined : Object.fromEntries(pictures)
    },

    everybody: async () => {
      const people = new Map<string, Set<string>>()
      const add = (id: string, ...names: (string | null | undefined)[]) => {
        const known = people.get(id) ?? new Set()
        for (const name of names) if (name) known.add(name)
        people.set(id, known)
      }
      for (const { id, name } of (await currentList()).values()) add(id, name)
      const { id, nick, globalName, username } = users
      const signedIn: DiscordNames[] = await db.select({ id, nick, globalName, username }).from(users)
      for (const person of [...signedIn, ...(await guildMembers())]) {
        add(person.id, person.nick, person.globalName, person.username)
      }
      return [...people].map(([id, names]) => ({ id, names: [...names] }))
    },

    search: async (query) => {
      const people = [...(await list(await find(query))).values()]
      return people.sort((a, b) => compareText(a.name, b.name)).slice(0, MAX_SHOWN)
    },

    show: async (id) => {
      const entries = await currentList()
      const [user] = await listUsers(db, [id])
      return personOf(id, entries.get(id), user ?? (await askDiscord(id)))
    },
  }
}
