import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { closeWithGrace } from './closing.ts'

it('the site closes its database even if a background job never ends', async () => {
  const events: string[] = []
  const server = createServer()
  server.closeAllConnections = () => void events.push('connections cut')
  const log = { warn: () => void events.push('left behind') }
  const app = { server, log, close: () => new Promise<undefined>(() => undefined) }
  await closeWithGrace(app, [async () => void events.push('database closed')], { requests: 10, jobs: 50 })
  expect(events).toEqual(['connections cut', 'left behind', 'database closed'])
})
