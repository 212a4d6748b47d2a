import type { Audit } from '#features/audit/server/store.ts'
import type { Member, Rights } from '#lib/access.ts'
import { HOUR } from '#lib/dates.ts'
import { monotonicClock } from '#lib/monotonic-clock.ts'
import type { By } from '#server/http/serve.ts'
import type { Log } from '#server/log.ts'

/**
 * Counts denied calls in memory. The audit log gets one row for each person and hour; a row for each call would let
 * anybody fill the log. The denied calls of a person without any right are written to the log file only.
 */
export interface Refusals {
  count(by: By & { actor: Member }, call: string): void
  /**
   * Writes the hours that are over, or everything counted. Never fails: rows that cannot be written are kept for later.
   */
  write(which: 'over' | 'all'): Promise<void>
}

interface Hour {
  by: By & { actor: Member }
  hasRight: boolean
  /** In milliseconds of `monotonicClock`. */
  began: number
  from: Date
  to: Date
  calls: Map<string, number>
}

const hasAny = ({ isOwner, isManagement, isStaff, isES, canESQuick, capabilities }: Rights) =>
  isOwner || isManagement || isStaff || isES || canESQuick || capabilities.length > 0

export function createRefusals({ audit, clock, log }: { audit: Audit; clock: () => Date; log: Log }): Refusals {
  const time = monotonicClock(clock)
  const hours = new Map<string, Hour>()

  function count(by: By & { actor: Member }, call: string): void {
    const now = clock()
    const { id } = by.actor
    const hour = hours.get(id) ?? { by, hasRight: false, began: time(), from: now, to: now, calls: new Map() }
    hours.set(id, hour)
    const before = hour.calls.get(call) ?? 0
    // Log only the first denial of each call. The others are summed up in one line when the hour is over.
    if (before === 0) log.info({ userId: id, call, requestId: by.requestId }, 'a call was refused')
    hour.calls.set(call, before + 1)
    hour.hasRight ||= hasAny(by.actor)
    hour.by = by
    hour.to = now
  }

  async function writeOne({ by, hasRight, from, to, calls }: Hour): Promise<void> {
    const total = [...calls.values()].reduce((sum, n) => sum + n, 0)
    const often = Object.fromEntries([...calls].sort(([, a], [, b]) => b - a))
    const after = { count: total, from: from.toISOString(), to: to.toISOString(), calls: often }
    if (!hasRight) return log.info({ userId: by.actor.id, ...after }, 'calls were refused')
    await audit.change(by, async () => ({
      result: undefined,
      entries: [{ action: 'refused', target: `users/${by.actor.id}`, after }],
      topics: [],
    }))
  }

  /** Puts an hour back that could not be written, together with the calls that were denied since. */
  function putBack(hour: Hour): void {
    const later = hours.get(hour.by.actor.id)
    for (const [call, n] of later?.calls ?? []) hour.calls.set(call, (hour.calls.get(call) ?? 0) + n)
    if (later !== undefined) {
      hour.to = later.to
      hour.hasRight ||= later.hasRight
    }
    hours.set(hour.by.actor.id, hour)
  }

  return {
    count,
    write: async (which) => {
      const now = time()
      for (const [id, hour] of [...hours]) {
        if (which === 'over' && now - hour.began < HOUR) continue
        hours.delete(id)
        try {
          await writeOne(hour)
        } catch (error) {
          log.warn({ err: error, userId: id }, 'refused calls could not be written to the audit log')
          putBack(hour)
        }
      }
    },
  }
}
