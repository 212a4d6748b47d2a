import { and, or } from 'drizzle-orm'
import { compareText } from '#lib/compare.ts'
import { MINUTE } from '#lib/dates.ts'
import { monotonicClock } from '#lib/monotonic-clock.ts'
import { isFound } from '#lib/search.ts'
import type { Topic } from '#lib/topics.ts'
import type { Changes } from '#server/changes.ts'
import type { Database } from '#server/database/database.ts'
import { folded, holds } from '#server/database/folded.ts'
import type { Discord } from '#server/discord/discord.ts'
import { DiscordUnavailable } from '#server/discord/failures.ts'
import type { Log } from '#server/log.ts'
import { discordName } from '../rules.ts'
import { listUsers, type User } from './store.ts'
import { users } from './tables.ts'

/** Somebody on a list of the community: that list's name goes before Discord's. */
export interface ListedPerson {
  id: string
  name: string
  callsign: string | null
  position: string | null
}

/** Somebody as every page shows them. */
export interface KnownPerson extends ListedPerson {
  /** Their other names, by which they are found too. */
  otherNames: string[]
  avatarUrl: string
}

/** Somebody and all that they are called. */
export interface NamedPerson {
  id: string
  names: string[]
}

/** What people are called here: by the roster, else by their guild nickname, else by their Discord name. */
export interface Directory {
  nameOf(user: Pick<User, 'id' | 'nick' | 'globalName' | 'username'>): string
  /** Ids of those who have this in one of their names, their callsign or their Discord ID. */
  find(query: string): Promise<string[]>
  /** The first 50 of them by name; everybody without a query. */
  search(query: string): Promise<KnownPerson[]>
  /** Those of these people who are known, by their ids. */
  list(ids: readonly string[]): Promise<Map<string, KnownPerson>>
  /** One person; Discord is asked for somebody who is not known here. Null: nobody in the guild either. */
  show(id: string): Promise<KnownPerson | null>
  /** The pictures that these people chose themselves, as far as they signed in here; undefined where there are none. */
  picturesOf(ids: readonly string[]): Promise<Record<string, string> | undefined>
  /** Everybody on a list, who signed in or who is in the guild, with all of their names; the one shown is first. */
  everybody(): Promise<NamedPerson[]>
  /** Runs the listener whenever somebody's name may be another. */
  onRename(listener: () => void): void
}

export interface DirectoryDeps {
  database: Pick<Database, 'db'>
  discord: Pick<Discord, 'avatarUrl' | 'guildMember' | 'members' | 'report'>
  changes: Changes
  log: Log
  clock: () => Date
  /** The community's lists, the one that names people first at the front. */
  lists: readonly { topic: Topic; read(): Promise<ListedPerson[]> }[]
}

/** What Discord says of somebody, now or when they signed in last. */
type Said = Pick<User, 'nick' | 'globalName' | 'username' | 'avatar' | 'guildAvatar'>

type SaidBy = Pick<User, 'id' | 'nick' | 'globalName' | 'username'>

const MAX_SHOWN = 50

/** So long Discord is not asked again for one person. */
const KEPT_FOR = 10 * 60_000
const MAX_KEPT = 500
const GUILD_WAIT = 3_000

/** As many people who signed in are found at once. */
const MAX_FOUND = 500

