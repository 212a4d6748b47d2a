import { setTimeout as sleep } from 'node:timers/promises'
import type { SessionInfo, WebSocketShard } from '@discordjs/ws'
import * as z from 'zod'
import { backOff } from '#lib/back-off.ts'
import { monotonicClock } from '#lib/monotonic-clock.ts'
import { DiscordUnavailable, DiscordUnreachable } from './failures.ts'
import { MemberBody, type Membership, membershipFrom, Snowflake } from './member.ts'
import type { Outage } from './outage.ts'

/**
 * Receives events of the guild. Discord may send an event twice or out of order, so each call only means "read this
 * again".
 */
export interface GatewayListener {
  /** Every event from now on is received. Earlier events may have been missed. */
  onJoined(): void
  /** The connection is back and has received the events of the meantime: none was missed. */
  onResumed(): void
  /**
   * Events are no longer received: temporarily, or permanently if `reason` is 'final'. All events up to `lastHeard`
   * were received. `Outage` logs an 'outage', so the listener need not.
   */
  onLost(loss: { why: string; lastHeard: Date; reason: LossReason }): void
  /** A person's current membership. Null if they left the guild or were kicked or banned. */
  onMember(id: string, membership: Membership | null): void
  onRoleRemoved(roleId: string): void
  /** A role was created, changed or deleted. */
  onRolesChanged(): void
}

export type LossReason = 'outage' | 'refused' | 'final'

export interface Gateway {
  close(): Promise<void>
}

/** https://docs.discord.com/developers/events/gateway#get-gateway-bot */
export const GatewayInfo = z.object({
  url: z.url({ protocol: /^wss?$/ }),
  shards: z.number(),
  session_start_limit: z.object({
    total: z.number(),
    remaining: z.number(),
    reset_after: z.number(),
    max_concurrency: z.number(),
  }),
})
export type GatewayInfo = z.infer<typeof GatewayInfo>

export interface GatewayDeps {
  botToken: string
  guildId: string
  /** Asks Discord for the gateway's URL. Null if Discord does not accept the bot token. Throws `DiscordUnavailable`. */
  askWhere(): Promise<GatewayInfo | null>
  clock: () => Date
  /** Milliseconds to wait after this number of consecutive losses. */
  pauseAfter?: (losses: number) => number
  /** Told whether Discord responds. */
  outage?: Outage
}

/** GUILDS and GUILD_MEMBERS: https://docs.discord.com/developers/events/gateway#list-of-intents */
const INTENTS: number = (1 << 0) | (1 << 1)

/**
 * Close codes after which a client must not reconnect:
 * https://docs.discord.com/developers/topics/opcodes-and-status-codes
 */
const FINAL: Record<number, string> = {
  4004: 'Discord does not accept the bot token (4004)',
  4010: 'Discord does not know the shard (4010)',
  4011: 'the guild is too large for one connection (4011)',
  4012: 'Discord no longer serves this version of its gateway (4012)',
  4013: 'Discord does not know the intents (4013)',
  4014: 'the bot may not hear of members: switch on "Server Members Intent" on the Bot page of the application (4014)',
}

/** Discord allows 1,000 new sessions a day. The pauses after losses grow so that an outage does not use them up. */
const PAUSES = { first: 1_000, longest: 120_000 }
const defaultPause = (losses: number) => backOff(losses, PAUSES) * (0.75 + Math.random() / 4)
/** Discord resets its count of sessions each day. A timer of more than 24 days would fire at once. */
const LONGEST_REST = 24 * 60 * 60_000
/** After a connection of at least this length, the first reconnect is immediate. */
const STABLE_AFTER = 60_000
/** The most that closing waits for Discord to close its side. */
const CLOSE_TIMEOUT_MS = 2_000

const OurGuild = z.object({ id: z.string(), unavailable: z.boolean().optional() })
const Ready = z.object({ guilds: z.array(z.object({ id: z.string() })) })
const MemberEvent = z.object({ guild_id: z.string(), user: z.object({ id: Snowflake }) })
const InGuild = z.object({ guild_id: z.string() })
const RoleEvent = z.object({ guild_id: z.string(), role_id: Snowflake })

/**
 * Keeps a connection to Discord's gateway and reports the events of one guild. It resumes the session after short
 * losses and starts a new one after long losses. It gives up only if Discord says that retrying is pointless. Never
 * throws.
 */
