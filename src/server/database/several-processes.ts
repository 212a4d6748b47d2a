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

/** PostgreSQL's channel (manual, LISTEN). */
const CHANNEL = 'site'
/** Any number, the same in every process: who has this lock is the leader. */
const LEADER_LOCK = 4_815_162_343
/** Milliseconds. So often a process asks whether it can be the leader, and the leader whether it still is. */
const LOOK_EVERY = 2_000
/** A connection that is silent for longer is taken for lost. */
const SILENT_FOR = 5_000
/** A leader whose heartbeat is older has stopped without ending: its connection is ended for it. */
const LEADER_SILENT_FOR = 8_000
/** Until this process asks again after it made room. */
const LOOK_AGAIN_AFTER = 200
/** Longer is not waited for the lock to be given back at the end. */
const UNLOCKED_WITHIN = 1_000
/** Bytes: a notification carries less than 8,000 (PostgreSQL manual, NOTIFY). */
const MAX_TOLD = 7_000

/** Any number, the same in every process: the first steps of a start are made under this lock. */
const FIRST_STEPS_LOCK = 4_815_162_344

/** Work that processes which start at once do one after the other, such as filling an empty database. */
export async function withLock<T>(database: Pick<Database, 'poolBeside'>, work: () => Promise<T>): Promise<T> {
  const pool = database.poolBeside?.()
  if (pool === undefined) return work()
  try {
    const client = await pool.connect()
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [FIRST_STEPS_LOCK])
    return await work()
  } finally {
    // The lock goes with its connection.
    await pool.end()
  }
}

/** Takes the lock where nobody has it; the row that says so is written in the same moment. */
const TAKE = `
  with taken as (select pg_try_advisory_lock(${LEADER_LOCK}) as holds)
  insert into leader_heartbeat (pid, beat_at) select pg_backend_pid(), clock_timestamp() from taken where holds
  on conflict (one) do update set pid = excluded.pid, beat_at = excluded.beat_at
  returning true as holds`

const BEAT = `
  insert into leader_heartbeat (pid, beat_at) values (pg_backend_pid(), clock_timestamp())
  on conflict (one) do update set pid = excluded.pid, beat_at = excluded.beat_at
  returning false as holds`

/**
 * Ends the connection that has the lock where its heartbeat is old. One that took the lock since has another number.
 * Ends the open transactions of the same process too: the rows that they lock are those which the next leader writes.
 */
const END_SILENT = `
  with silent as (
    select pid from leader_heartbeat join pg_locks using (pid)
    where locktype = 'advisory' and granted and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())
      and classid::bigint = ${LEADER_LOCK}::bigint >> 32 and objid::bigint = ${LEADER_LOCK}::bigint & 4294967295
      and beat_at < clock_timestamp() - interval '${LEADER_SILENT_FOR} milliseconds'
  )
  select pg_terminate_backend(its.pid)
  from silent join pg_stat_activity as leader using (pid) join pg_stat_activity as its using (application_name)
  where its.pid = leader.pid or its.state like 'idle in transaction%'`

const Told = z.object({ from: z.string(), channel: z.string(), said: z.unknown() })

/** What connections do that die without a word, with their cable or their machine: PostgreSQL lets their locks go. */
const KEEP_ALIVE = 'set tcp_keepalives_idle = 3; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 2'

