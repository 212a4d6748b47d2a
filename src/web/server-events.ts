import { networkFailure } from './call.ts'

export interface ServerEvent {
  name: string
  data: string
}

/** The events of a response, each as soon as it arrives (server-sent events, WHATWG HTML 9.2). Throws `CallFailed`. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    while (true) {
      const part = await reader.read().catch((error: unknown) => {
        throw networkFailure(error)
      })
      if (part.done) return
      // A line break may be two characters that arrive in two chunks.
      text = (text + decoder.decode(part.value, { stream: true })).replaceAll('\r\n', '\n')
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      // A block without data is a comment, which only keeps the connection open.
      for (const block of blocks) if (/^data:/m.test(block)) yield eventOf(block)
    }
  } finally {
    // The caller stops reading. An error of a broken connection does not matter any more.
    reader.cancel().catch(() => undefined)
  }
}

/** The events of a response. A response that is not an event stream becomes one event named `reply`. */
export async function* eventsOrReply(response: Response): AsyncGenerator<ServerEvent> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (isStream && response.body !== null) yield* eventsOf(response.body)
  else yield { name: 'reply', data: await response.text() }
}

function eventOf(block: string): ServerEvent {
  const fields = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line) ?? [])
  const valuesOf = (wanted: string) => fields.flatMap(([, name, value = '']) => (name === wanted ? [value] : []))
  return { name: valuesOf('event').at(-1) ?? 'message', data: valuesOf('data').join('\n') }
}
