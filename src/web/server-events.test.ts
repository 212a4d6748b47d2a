import { describe, expect, it } from 'vitest'
import { eventsOf, type ServerEvent } from './server-events.ts'

/** A body that arrives in these chunks and then ends, or fails with `error`. */
function bodyOf(parts: readonly Uint8Array[], error?: Error): ReadableStream<Uint8Array> {
  const left = [...parts]
  return new ReadableStream({
    pull: (body) => {
      const part = left.shift()
      if (part !== undefined) body.enqueue(part)
      else if (error === undefined) body.close()
      else body.error(error)
    },
  })
}
const bytesOf = (text: string) => new TextEncoder().encode(text)

async function read(body: ReadableStream<Uint8Array>): Promise<ServerEvent[]> {
  const events: ServerEvent[] = []
  for await (const event of eventsOf(body)) events.push(event)
  return events
}

const CLAIM = { name: 'claim', data: '{"text":"Sixteen. “Ñandú”"}' }
const REPLY = { name: 'reply', data: '{"text":"all"}' }

describe('Server-sent events', () => {
  it.each(['\n', '\r\n'])('events are read in any chunks, with lines that end in %j', async (end) => {
    const bytes = bytesOf(
      [': hello', '', 'event: claim', `data: ${CLAIM.data}`, '', 'event:reply', `data:${REPLY.data}`, '', ''].join(end),
    )
    const expected = [CLAIM, REPLY]
    for (let at = 1; at < bytes.length; at++) {
      expect(await read(bodyOf([bytes.slice(0, at), bytes.slice(at)])), `${at}`).toEqual(expected)
    }
    expect(await read(bodyOf([...bytes].map((byte) => Uint8Array.of(byte))))).toEqual(expected)
  })

  it('an event can have several lines of data', async () => {
    const [event] = await read(bodyOf([bytesOf('data: one\ndata: two\n\n')]))
    expect(event).toEqual({ name: 'message', data: 'one\ntwo' })
  })

  it('events are returned as they arrive, and a lost connection is an error', async () => {
    const events = eventsOf(bodyOf([bytesOf('event: claim\ndata: {}\n\nevent: cl')], new TypeError('network error')))
    expect(await events.next()).toEqual({ done: false, value: { name: 'claim', data: '{}' } })
    await expect(events.next()).rejects.toMatchObject({ name: 'CallFailed', code: 'offline', status: 0 })
  })

  it('an incomplete event is omitted', async () => {
    expect(await read(bodyOf([bytesOf('event: claim\ndata: {')]))).toEqual([])
  })

  it('reading can stop before the end', async () => {
    let isGivenUp = false
    const body = new ReadableStream<Uint8Array>({
      pull: (source) => source.enqueue(bytesOf('event: reply\ndata: {}\n\n')),
      cancel: () => {
        isGivenUp = true
      },
    })
    for await (const { name } of eventsOf(body)) {
      expect(name).toBe('reply')
      break
    }
    expect(isGivenUp).toBe(true)
  })
})