export function openGateway(deps: GatewayDeps, listener: GatewayListener): Gateway {
  const { botToken, guildId, clock, pauseAfter = defaultPause, outage } = deps
  const closing = new AbortController()
  let shard: WebSocketShard | null = null
  let session: SessionInfo | null = null
  const time = monotonicClock(clock)
  let isOpen = false
  /** Whether events of the guild are received. */
  let isUp = false
  /** Whether the guild was available before the connection was lost, so that resuming is enough. */
  let hasGuild = false
  let lastHeard = clock()
  let upSince = 0
  let losses = 0
  let pause = 0

  async function run(): Promise<void> {
    const info = await whereToConnect()
    if (info === null || closing.signal.aborted) return
    // Only sites with a bot need the library.
    const { DefaultWebSocketManagerOptions, Encoding, WebSocketShard } = await import('@discordjs/ws')
    const { identifyProperties, version } = DefaultWebSocketManagerOptions
    shard = new WebSocketShard(
      {
        options: {
          version,
          identifyProperties: { ...identifyProperties, browser: 'site', device: 'site' },
          encoding: Encoding.JSON,
          compression: null,
          useIdentifyCompression: false,
          initialPresence: null,
          largeThreshold: null,
          intents: INTENTS,
          token: botToken,
          shardCount: 1,
          gatewayInformation: info,
          handshakeTimeout: 10_000,
          // Longer than the handshake: the library must not abandon a socket that is still connecting.
          helloTimeout: 20_000,
          readyTimeout: 15_000,
        },
        // The library calls this before each connection and has no pause of its own.
        retrieveSessionInfo: async () => {
          await restFor(pause)
          pause = 0
          if (closing.signal.aborted) await new Promise(() => undefined) // never resolves: no new connection may open
          return session
        },
        updateSessionInfo: (_, info) => {
          session = info
        },
        waitForIdentify: async () => undefined,
      },
      0,
    )
    shard.on('hello', () => {
      isOpen = true
      lastHeard = clock()
      if (closing.signal.aborted) void shard?.destroy()
    })
    shard.on('heartbeat', () => {
      lastHeard = clock()
    })
    shard.on('dispatch', ({ t, d }) => {
      lastHeard = clock()
      receive(t, d)
    })
    shard.on('closed', lost)
    // `closed` follows each of these and is handled. Without a listener, the library would throw them.
    for (const event of ['error', 'socketError'] as const) shard.on(event, () => undefined)
    await shard.connect().catch(() => undefined) // the `closed` event reports the reason
  }

  /** Waits until the bot may connect. Null if retrying is pointless or the gateway is closing. */
  async function whereToConnect(): Promise<GatewayInfo | null> {
    for (;;) {
      let wait = 0
      try {
        const info = await deps.askWhere()
        if (info === null) {
          lose('Discord does not accept the bot token', 'final')
          return null
        }
        const { remaining, reset_after: resetAfter } = info.session_start_limit
        if (remaining > 0) return info
        wait = Math.max(resetAfter, pauseAfter(++losses))
        lose('Discord lets the bot connect no more today', 'refused')
      } catch (error) {
        if (!(error instanceof DiscordUnavailable)) throw error
        wait = Math.max((error.retryAfterSeconds ?? 0) * 1000, pauseAfter(++losses))
        lose(error.message, error instanceof DiscordUnreachable ? 'outage' : 'refused')
      }
      await restFor(wait)
      if (closing.signal.aborted) return null
    }
  }

  function receive(type: string, data: unknown): void {
    switch (type) {
      case 'READY':
        hasGuild = false
        read(Ready, data, ({ guilds }) => {
          if (!guilds.some(({ id }) => id === guildId)) lose(`the bot is not in the guild ${guildId}`, 'refused')
        })
        break
      case 'RESUMED':
        if (hasGuild && !isUp) up(() => listener.onResumed())
        break
      case 'GUILD_CREATE':
        read(OurGuild, data, ({ id, unavailable }) => {
          if (id !== guildId || unavailable) return
          hasGuild = true
          up(() => listener.onJoined())
        })
        break
      case 'GUILD_DELETE':
        read(OurGuild, data, ({ id, unavailable }) => {
          if (id !== guildId) return
          hasGuild = false
          if (unavailable) lose('Discord cannot reach the guild', 'outage')
          else lose('the bot was removed from the guild', 'refused')
        })
        break
      case 'GUILD_MEMBER_ADD':
      case 'GUILD_MEMBER_UPDATE':
        read(MemberEvent.and(MemberBody), data, (member) => {
          if (member.guild_id === guildId) listener.onMember(member.user.id, membershipFrom(member))
        })
        break
      case 'GUILD_MEMBER_REMOVE':
        read(MemberEvent, data, ({ guild_id, user }) => {
          if (guild_id === guildId) listener.onMember(user.id, null)
        })
        break
      case 'GUILD_ROLE_DELETE':
        read(RoleEvent, data, ({ guild_id, role_id }) => {
          if (guild_id !== guildId) return
          listener.onRoleRemoved(role_id)
          listener.onRolesChanged()
        })
        break
      case 'GUILD_ROLE_CREATE':
      case 'GUILD_ROLE_UPDATE':
        read(InGuild, data, ({ guild_id }) => {
          if (guild_id === guildId) listener.onRolesChanged()
        })
    }
  }

  /** An event that cannot be parsed counts as missed, so the listener must read everything again. */
  function read<T>(shape: z.ZodType<T>, data: unknown, use: (data: T) => void): void {
    const parsed = shape.safeParse(data)
    if (parsed.success) use(parsed.data)
    else if (isUp) listener.onJoined()
  }

  function up(notify: () => void): void {
    isUp = true
    upSince = time()
    outage?.answered('gateway')
    notify()
  }

  function lose(why: string, reason: LossReason): void {
    isUp = false
    if (closing.signal.aborted) return
    if (reason === 'outage') outage?.failed('gateway', why)
    else outage?.ended('gateway')
    listener.onLost({ why, lastHeard, reason })
  }

  function lost(code: number): void {
    isOpen = false
    const final = FINAL[code]
    if (isUp && time() - upSince >= STABLE_AFTER) losses = 0
    pause = losses === 0 ? 0 : pauseAfter(losses)
    losses++
    lose(final ?? `the connection to Discord's gateway was lost (${code})`, final === undefined ? 'outage' : 'final')
  }

  async function restFor(milliseconds: number): Promise<void> {
    if (milliseconds > 0)
      await sleep(Math.min(milliseconds, LONGEST_REST), undefined, { signal: closing.signal, ref: false }).catch(
        () => undefined,
      )
  }

  run().catch((error: unknown) => lose(`the gateway cannot be used: ${error}`, 'final'))

  return {
    close: async () => {
      closing.abort()
      outage?.ended('gateway')
      // The library cannot abort a connection that is still opening. The `hello` handler ends it once it is open.
      if (isOpen) await Promise.race([shard?.destroy(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}
