import * as z from 'zod'
import type { Database, Transaction } from '#server/database/database.ts'
import type { Log } from '#server/log.ts'
import type { Processes } from '#server/processes/processes.ts'
import type { Sessions } from './sessions.ts'
import { listUsers } from './store.ts'

/** Tells the other processes of a site which people they must read again from the database. */
export interface PeopleSync {
  /** Announces that these people changed in the database. Every other process reads them again after the commit. */
  announceChanged(ids: readonly string[], within?: Transaction): Promise<void>
  /** Whether a message was missed or could not be read yet. Until then nothing in memory may count as fresh. */
  isBehind(): boolean
}

export interface PeopleSyncDeps {
  processes: Processes
  database: Database
  sessions: Pick<Sessions, 'updatePerson' | 'idsInMemory'>
  log: Log
}

const CHANNEL = 'people'
const PeopleMessage = z.object({ ids: z.array(z.string()) })
/** This many IDs fit into one message between processes. */
const IDS_PER_MESSAGE = 200
const TRY_AGAIN_AFTER = 1_000

export function createPeopleSync({ processes, database, sessions, log }: PeopleSyncDeps): PeopleSync {
  /**
   * `gaps` counts the messages that were missed or could not be read. `fixed` is the last gap that a full reading has
   * made good.
   */
  let gaps = 0
  let fixed = 0

  async function read(ids: readonly string[]): Promise<void> {
    for (const user of await listUsers(database.db, ids)) sessions.updatePerson(user)
  }

  function catchUp(): void {
    const gap = ++gaps
    read(sessions.idsInMemory()).then(
      () => {
        fixed = Math.max(fixed, gap)
      },
      (error: unknown) => {
        log.warn({ err: error }, 'people could not be read again; trying once more')
        // When a later gap exists, its own reading fixes this gap too.
        setTimeout(() => gap === gaps && catchUp(), TRY_AGAIN_AFTER).unref()
      },
    )
  }

  processes.subscribe(CHANNEL, (payload) => {
    const message = PeopleMessage.safeParse(payload)
    // Read people who are not in memory too: another query may be loading them right now with their old values.
    if (message.success) read(message.data.ids).catch(() => catchUp())
    else catchUp()
  })
  processes.onReconnect(catchUp)

  return {
    announceChanged: async (ids, within) => {
      for (let at = 0; at < ids.length; at += IDS_PER_MESSAGE) {
        await processes.publish(CHANNEL, { ids: ids.slice(at, at + IDS_PER_MESSAGE) }, within)
      }
    },
    isBehind: () => fixed < gaps || !processes.isConnected(),
  }
}
