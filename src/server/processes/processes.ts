import type { Db } from '../database/database.ts'
import type { Log } from '../log.ts'
import { createLeaderWork } from './leader-election.ts'

/**
 * The processes that serve one site from one database: one with the embedded database, any number on PostgreSQL. They
 * tell each other what they would otherwise keep wrongly, and share out the work that only one of them may do.
 */
export interface Processes {
  /**
   * Tells every other process, at most 7,000 bytes of JSON; this one is not told. Within a transaction they hear of it
   * when that is committed, and only then. Otherwise it never fails: who cannot be reached is told of a gap later.
   */
  tell(channel: string, said: object, within?: Db): Promise<void>
  /** What other processes tell. It may come from an older or newer version of the site, so listeners parse it. */
  hear(channel: string, listener: (said: unknown) => void): void
  /** False while others cannot be heard: what is kept in memory may be stale. */
  isConnected(): boolean
  /** Others can be heard again after a time in which they could not. */
  onReconnect(listener: () => void): void
  /**
   * Work for one process at a time, such as timers and the gateway. `begin` is called when this process becomes the
   * leader, at once where there is no other, and again each time it does, after the last end is done; it answers with what
   * ends the work. When the leader dies another begins within 10 seconds, when it is stopped within 15.
   */
  whileLeader(begin: () => Promise<() => Promise<void>>): void
  isLeader(): boolean
  /** Ends the work that is held, and lets another process hold it. */
  close(): Promise<void>
}

/** The embedded database serves one process: there is nobody to tell, and it holds everything. */
export function onlyProcess(log: Log): Processes {
  const leaderWork = createLeaderWork(log)
  leaderWork.begin()
  return {
    tell: async () => undefined,
    hear: () => undefined,
    isConnected: () => true,
    onReconnect: () => undefined,
    whileLeader: leaderWork.add,
    isLeader: leaderWork.isLeader,
    close: leaderWork.end,
  }
}
