import type { Feature } from '#server/feature.ts'
import { endpoints } from './contract.ts'
import { type InboxRoutesDeps, inboxRoutes } from './server/routes.ts'

export const inbox: Feature<InboxRoutesDeps> = {
  name: 'inbox',
  title: 'Inbox',
  endpoints,
  setUp: inboxRoutes,
  personalData: {
    inbox_held: { texts: ['about'] },
    inbox_people: { ids: ['person_id'], others: ['mine', 'queues', 'rank', 'time_zone'], deletedWith: 'person_id' },
    inbox_waiting: { ids: ['person_id'], others: ['queue'], deletedWith: 'person_id' },
    inbox_rows: { ids: ['person_id'], texts: ['about'], others: ['kind', 'sending'], deletedWith: 'person_id' },
  },
}
