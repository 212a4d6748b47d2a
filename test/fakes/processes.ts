import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database, Db } from '#server/database/database.ts'
import type { Processes } from '#server/processes/processes.ts'

/** One of several fake processes that deliver messages to each other without a connection. */
export interface LinkedProcess extends Processes {
  /** Drops the messages of the other processes until `reconnect`. */
  cutOff(): void
  reconnect(): void
  /** Makes this process the leader, as when the previous leader ended. The first process is the leader at the start. */
  take(): void
}

/** Creates processes that deliver messages at once, or after the commit when a message is sent in a transaction. */
export function linkedProcesses(count: number, { pool }: Pick<Database, 'pool'>): LinkedProcess[] {
  /** Called in a transaction. The returned function waits for its end and tells whether it was committed. */
  async function ending(within: Db): Promise<() => Promise<boolean>> {
    const transaction = await within.execute<{ id: string }>(sql`select pg_current_xact_id()::text as id`)
    return async () => {
      for (;;) {
        const state = await pool.query<{ status: string }>('select pg_xact_status($1::xid8) as status', [
          transaction.rows[0]?.id,
        ])
        const status = state.rows[0]?.status
        if (status !== 'in progress') return status === 'committed'
        await sleep(5)
      }
    }
  }

  const deliveries: ((channel: string, said: object) => void)[] = []
  return Array.from({ length: count }, (_, index) => {
    const listeners: [string, (said: unknown) => void][] = []
    const gaps: (() => void)[] = []
    const works: (() => Promise<() => Promise<void>>)[] = []
    const ends: Promise<() => Promise<void>>[] = []
    let isLeader = index === 0
    let isCutOff = false
    deliveries[index] = (channel, message) => {
      if (isCutOff) return
      for (const [subscribed, listener] of listeners)
        if (subscribed === channel) listener(JSON.parse(JSON.stringify(message)))
    }
    return {
      publish: async (channel, message, within) => {
        const publishToOthers = () => {
          for (const [at, deliver] of deliveries.entries()) if (at !== index) deliver(channel, message)
        }
        if (within === undefined) return publishToOthers()
        const isCommitted = await ending(within)
        void isCommitted().then(
          (counts) => counts && publishToOthers(),
          () => undefined, // the test is over and its database is closed
        )
      },
      subscribe: (channel, listener) => void listeners.push([channel, listener]),
      isConnected: () => !isCutOff,
      isLeader: () => isLeader,
      onReconnect: (listener) => void gaps.push(listener),
      whileLeader: (begin) => {
        works.push(begin)
        if (isLeader) ends.push(begin())
      },
      close: async () => {
        isLeader = false
        for (const end of await Promise.all(ends.splice(0))) await end()
      },
      cutOff: () => {
        isCutOff = true
      },
      reconnect: () => {
        isCutOff = false
        for (const listener of gaps) listener()
      },
      take: () => {
        isLeader = true
        for (const begin of works) ends.push(begin())
      },
    }
  })
}
