import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import * as z from 'zod'
import { jsonOrNull } from '#lib/json.ts'
import type { Log } from '../log.ts'
import { createLeaderWork } from '../processes/leader-election.ts'
import type { Processes } from '../processes/processes.ts'
import type { Database, Db, PoolBeside } from './database.ts'

/** The name of the PostgreSQL notification channel (manual, LISTEN). */
const CHANNEL = 'site'
/** The key of the leader's advisory lock: an arbitrary number, the same in every process. */
const LEADER_LOCK = 4_815_162_343
/** How often, in milliseconds, a process tries to become the leader, and the leader checks that it still is. */
const CHECK_EVERY = 2_000
/** A connection without a response for this many milliseconds counts as lost. */
const RESPONSE_TIMEOUT = 5_000
/**
 * Milliseconds without a heartbeat until the leader counts as frozen. Another process then terminates its connection.
 */
const LEADER_TIMEOUT = 8_000
/** Milliseconds until this process tries again after it terminated a frozen leader's connection. */
const CHECK_AGAIN_AFTER = 200
/** The most milliseconds to wait at the end until the lock is released. */
const UNLOCK_TIMEOUT = 1_000
/** The most bytes of a message. A notification must be shorter than 8,000 bytes (PostgreSQL manual, NOTIFY). */
const MAX_PAYLOAD_BYTES = 7_000

/** The key of the advisory lock for the first steps of a start: an arbitrary number, the same in every process. */
const FIRST_STEPS_LOCK = 4_815_162_344

/**
 * Runs work under a lock, so that processes that start at once do it one after another, such as filling a new database.
 */
export async function withLock<T>(database: Pick<Database, 'poolBeside'>, work: () => Promise<T>): Promise<T> {
  const pool = database.poolBeside?.()
  if (pool === undefined) return work()
  try {
    const client = await pool.connect()
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [FIRST_STEPS_LOCK])
    return await work()
  } finally {
    // Closing the connection releases the lock.
    await pool.end()
  }
}

/** Takes the lock if it is free, and writes the leader's heartbeat in the same statement. */
const TAKE_LOCK = `
  with taken as (select pg_try_advisory_lock(${LEADER_LOCK}) as holds)
  insert into leader_heartbeat (pid, beat_at) select pg_backend_pid(), clock_timestamp() from taken where holds
  on conflict (one) do update set pid = excluded.pid, beat_at = excluded.beat_at
  returning true as holds`

const SEND_HEARTBEAT = `
  insert into leader_heartbeat (pid, beat_at) values (pg_backend_pid(), clock_timestamp())
  on conflict (one) do update set pid = excluded.pid, beat_at = excluded.beat_at
  returning false as holds`

/**
 * Terminates the connection that holds the lock if its heartbeat is old. A connection that took the lock meanwhile has
 * another pid, so it is not affected. Open transactions of the same process are terminated too, because they may lock
 * rows that the next leader writes.
 */
const END_FROZEN_LEADER = `
  with frozen as (
    select pid from leader_heartbeat join pg_locks using (pid)
    where locktype = 'advisory' and granted and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())
      and classid::bigint = ${LEADER_LOCK}::bigint >> 32 and objid::bigint = ${LEADER_LOCK}::bigint & 4294967295
      and beat_at < clock_timestamp() - interval '${LEADER_TIMEOUT} milliseconds'
  )
  select pg_terminate_backend(its.pid)
  from frozen join pg_stat_activity as leader using (pid) join pg_stat_activity as its using (application_name)
  where its.pid = leader.pid or its.state like 'idle in transaction%'`

const ProcessMessage = z.object({ from: z.string(), channel: z.string(), said: z.unknown() })

/**
 * TCP keepalives, so that PostgreSQL notices if the machine or its network fails, and releases the connection's locks.
 */
const KEEP_ALIVE = 'set tcp_keepalives_idle = 3; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 2'

/**
 * The processes of a site on PostgreSQL. LISTEN and NOTIFY carry their messages, and a session-level advisory lock
 * elects the leader. Both use one connection, which is reopened when it is lost. Until then, `isConnected` is false and
 * the leader's work is ended. The leader writes a heartbeat through this connection. A frozen leader keeps its
 * connection and the lock, so another process terminates that connection when the heartbeat is too old.
 */