/**
 * Processes on PostgreSQL: LISTEN and NOTIFY carry what they tell, a session's advisory lock says who is the leader.
 * Both live in one connection, which is opened again whenever it is lost; until then `isConnected` is false and what was
 * held is ended. The leader writes a heartbeat through it: one that is stopped keeps its connection, and with it the
 * lock, so the next process ends that connection.
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
  let looking: NodeJS.Timeout | undefined
  /** When PostgreSQL last answered here: all that was told until then has been heard. */
  let answeredAt = Number.NEGATIVE_INFINITY

  function heard(payload: string | undefined): void {
    const told = Told.safeParse(jsonOrNull(payload ?? ''))
    if (!told.success) log.warn({}, 'something was told to this process that it does not understand')
    else if (told.data.from !== self) {
      for (const listener of listeners.get(told.data.channel) ?? []) listener(told.data.said)
    }
  }

  function onEnd(this: PoolClient): void {
    void lose(this, true)
  }

  async function connect(): Promise<void> {
    const opened = await pool.connect()
    try {
      opened.on('notification', ({ payload }) => heard(payload))
      await opened.query(`set statement_timeout = ${SILENT_FOR}; ${KEEP_ALIVE}; listen ${CHANNEL}`)
    } catch (error) {
      opened.release(true)
      throw error
    }
    opened.once('end', onEnd)
    client = opened
  }

  /** The connection is gone, and with it the lock. */
  async function lose(lost: PoolClient, hasEnded = false): Promise<void> {
    if (client !== lost) return
    client = null
    lost.removeAllListeners('notification')
    if (!hasEnded) lost.release(true)
    if (leaderWork.isLeader()) log.warn({}, 'this process no longer holds the work that only one does')
    await leaderWork.end()
  }

  /** Otherwise another process could not lead before PostgreSQL has noticed that this connection ended. */
  async function giveBack(held: PoolClient): Promise<void> {
    held.removeAllListeners('notification').off('end', onEnd)
    const isFree = held.query('select pg_advisory_unlock_all(); unlisten *').then(
      () => true,
      (error) => {
        log.warn({ err: error }, 'the lock goes with its connection')
        return false
      },
    )
    const wasInTime = await Promise.race([isFree, sleep(UNLOCKED_WITHIN, false, { ref: false })])
    held.release(!wasInTime)
  }

  /** Answers whether to look again at once. */
  async function look(): Promise<boolean> {
    if (client === null) {
      await connect()
      for (const listener of gapListeners) listener()
    }
    const asked = client
    if (asked === null) return false
    const statement = leaderWork.isLeader() ? BEAT : options.mayLead ? TAKE : 'select false as holds'
    const answer = asked.query<{ holds: boolean }>(statement)
    answer.catch(() => undefined) // it is awaited below, unless it is late
    const rows = await Promise.race([answer.then(({ rows }) => rows), sleep(SILENT_FOR, null, { ref: false })])
    if (rows === null) {
      await lose(asked)
      return false
    }
    answeredAt = performance.now()
    if (isClosed || leaderWork.isLeader() || !options.mayLead || client !== asked) return false
    if (!rows[0]?.holds) return endSilentLeader(asked)
    log.info({}, 'this process holds the work that only one does')
    leaderWork.begin()
    return false
  }

  async function endSilentLeader(asked: PoolClient): Promise<boolean> {
    const { rowCount } = await asked.query(END_SILENT)
    if (rowCount === 0) return false
    log.warn({}, 'the process that held the work that only one does is silent: its connection was ended')
    return true
  }

  async function goOnLooking(): Promise<void> {
    let isSoon = false
    try {
      isSoon = await look()
    } catch (error) {
      log.warn({ err: error }, 'other processes cannot be heard now')
      if (client !== null) await lose(client)
    }
    if (!isClosed) looking = setTimeout(() => void goOnLooking(), isSoon ? LOOK_AGAIN_AFTER : LOOK_EVERY).unref()
  }

  await connect()
  await goOnLooking()

  return {
    tell: async (channel, said, within) => {
      const payload = JSON.stringify({ from: self, channel, said })
      if (Buffer.byteLength(payload) > MAX_TOLD) throw new Error(`too much to tell on ${channel}`)
      const notify = (db: Db) => db.execute(sql`select pg_notify(${CHANNEL}, ${payload})`)
      if (within) return void (await notify(within))
      try {
        await notify(options.database.db)
      } catch (error) {
        log.warn({ err: error, channel }, 'other processes could not be told')
      }
    },
    hear: (channel, listener) => {
      const heardBy = listeners.get(channel)
      if (heardBy) heardBy.push(listener)
      else listeners.set(channel, [listener])
    },
    // A process that was stopped has a connection, and has yet to hear what was told meanwhile.
    isConnected: () => client !== null && performance.now() - answeredAt < LEADER_SILENT_FOR,
    onReconnect: (listener) => {
      gapListeners.push(listener)
    },
    whileLeader: leaderWork.add,
    isLeader: leaderWork.isLeader,
    close: async () => {
      isClosed = true
      clearTimeout(looking)
      await leaderWork.end()
      const last = client
      client = null
      if (last !== null) await giveBack(last)
      await pool.end()
    },
  }
}
