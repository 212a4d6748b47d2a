import { BadConfiguration } from './environment.ts'

/** Reads many files, so that the mistakes of all of them are said at once. */
export function createReading() {
  const problems: string[] = []
  const failed = (error: unknown): (() => never) => {
    if (!(error instanceof BadConfiguration)) throw error
    problems.push(...error.problems)
    return () => {
      throw error
    }
  }
  return {
    /** Reads one now; ask the answer for it after `end`. */
    now<T>(read: () => T): () => T {
      try {
        const value = read()
        return () => value
      } catch (error) {
        return failed(error)
      }
    },
    add: (more: readonly string[]) => void problems.push(...more),
    /** Throws `BadConfiguration` with every mistake, each once. */
    end: () => {
      if (problems.length > 0) throw new BadConfiguration([...new Set(problems)])
    },
  }
}
