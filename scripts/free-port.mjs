// @ts-check
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Finds a port of this machine on which no program listens now.
 * @returns {Promise<number>}
 */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}
