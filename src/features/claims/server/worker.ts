import { randomUUID } from 'node:crypto'
import { MINUTE } from '#lib/dates.ts'
import type { Changes } from '#server/changes.ts'
import type { By } from '#server/http/serve.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'

/**
 * Answers claims whose bans were linked to an account another way: by a file, the game or another revision of the
 * action.
 */
export function scheduleClaimAnswers({
  answerLinked,
  scheduler,
  changes,
}: {
  answerLinked: (by: By) => Promise<void>
  scheduler: Scheduler
  changes: Changes
}): void {
  const answering = scheduler.add({
    name: 'claims whose bans were linked another way',
    runsIn: 'leader',
    // The interval also finds changes of another process whose notification was lost.
    every: MINUTE,
    work: async () => {
      await answerLinked({ actor: null, requestId: `claims-${randomUUID()}` })
      return undefined
    },
  })
  changes.on((topic) => {
    if (topic === 'player-actions') answering.wake()
  })
}
