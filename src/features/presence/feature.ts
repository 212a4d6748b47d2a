import type { FastifyInstance } from 'fastify'
import type { Feature } from '#server/feature.ts'
import type { Processes } from '#server/processes/processes.ts'
import type { Realtime } from '#server/realtime/realtime.ts'
import { rosterRoom } from './contract.ts'
import { presenceRoom } from './server/room.ts'

interface PresenceDeps {
  app: FastifyInstance
  realtime: Realtime
  processes: Processes
  clock: () => Date
}

export const presence: Feature<PresenceDeps> = {
  name: 'presence',
  title: 'Staff and Development Rosters',
  endpoints: [],
  rooms: [rosterRoom],
  setUp: ({ app, ...deps }) => {
    const presence = presenceRoom(deps)
    app.addHook('preClose', () => presence.close())
  },
}
