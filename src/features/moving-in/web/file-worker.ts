import { createReading } from './file-reading.ts'
import type { Asked, Said } from './use-file-reading.ts'

/*
 * Reads files in a worker, so that the page stays usable: with a database of 20,000 players, each step takes a large
 * part of a second. The records stay here. The page receives a description of the file and the body to send.
 */

const reading = createReading()

const say = (said: Said) => self.postMessage(said)

self.onmessage = async ({ data }: MessageEvent<Asked>) => {
  const { number } = data
  try {
    if (data.ask === 'body') return say({ number, body: await reading.bodyFor(data.choices) })
    say({ number, found: await reading.read(data.file, (share) => say({ number, share })) })
  } catch (error) {
    // This is not an error of the file: those are part of the result.
    say({ number, failed: true })
    throw error
  }
}
