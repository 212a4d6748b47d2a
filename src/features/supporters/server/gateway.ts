import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Directory } from '#features/auth/server/directory-store.ts'
import type { User } from '#features/auth/server/store.ts'
import { msg } from '#lib/messages.ts'
import type { Changes } from '#server/changes.ts'
import { readYaml } from '#server/config/yaml.ts'
import type { Discord } from '#server/discord/discord.ts'
import { DiscordUnavailable } from '#server/discord/failures.ts'
import type { GuildMember } from '#server/discord/member.ts'
import { unavailable } from '#server/http/http-error.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import { SupporterRoles, type Wall } from '../contract.ts'
import { countNamed, type GuildPerson, isSupporter, type KnownPerson, namedIds, namedWallOf, wallOf } from '../rules.ts'

/** How often the guild's members are read, in milliseconds. */
const REFRESH_EVERY = 5 * 60_000
/** How soon they are read again after a failure while there is no list yet, in milliseconds. */
const RETRY_AFTER = 30_000
/** How long a request waits for the very first list, in milliseconds. */
const FIRST_WAIT = 3_000

/** Reads the community's tiers and badges. Without the file there are no tiers. Throws `BadConfiguration`. */
export function readSupporterRoles(communityDir: string): SupporterRoles {
  const file = join(communityDir, 'supporters.yaml')
  return existsSync(file) ? readYaml(file, SupporterRoles) : { primaryLabel: 'tier', tiers: [], badges: [] }
}

/** Whether the wall has a source: guild members listed by a bot, or people named in the file. */
export function hasSupporters(content: SupporterRoles, discord: Pick<Discord, 'members'>): boolean {
  return content.tiers.length > 0 && (discord.members() !== null || countNamed(content) > 0)
}

/**
 * The supporters among the guild's members, from the last list that Discord returned. Without a bot, the people in the
 * file.
 */
export interface Supporters {
  /** Returns the wall. Waits a moment for the first list. Throws a `HttpError` (503) until Discord has returned one. */
  list(): Promise<Wall>
  /** Asks Discord now. Never throws. Discord is not asked before the first call of `list` or `refresh`. */
  refresh(): Promise<void>
}

export function createSupporters(deps: {
  discord: Discord
  /** The accounts of these people, as far as they have signed in here. */
  listKnown(ids: readonly string[]): Promise<User[]>
  content: SupporterRoles
  directory: Pick<Directory, 'nameOf'>
  changes: Changes
  scheduler: Scheduler
  /** Milliseconds. */
  firstWait?: number
}): Supporters {
  const { discord, listKnown, content, directory, changes, scheduler, firstWait = FIRST_WAIT } = deps
  let wall: Wall | null = null
  const refreshTask = scheduler.add({
    name: 'reading the supporters',
    runsIn: 'every process',
    every: REFRESH_EVERY,
    startsAfter: Number.POSITIVE_INFINITY,
    work: async (signal) => {
      try {
        const members = content.tiers.length === 0 ? null : discord.members(signal)
        const fresh =
          members === null ? namedWallOf(content, await readKnown()) : wallOf(content, await readPeople(members))
        const isNew = JSON.stringify(fresh) !== JSON.stringify(wall)
        wall = fresh
        if (isNew) changes.announce('supporters')
        return REFRESH_EVERY
      } catch (error) {
        if (signal.aborted) return REFRESH_EVERY
        discord.report(error, 'the supporters could not be read; the last list stays')
        const retryAfter = error instanceof DiscordUnavailable ? (error.retryAfterSeconds ?? 0) * 1000 : 0
        return Math.max(retryAfter, wall === null ? RETRY_AFTER : REFRESH_EVERY)
      }
    },
  })

  async function readKnown(): Promise<Map<string, KnownPerson>> {
    const ids = namedIds(content)
    const users = ids.length === 0 ? [] : await listKnown(ids)
    return new Map(
      users.map((user): [string, KnownPerson] => {
        return [
          user.id,
          { name: directory.nameOf(user), avatar: discord.avatarUrl(user, { avatar: user.guildAvatar }) },
        ]
      }),
    )
  }

  async function readPeople(members: AsyncIterable<GuildMember>): Promise<GuildPerson[]> {
    const people: GuildPerson[] = []
    for await (const member of members) {
      if (isSupporter(content, member.membership.roles)) people.push(personOf(member))
    }
    return people
  }

  function personOf({ account, membership }: GuildMember): GuildPerson {
    return {
      id: account.id,
      name: directory.nameOf({ ...account, nick: membership.nick }),
      avatar: discord.avatarUrl(account, membership),
      roles: membership.roles,
    }
  }

  return {
    refresh: refreshTask.run,
    async list() {
      if (wall === null) {
        let timer: NodeJS.Timeout | undefined
        const late = new Promise<void>((resolve) => {
          timer = setTimeout(resolve, firstWait)
        })
        await Promise.race([refreshTask.runIfDue(), late])
        clearTimeout(timer)
      }
      if (wall === null)
        throw unavailable(msg('Discord has not told us who our supporters are yet.'), RETRY_AFTER / 1000)
      return wall
    },
  }
}
