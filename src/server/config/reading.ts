import { BadConfiguration } from './environment.ts'

/** Reads several files and reports the mistakes of all of them at once. */
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
    /** Reads one file now. Call the returned function after `end` to get its contents. */
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
