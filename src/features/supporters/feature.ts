import type { FastifyInstance } from 'fastify'
import { listUsers } from '#features/auth/server/store.ts'
import type { Database } from '#server/database/database.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/serve.ts'
import type { SupporterRoles } from './contract.ts'
import { endpoints } from './contract.ts'
import { createSupporters } from './server/gateway.ts'
import { supportersRoutes } from './server/routes.ts'

type SupportersDeps = Omit<Parameters<typeof createSupporters>[0], 'content' | 'listKnown'> & {
  app: FastifyInstance
  serve: Serve
  database: Database
  supporterRoles: SupporterRoles
}

export const supporters: Feature<SupportersDeps> = {
  name: 'supporters',
  title: 'Supporters',
  endpoints,
  setUp: ({ app, serve, database, supporterRoles: content, ...deps }) => {
    const supporters = createSupporters({ ...deps, content, listKnown: (ids) => listUsers(database.db, ids) })
    supportersRoutes({ serve, supporters })
    app.addHook('onListen', async () => void supporters.refresh())
  },
}