export async function severalProcesses(options: {
  database: Pick<Database, 'db'>
  pool: PoolBeside
  mayLead: boolean
  log: Log
}): Promise<Processes> {
  const { pool, log } = options
  const self = randomUUID()
  const listeners = new Map<string, ((said: unknown) => void)[]>()
  const gapListeners: (() => void)[] = []
  const leaderWork = createLeaderWork(log)
  let client: PoolClient | null = null
  let isClosed = false
  let nextCheck: NodeJS.Timeout | undefined
  /** The time of PostgreSQL's last response. All messages sent before it have been received. */
  let answeredAt = Number.NEGATIVE_INFINITY

  function receive(payload: string | undefined): void {
    const message = ProcessMessage.safeParse(jsonOrNull(payload ?? ''))
    if (!message.success) log.warn({}, 'received an unknown message from another process')
    else if (message.data.from !== self) {
      for (const listener of listeners.get(message.data.channel) ?? []) listener(message.data.said)
    }
  }

  function onEnd(this: PoolClient): void {
    void lose(this, true)
  }

  async function connect(): Promise<void> {
    const opened = await pool.connect()
    try {
      opened.on('notification', ({ payload }) => receive(payload))
      await opened.query(`set statement_timeout = ${RESPONSE_TIMEOUT}; ${KEEP_ALIVE}; listen ${CHANNEL}`)
    } catch (error) {
      opened.release(true)
      throw error
    }
    opened.once('end', onEnd)
    client = opened
  }

  /** Handles the loss of the connection, and so of the lock. */
  async function lose(lost: PoolClient, hasEnded = false): Promise<void> {
    if (client !== lost) return
    client = null
    lost.removeAllListeners('notification')
    if (!hasEnded) lost.release(true)
    if (leaderWork.isLeader()) log.warn({}, 'this process is no longer the leader')
    await leaderWork.end()
  }

  /** Releases the lock. Otherwise no other process could lead until PostgreSQL notices that this connection ended. */
  async function releaseLock(held: PoolClient): Promise<void> {
    held.removeAllListeners('notification').off('end', onEnd)
    const isFree = held.query('select pg_advisory_unlock_all(); unlisten *').then(
      () => true,
      (error) => {
        log.warn({ err: error }, 'the lock is released by closing its connection')
        return false
      },
    )
    const wasInTime = await Promise.race([isFree, sleep(UNLOCK_TIMEOUT, false, { ref: false })])
    held.release(!wasInTime)
  }

  /** Sends the heartbeat or tries to become the leader. Returns whether to check again soon. */
  async function checkLeadership(): Promise<boolean> {
    if (client === null) {
      await connect()
      for (const listener of gapListeners) listener()
    }
    const current = client
    if (current === null) return false
    const statement = leaderWork.isLeader() ? SEND_HEARTBEAT : options.mayLead ? TAKE_LOCK : 'select false as holds'
    const answer = current.query<{ holds: boolean }>(statement)
    answer.catch(() => undefined) // the race below handles a failure, but not one that comes too late
    const rows = await Promise.race([answer.then(({ rows }) => rows), sleep(RESPONSE_TIMEOUT, null, { ref: false })])
    if (rows === null) {
      await lose(current)
      return false
    }
    answeredAt = performance.now()
    if (isClosed || leaderWork.isLeader() || !options.mayLead || client !== current) return false
    if (!rows[0]?.holds) return endFrozenLeader(current)
    log.info({}, 'this process is the leader')
    leaderWork.begin()
    return false
  }

  async function endFrozenLeader(current: PoolClient): Promise<boolean> {
    const { rowCount } = await current.query(END_FROZEN_LEADER)
    if (rowCount === 0) return false
    log.warn({}, 'the leader did not answer: its connection was terminated')
    return true
  }

  async function checkRepeatedly(): Promise<void> {
    let isSoon = false
    try {
      isSoon = await checkLeadership()
    } catch (error) {
      log.warn({ err: error }, 'the connection to the other processes failed')
      if (client !== null) await lose(client)
    }
    if (!isClosed)
      nextCheck = setTimeout(() => void checkRepeatedly(), isSoon ? CHECK_AGAIN_AFTER : CHECK_EVERY).unref()
  }

  await connect()
  await checkRepeatedly()

  return {
    publish: async (channel, said, within) => {
      const payload = JSON.stringify({ from: self, channel, said })
      if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES)
        throw new Error(`the message is too long for channel ${channel}`)
      const notify = (db: Db) => db.execute(sql`select pg_notify(${CHANNEL}, ${payload})`)
      if (within) return void (await notify(within))
      try {
        await notify(options.database.db)
      } catch (error) {
        log.warn({ err: error, channel }, 'the other processes could not be notified')
      }
    },
    subscribe: (channel, listener) => {
      const existing = listeners.get(channel)
      if (existing) existing.push(listener)
      else listeners.set(channel, [listener])
    },
    // A process that was frozen still has its connection, but has not yet received the messages of the meantime.
    isConnected: () => client !== null && performance.now() - answeredAt < LEADER_TIMEOUT,
    onReconnect: (listener) => {
      gapListeners.push(listener)
    },
    whileLeader: leaderWork.add,
    isLeader: leaderWork.isLeader,
    close: async () => {
      isClosed = true
      clearTimeout(nextCheck)
      await leaderWork.end()
      const last = client
      client = null
      if (last !== null) await releaseLock(last)
      await pool.end()
    },
  }
}
