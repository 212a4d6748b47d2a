import { helpHref } from '#lib/help-href.ts'
import type { Community } from '#server/config/community.ts'
import type { Feature } from '#server/feature.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import { endpoints } from './contract.ts'
import { type AssistantRoutesDeps, assistantRoutes } from './server/routes.ts'
import { prepareAnswers } from './server/worker.ts'

interface AssistantDeps extends Omit<AssistantRoutesDeps, 'supportHref'> {
  scheduler: Scheduler
  community: Community
}

export const assistant: Feature<AssistantDeps> = {
  name: 'assistant',
  title: 'Rules and their assistant',
  endpoints,
  // The embeddings are of the community's own rules, so they hold no personal data.
  personalData: { passage_embeddings: { others: ['model', 'hash'] } },
  setUp: (deps) => {
    assistantRoutes({ ...deps, supportHref: helpHref(deps.community.site.links) })
    prepareAnswers(deps)
  },
}
