import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/serve.ts'
import { endpoints } from './contract.ts'
import type { QueryGameServer } from './server/gateway.ts'
import { gameServerRoutes } from './server/routes.ts'
import { watchGameServer } from './server/worker.ts'

export const gameServer: Feature<
  { serve: Serve; queryGameServer: QueryGameServer | null } & Omit<Parameters<typeof watchGameServer>[0], 'query'>
> = {
  name: 'game-server',
  title: 'Game server',
  endpoints,
  setUp: ({ serve, queryGameServer: query, ...deps }) =>
    gameServerRoutes({ serve, watch: query && watchGameServer({ ...deps, query }) }),
}
