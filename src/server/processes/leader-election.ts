import type { Log } from '../log.ts'

type End = () => Promise<void>

interface Work {
  begin: () => Promise<End>
  /** While this process is the leader. */
  begun: Promise<End | null> | null
  /** The end of the last term. */
  ended: Promise<void>
}

/** Work that runs while this process is the leader. What fails is written to the log and stops nothing else. */
export function createLeaderWork(log: Log) {
  const works: Work[] = []
  let isLeader = false

  /** The lock may be lost and regained at once: a new term of a work waits for the end of its last one. */
  function begin(work: Work): void {
    work.begun = work.ended
      .then(() => (isLeader ? work.begin() : null))
      .catch((error: unknown) => {
        log.error({ err: error }, 'work that one process does could not begin')
        return null
      })
  }

  function end(work: Work): Promise<void> {
    if (work.begun !== null) {
      work.ended = work.begun
        .then((endTerm) => endTerm?.())
        .catch((error: unknown) => log.error({ err: error }, 'work that one process does could not be ended'))
      work.begun = null
    }
    return work.ended
  }

  return {
    isLeader: () => isLeader,
    add: (work: () => Promise<End>) => {
      const added = { begin: work, begun: null, ended: Promise.resolve() }
      works.push(added)
      if (isLeader) begin(added)
    },
    begin: () => {
      isLeader = true
      works.forEach(begin)
    },
    end: async () => {
      isLeader = false
      await Promise.all(works.map(end))
    },
  }
}
