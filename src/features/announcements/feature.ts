import type { Database } from '#server/database/database.ts'
import type { Feature } from '#server/feature.ts'
import { keepAnnouncing } from './server/delivery.ts'
import { createAnnouncementStore } from './server/store.ts'

type Deps = Omit<Parameters<typeof keepAnnouncing>[0], 'store'> & { database: Database }

export const announcements: Feature<Deps> = {
  name: 'announcements',
  title: 'Announcements',
  endpoints: [],
  setUp: (deps) => keepAnnouncing({ ...deps, store: createAnnouncementStore(deps.database, deps.clock) }),
  personalData: {
    announcements: {
      ids: ['about_id'],
      texts: ['message'],
      others: ['event', 'list', 'webhook', 'message_id', 'error'],
      goesWith: 'about_id',
    },
  },
}
