import type { FastifyInstance } from 'fastify'
import type { Feature } from '#server/feature.ts'
import type { Realtime } from '#server/realtime/realtime.ts'
import { rosterRoom } from './contract.ts'
import { presenceRoom } from './server/room.ts'

export const presence: Feature<{ app: FastifyInstance; realtime: Realtime; clock: () => Date }> = {
  name: 'presence',
  title: 'Staff and Development Rosters',
  endpoints: [],
  rooms: [rosterRoom],
  setUp: ({ app, realtime, clock }) => {
    const presence = presenceRoom({ realtime, clock })
    app.addHook('preClose', async () => presence.close())
  },
}
