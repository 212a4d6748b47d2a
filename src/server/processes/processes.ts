import type { Db } from '../database/database.ts'
import type { Log } from '../log.ts'
import { createLeaderWork } from './leader-election.ts'

/**
 * The processes that serve one site from one database: one process with the embedded database, any number on
 * PostgreSQL. They notify each other of changes, so that no cache stays stale, and elect a leader for work that only
 * one may do.
 */
export interface Processes {
  /**
   * Sends at most 7,000 bytes of JSON to every other process, not to this one. With a transaction in `within`, it is
   * sent when the transaction commits, and only then. Without one, the call never fails: a process that cannot be
   * reached is notified by `onReconnect` later.
   */
  publish(channel: string, message: object, within?: Db): Promise<void>
  /** Listens to other processes. They may run an older or newer version of the site, so listeners parse the message. */
  subscribe(channel: string, listener: (message: unknown) => void): void
  /** False while other processes cannot be heard, so that data in memory may be stale. */
  isConnected(): boolean
  /** The listener is called when other processes can be heard again after an interruption. */
  onReconnect(listener: () => void): void
  /**
   * Adds work for one process at a time, such as timers and the gateway. `begin` is called each time this process
   * becomes the leader, or at once if it already is, but not before the work's last end is done. `begin` returns the
   * function that ends the work. If the leader dies, another process takes over within 10 seconds. If the leader is
   * frozen, which means stopped without exiting, another takes over within 15 seconds.
   */
  whileLeader(begin: () => Promise<() => Promise<void>>): void
  isLeader(): boolean
  /** Ends this process's work as the leader, and lets another process become the leader. */
  close(): Promise<void>
}

/** The embedded database serves one process: there is no other process to notify, and it is always the leader. */
export function onlyProcess(log: Log): Processes {
  const leaderWork = createLeaderWork(log)
  leaderWork.begin()
  return {
    publish: async () => undefined,
    subscribe: () => undefined,
    isConnected: () => true,
    onReconnect: () => undefined,
    whileLeader: leaderWork.add,
    isLeader: leaderWork.isLeader,
    close: leaderWork.end,
  }
}
