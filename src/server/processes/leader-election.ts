import type { Log } from '../log.ts'

type End = () => Promise<void>

interface Work {
  begin: () => Promise<End>
  /** While this process is the leader. */
  begun: Promise<End | null> | null
  /** The end of the last term, where there was one. */
  ended: Promise<void> | null
}

/** Work that runs while this process is the leader. What fails is written to the log and stops nothing else. */
export function createLeaderWork(log: Log) {
  const works: Work[] = []
  let isLeader = false

  /** The lock may be lost and regained at once: a new term of a work waits for the end of its last one. */
  function begin(work: Work): void {
    const begun: Promise<End | null> =
      work.ended === null ? work.begin() : work.ended.then(() => (isLeader ? work.begin() : null))
    work.begun = begun.catch((error: unknown) => {
      log.error({ err: error }, 'work that one process does could not begin')
      return null
    })
  }

  async function end(work: Work): Promise<void> {
    if (work.begun !== null) {
      work.ended = work.begun
        .then((endTerm) => endTerm?.())
        .catch((error: unknown) => log.error({ err: error }, 'work that one process does could not be ended'))
      work.begun = null
    }
    await work.ended
  }

  return {
    isLeader: () => isLeader,
    add: (work: () => Promise<End>) => {
      const added = { begin: work, begun: null, ended: null }
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
