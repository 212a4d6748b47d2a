import { useEffect, useState } from 'react'
import type { FileReading, FoundFile } from './file-reading.ts'

/** The messages of the page to the worker, each with a number. */
export type WorkerRequest = { number: number } & (
  | { ask: 'read'; file: File }
  | { ask: 'body'; choices: Parameters<FileReading['bodyFor']>[0] }
)

/** The messages of the worker about one of them: progress, or the result. */
export type WorkerReply = { number: number } & (
  | { share: number }
  | { found: FoundFile }
  | { body: string }
  | { failed: true }
)

/** Reads files in a worker, so that the page stays usable meanwhile. */
export function startReading(): FileReading & { close(): void } {
  let worker: Worker | null = null
  let last = 0
  const waiting = new Map<number, (reply: WorkerReply) => void>()

  function send<T>(
    request: DistributiveOmit<WorkerRequest, 'number'>,
    readReply: (reply: WorkerReply) => T | undefined,
  ): Promise<T> {
    const target = ensureWorker()
    last += 1
    const number = last
    return new Promise((resolve, reject) => {
      waiting.set(number, (reply) => {
        if ('failed' in reply) {
          waiting.delete(number)
          reject(new Error('the reader failed'))
          return
        }
        const result = readReply(reply)
        if (result === undefined) return
        waiting.delete(number)
        resolve(result)
      })
      target.postMessage({ ...request, number })
    })
  }

  function ensureWorker(): Worker {
    if (worker !== null) return worker
    worker = new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<WorkerReply>) => waiting.get(data.number)?.(data)
    worker.onerror = () => {
      // The worker could not be loaded or crashed. All waiting calls fail.
      for (const [number, readReply] of waiting) readReply({ number, failed: true })
      worker?.terminate()
      worker = null
    }
    return worker
  }

  return {
    read: (file, onShare) =>
      send({ ask: 'read', file }, (reply) => {
        if ('share' in reply) onShare(reply.share)
        return 'found' in reply ? reply.found : undefined
      }),
    bodyFor: (choices) => send({ ask: 'body', choices }, (reply) => ('body' in reply ? reply.body : undefined)),
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
