import { useEffect, useState } from 'react'
import type { FileReading, FoundFile } from './file-reading.ts'

/** The messages of the page to the worker, each with a number. */
export type Asked = { number: number } & (
  | { ask: 'read'; file: File }
  | { ask: 'body'; choices: Parameters<FileReading['bodyFor']>[0] }
)

/** The messages of the worker about one of them: progress, or the result. */
export type Said = { number: number } & ({ share: number } | { found: FoundFile } | { body: string } | { failed: true })

/** Reads files in a worker, so that the page stays usable meanwhile. */
export function startReading(): FileReading & { close(): void } {
  let worker: Worker | null = null
  let last = 0
  const waiting = new Map<number, (said: Said) => void>()

  function ask<T>(asked: DistributiveOmit<Asked, 'number'>, hear: (said: Said) => T | undefined): Promise<T> {
    const asking = begun()
    last += 1
    const number = last
    return new Promise((resolve, reject) => {
      waiting.set(number, (said) => {
        if ('failed' in said) {
          waiting.delete(number)
          reject(new Error('the reader failed'))
          return
        }
        const answer = hear(said)
        if (answer === undefined) return
        waiting.delete(number)
        resolve(answer)
      })
      asking.postMessage({ ...asked, number })
    })
  }

  function begun(): Worker {
    if (worker !== null) return worker
    worker = new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<Said>) => waiting.get(data.number)?.(data)
    worker.onerror = () => {
      // The worker could not be loaded or crashed. All waiting calls fail.
      for (const [number, hear] of waiting) hear({ number, failed: true })
      worker?.terminate()
      worker = null
    }
    return worker
  }

  return {
    read: (file, onShare) =>
      ask({ ask: 'read', file }, (said) => {
        if ('share' in said) onShare(said.share)
        return 'found' in said ? said.found : undefined
      }),
    bodyFor: (choices) => ask({ ask: 'body', choices }, (said) => ('body' in said ? said.body : undefined)),
    close: () => worker?.terminate(),
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

/** A reader that lives as long as the page. */
export function useFileReading(start: typeof startReading): FileReading {
  const [reading] = useState(start)
  useEffect(() => () => reading.close(), [reading])
  return reading
}
