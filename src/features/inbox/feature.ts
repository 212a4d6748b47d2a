import type { Feature } from '#server/feature.ts'
import { endpoints } from './contract.ts'
import { type InboxRoutesDeps, inboxRoutes } from './server/routes.ts'

export const inbox: Feature<InboxRoutesDeps> = {
  name: 'inbox',
  title: 'Inbox',
  endpoints,
  setUp: inboxRoutes,
}
