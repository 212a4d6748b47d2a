import * as z from 'zod'
import type { Database, Transaction } from '#server/database/database.ts'
import type { Log } from '#server/log.ts'
import type { Processes } from '#server/processes/processes.ts'
import type { Sessions } from './sessions.ts'
import { listUsers } from './store.ts'

/** What the processes of a site tell each other of people: whom to read again from the database. */
export interface People {
  /** The database has something new on these people: every other process reads them again, once it is committed. */
  tell(ids: readonly string[], within?: Transaction): Promise<void>
  /** Whether something was told that could not be heard or read yet: then nothing in memory may count as fresh. */
  isBehind(): boolean
}

export interface PeopleDeps {
  processes: Processes
  database: Database
  sessions: Pick<Sessions, 'know' | 'known'>
  log: Log
}

const CHANNEL = 'people'
const Told = z.object({ ids: z.array(z.string()) })
/** As many as surely fit into what one process can tell another at once. */
const IDS_A_TELLING = 200
const TRY_AGAIN_AFTER = 1_000

export function sharePeople({ processes, database, sessions, log }: PeopleDeps): People {
  /** Counts what was heard in vain or not at all, and how far that was made good. */
  let gaps = 0
  let fixed = 0

  async function read(ids: readonly string[]): Promise<void> {
    for (const user of await listUsers(database.db, ids)) sessions.know(user)
  }

  function catchUp(): void {
    const gap = ++gaps
    read(sessions.known()).then(
      () => {
        fixed = Math.max(fixed, gap)
      },
      (error: unknown) => {
        log.warn({ err: error }, 'people could not be read again; trying once more')
        // A later gap is fixed by a later reading, which fixes this one too.
        setTimeout(() => gap === gaps && catchUp(), TRY_AGAIN_AFTER).unref()
      },
    )
  }

  processes.hear(CHANNEL, (said) => {
    const told = Told.safeParse(said)
    // Anyone who is not in memory here too: they may be read by somebody else at this moment, as they were before.
    if (told.success) read(told.data.ids).catch(() => catchUp())
    else catchUp()
  })
  processes.onReconnect(catchUp)

  return {
    tell: async (ids, within) => {
      for (let at = 0; at < ids.length; at += IDS_A_TELLING) {
        await processes.tell(CHANNEL, { ids: ids.slice(at, at + IDS_A_TELLING) }, within)
      }
    },
    isBehind: () => fixed < gaps || !processes.isConnected(),
  }
}
