import * as z from 'zod'
import type { Changes } from '#server/changes.ts'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import type { Discord } from '#server/discord/discord.ts'
import { DiscordUnavailable } from '#server/discord/failures.ts'
import type { Membership } from '#server/discord/member.ts'
import type { Log } from '#server/log.ts'
import type { Processes } from '#server/processes/processes.ts'
import { recentWatches, trueUntil, type Watch } from '../rules.ts'
import type { PeopleSync } from './people.ts'
import type { Sessions } from './sessions.ts'
import { confirmMemberships, listSignedIn, removeRole, saveMembership, type User } from './store.ts'

export interface RoleWatchDeps {
  database: Database
  discord: Pick<Discord, 'openGateway' | 'members' | 'membership' | 'report'>
  sessions: Pick<Sessions, 'updatePerson'>
  people: PeopleSync
  processes: Processes
  changes: Pick<Changes, 'announce' | 'announceElsewhere'>
  clock: () => Date
  log: Log
}

/**
 * Follows role changes through the Discord gateway. While the gateway is connected, roles that were read stay true
 * without another request. When the connection is lost, the age of roles counts from the last moment at which they were
 * known to be true.
 */
export interface RoleWatch {
  /** The time (ms) until which roles read at `readAt` are known to have stayed true. */
  trueUntil(readAt: Date): number
}

/** An event of the gateway: a member has changed, or a role was deleted. */
type Event = { id: string; membership: Membership | null; at: Date } | { roleId: string }

const CHANNEL = 'role-watch'
const ROLES = 'guild-roles'
const WatchMessage = z.object({ since: z.number(), until: z.number() })
/**
 * How often (ms) the leader tells the other processes that it still receives events. Between two messages, roles grow
 * old there.
 */
const ANNOUNCE_EVERY = 5_000
/** A process whose timer has not run for this long (ms) was suspended and received no events meanwhile. */
const SUSPENDED_AFTER = 15_000
const TRY_AGAIN_AFTER = 5_000
const LONGEST_PAUSE = 60_000
/**
 * How long (ms) role changes are collected. Reordering the roles of a guild changes many roles at once, and one message
 * covers them all.
 */
const ANNOUNCE_ROLES_AFTER = 500

