import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/serve.ts'
import { endpoints } from './contract.ts'
import type { AskReleases } from './server/gateway.ts'
import { releaseRoutes } from './server/routes.ts'
import { watchReleases } from './server/worker.ts'

export const releases: Feature<
  { serve: Serve; askReleases: AskReleases | null } & Omit<Parameters<typeof watchReleases>[0], 'ask'>
> = {
  name: 'releases',
  title: 'Version',
  endpoints,
  setUp: ({ serve, askReleases: ask, ...deps }) =>
    releaseRoutes({ serve, version: deps.version, watch: ask && watchReleases({ ...deps, ask }) }),
}
