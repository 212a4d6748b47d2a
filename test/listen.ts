import { once } from 'node:events'
import type { Server } from 'node:net'

/** The port that a server listens on. */
export function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server is not listening')
  return address.port
}

/** Listens on the local machine and returns the port. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return portOf(server)
}
