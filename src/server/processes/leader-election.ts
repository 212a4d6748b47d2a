import type { Log } from '../log.ts'

type End = () => Promise<void>

/** Work that runs while this process is the leader. What fails is written to the log and stops nothing else. */
export function createLeaderWork(log: Log) {
  const works: { begin: () => Promise<End>; begun: Promise<End | null> | null }[] = []
  let isLeader = false

  function begin(work: (typeof works)[number]): void {
    work.begun = work.begin().catch((error: unknown) => {
      log.error({ err: error }, 'work that one process does could not begin')
      return null
    })
  }

  return {
    isLeader: () => isLeader,
    add: (work: () => Promise<End>) => {
      const added = { begin: work, begun: null }
      works.push(added)
      if (isLeader) begin(added)
    },
    begin: () => {
      isLeader = true
      works.forEach(begin)
    },
    end: async () => {
      isLeader = false
      const begun = works.map((work) => work.begun)
      for (const work of works) work.begun = null
      for (const end of begun) {
        try {
          await (await end)?.()
        } catch (error) {
          log.error({ err: error }, 'work that one process does could not be ended')
        }
      }
    },
  }
}
