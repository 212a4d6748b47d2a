import { and, isNull, lte } from 'drizzle-orm'
import { expect } from 'vitest'
import { announcements } from '#features/announcements/server/tables.ts'
import { UNDO_LIMIT_MS } from '#lib/undo.ts'
import type { World } from './world.ts'

const SECOND = 1000

/** Lets the time pass in which things can be undone, and the site send what is due, one message a second. */
export async function deliverMessages({ database: { db }, now, pass }: World): Promise<void> {
  pass(UNDO_LIMIT_MS)
  const { endedAt, nextAttemptAt } = announcements
  const sendNext = async () => {
    pass(SECOND)
    return db.$count(announcements, and(isNull(endedAt), lte(nextAttemptAt, now())))
  }
  await expect.poll(sendNext, { timeout: 5 * SECOND }).toBe(0)
}
