import type { Feature } from '#server/feature.ts'

export const announcements: Feature = {
  name: 'announcements',
  title: 'Announcements',
  endpoints: [],
  personalData: {
    announcements: {
      ids: ['about_id'],
      texts: ['message'],
      others: ['event', 'webhook', 'message_id', 'error'],
      goesWith: 'about_id',
    },
  },
}
