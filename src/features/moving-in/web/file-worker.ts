import { createReading } from './file-reading.ts'
import type { WorkerReply, WorkerRequest } from './use-file-reading.ts'

/*
 * Reads files in a worker, so that the page stays usable: with a database of 20,000 players, each step takes a large
 * part of a second. The records stay here. The page receives a description of the file and the body to send.
 */

const reading = createReading()

const send = (reply: WorkerReply) => self.postMessage(reply)

self.onmessage = async ({ data }: MessageEvent<WorkerRequest>) => {
  const { number } = data
  try {
    if (data.ask === 'body') return send({ number, body: await reading.bodyFor(data.choices) })
    send({ number, found: await reading.read(data.file, (share) => send({ number, share })) })
  } catch (error) {
    // This is not an error of the file: those are part of the result.
    send({ number, failed: true })
    throw error
  }
}
