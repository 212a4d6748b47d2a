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

describe('Errors of a call', () => {
  it('a response of another server is reported', async () => {
    answers(() => new Response('<!doctype html><title>Sign in to this network</title>'))
    await expect(send('GET', '/api/roster')).rejects.toMatchObject({ name: 'CallFailed', code: 'unreadable' })
  })

  it('an interrupted response is reported', async () => {
    answers(() => brokenOff(new TypeError('network error')))
    await expect(send('GET', '/api/roster')).rejects.toMatchObject({ name: 'CallFailed', code: 'offline', status: 0 })
  })

  it('an aborted call is not reported', async () => {
    answers(() => brokenOff(new DOMException('given up', 'AbortError')))
    await expect(send('GET', '/api/roster')).rejects.toMatchObject({ name: 'AbortError' })
  })
})