export function watchRoles(deps: RoleWatchDeps): RoleWatch {
  const { database, discord, sessions, people, processes, changes, clock, log } = deps
  let watches: Watch[] = []
  /**
   * The last run of the timer while this process is connected, by the wall clock and by a monotonic clock. Null while
   * it is not connected.
   */
  let tick: { at: Date; uptime: number } | null = null

  const nowOnBothClocks = () => ({ at: clock(), uptime: performance.now() })
  /** The time since which this process was suspended, until its timer runs again. Null when it was not suspended. */
  const suspendedSince = () => (tick !== null && performance.now() - tick.uptime > SUSPENDED_AFTER ? tick.at : null)

  function addWatch(watch: Watch): void {
    const others = watches.filter(({ since }) => since !== watch.since)
    watches = recentWatches([...others, watch], clock().getTime()).sort((a, b) => a.since - b.since)
  }

  processes.subscribe(CHANNEL, (payload) => {
    const message = WatchMessage.safeParse(payload)
    if (message.success) addWatch(message.data)
  })

  /** Saves people to the database, and updates them in memory here and in every other process. */
  async function write(work: (tx: Transaction) => Promise<User[]>): Promise<void> {
    const written = await database.db.transaction(async (tx) => {
      const users = await work(tx)
      await people.announceChanged(
        users.map(({ id }) => id),
        tx,
      )
      return users
    })
    for (const user of written) sessions.updatePerson(user)
  }

  processes.whileLeader(async () => {
    const events: Event[] = []
    let applying: Promise<void> | null = null
    /** The time (ms) since which no event was missed. Null while events are missed. */
    let since: number | null = null
    /** The last value of `since`, kept across a disconnect as long as no event was missed after it. */
    let resumable: number | null = null
    let isConnected = false
    /** The last logged reason why no events arrive. Empty while they arrive. At the start none have arrived yet. */
    let lastLoggedReason = 'it has not begun'
    let ended = false
    let announceRolesTimer: NodeJS.Timeout | null = null
    tick = nowOnBothClocks()

    /** Starts a period without missed events, and reads everything that may have changed before it. */
    function begin(): void {
      end(suspendedSince() ?? clock())
      const now = clock().getTime()
      resume(now)
      rolesChanged()
      void sweep(now)
    }

    /** Tells every page that shows the guild's roles to read the roles and their names again. */
    function rolesChanged(): void {
      announceRolesTimer ??= setTimeout(() => {
        announceRolesTimer = null
        changes.announce(ROLES)
        changes.announceElsewhere([ROLES], database.db).catch((error: unknown) => {
          log.warn({ err: error }, 'the other processes could not be notified that roles changed in Discord')
        })
      }, ANNOUNCE_ROLES_AFTER).unref()
    }

    function resume(from: number): void {
      since = from
      resumable = from
      addWatch({ since, until: Number.POSITIVE_INFINITY })
      announceWatch()
    }

    function end(until: Date): void {
      if (since === null) return
      addWatch({ since, until: until.getTime() })
      void processes.publish(CHANNEL, { since, until: until.getTime() })
      since = null
    }

    function announceWatch(): void {
      if (since !== null) void processes.publish(CHANNEL, { since, until: clock().getTime() })
    }

    /** Reads the roles of everybody with a session, in any process, because their changes were missed meanwhile. */
    async function sweep(of: number): Promise<void> {
      for (let pause = TRY_AGAIN_AFTER; since === of && !ended; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
        try {
          const { asked, changed } = await readEverybody()
          if (changed > 0) log.info({ asked, changed }, 'roles that had changed meanwhile were read from Discord')
          return
        } catch (error) {
          discord.report(error, 'the roles of everybody signed in could not be read; trying again')
          const asked = error instanceof DiscordUnavailable ? (error.retryAfterSeconds ?? 0) * 1000 : 0
          await new Promise((resolve) => setTimeout(resolve, Math.max(asked, pause)).unref())
        }
      }
    }

    async function readEverybody(): Promise<{ asked: number; changed: number }> {
      const wanted = new Map((await listSignedIn(database.db)).map((user) => [user.id, user]))
      const asked = wanted.size
      const readAt = clock()
      const same: string[] = []
      let changed = 0
      async function save(id: string, membership: Membership | null, at: Date): Promise<void> {
        await write(async (tx) => listOf(await saveMembership(tx, id, membership, at)))
        changed++
      }

      for await (const { account, membership } of wanted.size === 0 ? [] : (discord.members() ?? [])) {
        const user = wanted.get(account.id)
        if (user === undefined) continue
        wanted.delete(user.id)
        if (isSame(user, membership)) same.push(user.id)
        else await save(user.id, membership, readAt)
        if (wanted.size === 0) break
      }
      // The list of members may be incomplete, so ask for each missing person before removing their roles.
      for (const user of wanted.values()) {
        const at = clock()
        const membership = await discord.membership({ id: user.id, accessToken: null })
        if (membership === null && !user.inGuild) same.push(user.id)
        else await save(user.id, membership, at)
      }
      if (same.length > 0) await write((tx) => confirmMemberships(tx, same, readAt))
      return { asked, changed }
    }

    /** Applies events in the order of their arrival. Each transaction takes all events that are waiting. */
    async function apply(): Promise<void> {
      while (events.length > 0) {
        const batch = events.splice(0)
        try {
          await write((tx) => applyAll(tx, batch))
          if (batch.some((event) => 'roleId' in event) && since !== null) void sweep(since)
        } catch (error) {
          log.error({ err: error }, 'what Discord said of roles could not be written; everybody is read again')
          restartAfterMissedEvents(clock())
        }
      }
    }

    async function applyAll(tx: Db, batch: readonly Event[]): Promise<User[]> {
      const changed = new Map<string, User>()
      for (const event of batch) {
        const users =
          'roleId' in event
            ? await removeRole(tx, event.roleId)
            : listOf(await saveMembership(tx, event.id, event.membership, event.at))
        for (const user of users) changed.set(user.id, user)
      }
      return [...changed.values()]
    }

    function enqueue(event: Event): void {
      events.push(event)
      applying ??= apply().finally(() => {
        applying = null
      })
    }

    function restartAfterMissedEvents(from: Date): void {
      end(from)
      resumable = null
      setTimeout(() => {
        if (isConnected && since === null && !ended) begin()
      }, TRY_AGAIN_AFTER).unref()
    }

    const gateway = discord.openGateway({
      onJoined: () => {
        isConnected = true
        if (lastLoggedReason !== '') log.info({}, 'Discord tells of roles as they change')
        lastLoggedReason = ''
        begin()
      },
      onResumed: () => {
        isConnected = true
        lastLoggedReason = ''
        if (resumable === null) begin()
        else resume(resumable)
      },
      onLost: ({ why, lastHeard, reason }) => {
        isConnected = false
        end(lastHeard)
        if (reason === 'outage' || why === lastLoggedReason) return
        lastLoggedReason = why
        if (reason === 'final')
          log.error({ why }, 'Discord will not tell of roles: they are asked for instead, by their age')
        else log.warn({ why }, 'Discord does not tell of roles for now: they are asked for instead, by their age')
      },
      onMember: (id, membership) => enqueue({ id, membership, at: clock() }),
      onRoleRemoved: (roleId) => enqueue({ roleId }),
      onRolesChanged: rolesChanged,
    })
    const announceTimer = setInterval(() => {
      const stopped = suspendedSince()
      tick = nowOnBothClocks()
      if (stopped === null) return announceWatch()
      log.warn({ stopped }, 'this process was stopped and heard nothing of roles meanwhile; everybody is read again')
      restartAfterMissedEvents(stopped)
    }, ANNOUNCE_EVERY)
    announceTimer.unref()

    return async () => {
      ended = true
      clearInterval(announceTimer)
      if (announceRolesTimer !== null) clearTimeout(announceRolesTimer)
      end(suspendedSince() ?? clock())
      tick = null
      await gateway?.close()
      await applying
    }
  })

  return {
    trueUntil: (readAt) => {
      const read = readAt.getTime()
      if (people.isBehind()) return read
      const stopped = suspendedSince()?.getTime() ?? Number.POSITIVE_INFINITY
      return Math.max(read, Math.min(stopped, trueUntil(read, watches)))
    },
  }
}

function listOf(user: User | null): User[] {
  return user === null ? [] : [user]
}

function isSame(user: User, membership: Membership): boolean {
  return (
    user.inGuild &&
    user.nick === membership.nick &&
    user.guildAvatar === membership.avatar &&
    user.roleIds.length === membership.roles.length &&
    membership.roles.every((role) => user.roleIds.includes(role))
  )
}
