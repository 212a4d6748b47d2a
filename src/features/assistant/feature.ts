import { helpHref } from '#lib/help-href.ts'
import type { Community } from '#server/config/community.ts'
import type { Feature } from '#server/feature.ts'
import { endpoints } from './contract.ts'
import { type AssistantRoutesDeps, assistantRoutes } from './server/routes.ts'

export const assistant: Feature<Omit<AssistantRoutesDeps, 'supportHref'> & { community: Community }> = {
  name: 'assistant',
  title: 'Rules and their assistant',
  endpoints,
  // Of the community's own rules.
  personalData: { passage_embeddings: { others: ['model', 'hash'] } },
  setUp: (deps) => assistantRoutes({ ...deps, supportHref: helpHref(deps.community.site.links) }),
}
