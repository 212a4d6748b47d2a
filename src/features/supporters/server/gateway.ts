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

/** How often the guild is asked again. */
const REFRESH_EVERY = 5 * 60_000
/** The same while there is nothing to show yet. */
const RETRY_AFTER = 30_000
/** How long somebody waits for the very first list. */
const FIRST_WAIT = 3_000

/** What the community says of its supporters; without the file there are no tiers. Throws `BadConfiguration`. */
export function readSupporterRoles(communityDir: string): SupporterRoles {
  const file = join(communityDir, 'supporters.yaml')
  return existsSync(file) ? readYaml(file, SupporterRoles) : { primaryLabel: 'tier', tiers: [], badges: [] }
}

/** Whether there is anything that the wall could be made of: members that a bot lists, or people whom the file names. */
export function hasSupporters(content: SupporterRoles, discord: Pick<Discord, 'members'>): boolean {
  return content.tiers.length > 0 && (discord.members() !== null || countNamed(content) > 0)
}

/**
 * The supporters among the guild's members: the last list that Discord gave. Without a bot, those whom the file names.
 */
export interface Supporters {
  /** The wall. Waits a moment for the first one; throws a `HttpError` (503) while Discord has given none. */
  list(): Promise<Wall>
  /** Asks Discord now; never throws. Nothing is asked before somebody wants the list or calls this. */
  refresh(): Promise<void>
}

export function createSupporters(deps: {
  discord: Discord
  /** Who of these people signed in once. */
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
  const refreshing = scheduler.add({
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
        const asked = error instanceof DiscordUnavailable ? (error.retryAfterSeconds ?? 0) * 1000 : 0
        return Math.max(asked, wall === null ? RETRY_AFTER : REFRESH_EVERY)
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
    refresh: refreshing.run,
    async list() {
      if (wall === null) {
        let timer: NodeJS.Timeout | undefined
        const late = new Promise<void>((resolve) => {
          timer = setTimeout(resolve, firstWait)
        })
        await Promise.race([refreshing.runIfDue(), late])
        clearTimeout(timer)
      }
      if (wall === null)
        throw unavailable(msg('Discord has not told us who our supporters are yet.'), RETRY_AFTER / 1000)
      return wall
    },
  }
}
