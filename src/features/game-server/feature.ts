import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/serve.ts'
import { endpoints } from './contract.ts'
import type { AskGameServer } from './server/gateway.ts'
import { gameServerRoutes } from './server/routes.ts'
import { watchGameServer } from './server/worker.ts'

export const gameServer: Feature<
  { serve: Serve; askGameServer: AskGameServer | null } & Omit<Parameters<typeof watchGameServer>[0], 'ask'>
> = {
  name: 'game-server',
  title: 'Game server',
  endpoints,
  setUp: ({ serve, askGameServer: ask, ...deps }) =>
    gameServerRoutes({ serve, watch: ask && watchGameServer({ ...deps, ask }) }),
}
