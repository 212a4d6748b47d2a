import { statfs } from 'node:fs/promises'

/**
 * With fewer free bytes, PGlite must not write: on a full disk its next query never ends, and it does not open again.
 */
export const leastFree = 200 * 1024 * 1024

export async function freeSpace(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/** Checks the free space now and every `every` milliseconds, and calls `onChange` when it becomes short or sufficient. */
export async function watchSpace(options: {
  free: () => Promise<number>
  least: number
  every: number
  onChange: (isShort: boolean, free: number) => void
  failed: (error: unknown) => void
}): Promise<{ stop(): void }> {
  let isShort = false
  let isStopped = false
  let next: NodeJS.Timeout | undefined
  async function look(): Promise<void> {
    try {
      const free = await options.free()
      if (free < options.least !== isShort) {
        isShort = !isShort
        options.onChange(isShort, free)
      }
    } catch (error) {
      options.failed(error)
    }
    if (!isStopped) next = setTimeout(look, options.every).unref()
  }
  await look()
  return {
    stop() {
      isStopped = true
      clearTimeout(next)
    },
  }
}
