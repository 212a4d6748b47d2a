import type { Log } from '../log.ts'

type End = () => Promise<void>

interface Work {
  begin: () => Promise<End>
  /** The current term of the work. Null while this process is not the leader. */
  begun: Promise<End | null> | null
  /** The end of the last term. Null before the first one ends. */
  ended: Promise<void> | null
}

/** Manages work that runs while this process is the leader. A failure is logged and stops no other work. */
export function createLeaderWork(log: Log) {
  const works: Work[] = []
  let isLeader = false

  /** Starts a term. The lock may be lost and regained at once, so the new term waits for the end of the last one. */
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
