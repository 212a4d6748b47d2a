import { afterEach, describe, expect, it, vi } from 'vitest'
import { send } from './call.ts'

afterEach(() => vi.unstubAllGlobals())
const answers = (answer: () => Response) => vi.stubGlobal('fetch', async () => answer())

/** A body that fails with `error` after its first bytes. */
function brokenOff(error: Error): Response {
  return new Response(
    new ReadableStream({
      start: (body) => {
        body.enqueue(new TextEncoder().encode('{"data":'))
        body.error(error)
      },
    }),
  )
}

describe('A call fails in words', () => {
  it('where something else answers in the place of the site', async () => {
    answers(() => new Response('<!doctype html><title>Sign in to this network</title>'))
    await expect(send('GET', '/api/roster')).rejects.toMatchObject({ name: 'CallFailed', code: 'unreadable' })
  })

  it('where the answer breaks off', async () => {
    answers(() => brokenOff(new TypeError('network error')))
    await expect(send('GET', '/api/roster')).rejects.toMatchObject({ name: 'CallFailed', code: 'offline', status: 0 })
  })

  it('and not where it was given up by who asked', async () => {
    answers(() => brokenOff(new DOMException('given up', 'AbortError')))
    await expect(send('GET', '/api/roster')).rejects.toMatchObject({ name: 'AbortError' })
  })
})
