import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { listen } from '../listen.ts'

/** What a faulty service does with every call. */
export type FaultyBehaviour =
  | { kind: 'is silent' }
  | { kind: 'stops in the middle' }
  | { kind: 'hangs up' }
  /** Sends data without end, as fast as the caller reads it. */
  | { kind: 'never ends' }
  | { kind: 'answers'; status: number; headers?: Record<string, string>; body: string }

export interface FaultyService {
  url: string
  behaveAs(behaviour: FaultyBehaviour): void
  calls(): number
  /** How many bytes of the last endless response were sent. */
  sent(): number
  close(): Promise<void>
}

const JSON_TYPE = { 'content-type': 'application/json' }
const CHUNK = Buffer.from(`${'[0],'.repeat(16_384)}`)

/** Starts a service on this machine that is faulty, or another service than the intended one. */
export async function startFaultyService(): Promise<FaultyService> {
  let behaviour: FaultyBehaviour = { kind: 'is silent' }
  let calls = 0
  let sent = 0
  const server = createServer((request, response) => {
    calls++
    sent = 0
    request.resume()
    answer(response)
  })

  function answer(response: ServerResponse): void {
    switch (behaviour.kind) {
      case 'answers':
        response.writeHead(behaviour.status, { ...JSON_TYPE, ...behaviour.headers }).end(behaviour.body)
        return
      case 'stops in the middle':
        response.writeHead(200, JSON_TYPE).write('{"id": "3100')
        return
      case 'hangs up':
        response.destroy()
        return
      case 'never ends':
        response.writeHead(200, JSON_TYPE).write('[')
        sendWithoutEnd(response)
        return
      case 'is silent':
    }
  }

  function sendWithoutEnd(response: ServerResponse): void {
    while (!response.destroyed && response.write(CHUNK)) sent += CHUNK.length
    sent += CHUNK.length
    response.once('drain', () => sendWithoutEnd(response))
  }

  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    behaveAs: (next) => {
      behaviour = next
      calls = 0
      sent = 0
    },
    calls: () => calls,
    sent: () => sent,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