/** Reads the community's lists and keeps them until they change. */
export async function createDirectory(deps: DirectoryDeps): Promise<Directory> {
  const { discord, changes, log, lists } = deps
  const { db } = deps.database
  const time = monotonicClock(deps.clock)
  const asked = new Map<string, { said: Said | undefined; until: number }>()
  const listeners: (() => void)[] = []
  let listed = await read()
  /** How many changes of the lists were heard of, and how many of them `listed` holds. */
  let heard = 0
  let held = 0
  let reading: Promise<void> | null = null

  async function read(): Promise<Map<string, ListedPerson>> {
    const people = new Map<string, ListedPerson>()
    for (const list of lists) {
      for (const person of await list.read()) if (!people.has(person.id)) people.set(person.id, person)
    }
    return people
  }

  function readAgain(): Promise<void> {
    reading ??= readUntilHeld().finally(() => {
      reading = null
    })
    return reading
  }

  /** What was read before the newest change is read once more. */
  async function readUntilHeld(): Promise<void> {
    while (held < heard) {
      const upTo = heard
      listed = await read()
      held = upTo
    }
    for (const listener of listeners) listener()
  }

  async function fresh(): Promise<Map<string, ListedPerson>> {
    if (held < heard) await readAgain()
    return listed
  }

  changes.on((topic) => {
    if (!lists.some((list) => list.topic === topic)) return
    heard += 1
    readAgain().catch((error: unknown) => log.warn({ err: error }, 'the names of the roster could not be read again'))
  })

  function personOf(id: string, entry: ListedPerson | undefined, user: Said | undefined): KnownPerson | null {
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

  /** Somebody who never signed in here, as the guild knows them. A courtesy: without an answer they are shown without. */
  async function ask(id: string): Promise<Said | undefined> {
    const now = time()
    const kept = asked.get(id)
    if (kept !== undefined && now < kept.until) return kept.said
    let said: Said | undefined
    try {
      const member = await discord.guildMember(id)
      if (member !== null) {
        const { nick, avatar: guildAvatar } = member.membership
        said = { ...member.account, nick, guildAvatar }
      }
    } catch (error) {
      if (!(error instanceof DiscordUnavailable)) throw error
      discord.report(error, 'Discord could not be asked who somebody is')
      return undefined
    }
    asked.delete(id)
    asked.set(id, { said, until: now + KEPT_FOR })
    const [oldest] = asked.keys()
    if (asked.size > MAX_KEPT && oldest !== undefined) asked.delete(oldest)
    return said
  }

  let guild: { members: SaidBy[]; until: number } | undefined

  /**
   * The guild's members, as the bot was told within the last minutes; nobody without a bot. Somebody waits for them, so
   * after a while those who came are taken.
   */
  async function guildMembers(): Promise<SaidBy[]> {
    const now = time()
    if (guild !== undefined && now < guild.until) return guild.members
    const members: SaidBy[] = []
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
    const entries = await fresh()
    const known = new Map((await listUsers(db, ids)).map((user) => [user.id, user]))
    return new Map(
      ids.flatMap((id) => {
        const person = personOf(id, entries.get(id), known.get(id))
        return person === null ? [] : [[id, person]]
      }),
    )
  }

  async function find(query: string): Promise<string[]> {
    const entries = [...(await fresh()).values()]
    const fromLists = entries.filter(({ id, name, callsign }) => isFound(query, [name, callsign, id]))
    const words = query.split(/\s+/).filter(Boolean)
    const names = [users.username, users.globalName, users.nick, users.id]
    const signedIn = await db
      .select({ id: users.id })
      .from(users)
      .where(or(...names.map((name) => and(...words.map((word) => holds(folded(name), word))))))
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
      for (const { id, name } of (await fresh()).values()) add(id, name)
      const { id, nick, globalName, username } = users
      const signedIn: SaidBy[] = await db.select({ id, nick, globalName, username }).from(users)
      for (const said of [...signedIn, ...(await guildMembers())]) {
        add(said.id, said.nick, said.globalName, said.username)
      }
      return [...people].map(([id, names]) => ({ id, names: [...names] }))
    },

    search: async (query) => {
      const people = [...(await list(await find(query))).values()]
      return people.sort((a, b) => compareText(a.name, b.name)).slice(0, MAX_SHOWN)
    },

    show: async (id) => {
      const entries = await fresh()
      const [user] = await listUsers(db, [id])
      return personOf(id, entries.get(id), user ?? (await ask(id)))
    },
  }
}
