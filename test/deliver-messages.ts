import { and, isNull, lte } from 'drizzle-orm'
import { expect } from 'vitest'
import { announcements } from '#features/announcements/server/tables.ts'
import { UNDO_LIMIT_MS } from '#lib/undo.ts'
import type { World } from './world.ts'

const SECOND = 1000

/** Advances the clock past the undo limit, and lets the site send all due messages, one per second. */
export async function deliverMessages({ database: { db }, now, pass }: World): Promise<void> {
  pass(UNDO_LIMIT_MS)
  const { endedAt, nextAttemptAt } = announcements
  const sendNext = async () => {
    pass(SECOND)
    return db.$count(announcements, and(isNull(endedAt), lte(nextAttemptAt, now())))
  }
  await expect.poll(sendNext, { timeout: 5 * SECOND }).toBe(0)
}
