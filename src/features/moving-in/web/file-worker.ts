import { createReading } from './file-reading.ts'
import type { Asked, Said } from './use-file-reading.ts'

/*
 * Reads files beside the page, so that it stays usable: of a database with 20,000 players each step takes a good part of
 * a second. What it read stays here; the page hears what the file is, and gets the body that is sent.
 */

const reading = createReading()

const say = (said: Said) => self.postMessage(said)

self.onmessage = async ({ data }: MessageEvent<Asked>) => {
  const { number } = data
  try {
    if (data.ask === 'body') return say({ number, body: await reading.bodyFor(data.choices) })
    say({ number, found: await reading.read(data.file, (share) => say({ number, share })) })
  } catch (error) {
    // Files are not to blame for it: what they are is told in another way.
    say({ number, failed: true })
    throw error
  }
}
