import type { Database } from '#server/database/database.ts'
import type { Feature } from '#server/feature.ts'
import { startAnnouncing } from './server/delivery.ts'
import { createAnnouncementStore } from './server/store.ts'

type Deps = Omit<Parameters<typeof startAnnouncing>[0], 'store'> & { database: Database }

export const announcements: Feature<Deps> = {
  name: 'announcements',
  title: 'Announcements',
  endpoints: [],
  setUp: (deps) => startAnnouncing({ ...deps, store: createAnnouncementStore(deps.database, deps.clock) }),
  personalData: {
    announcements: {
      ids: ['about_id'],
      texts: ['message'],
      others: ['event', 'list', 'webhook', 'message_id', 'error'],
      deletedWith: 'about_id',
    },
  },
}
