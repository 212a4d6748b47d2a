/**
 * What can change under an open page. A write names its topics; kept snapshots and pages of a topic are dropped and
 * open pages hear `changed` with it.
 */
export const TOPICS = [
  'roster',
  'dev-roster',
  'training',
  'trialmods',
  'staff-da',
  'ten-codes',
  'penal-codes',
  'supporters',
  'quick-links',
  'verification',
  'verifications',
  'game-server',
] as const
export type Topic = (typeof TOPICS)[number]

/** The list that a topic is about: what an open page asks for again. */
export const TOPIC_PATHS: Record<Topic, string> = {
  roster: '/api/roster',
  'dev-roster': '/api/dev-roster',
  training: '/api/training/queue',
  trialmods: '/api/trialmods',
  'staff-da': '/api/staff-da',
  'ten-codes': '/api/codes/ten',
  'penal-codes': '/api/codes/penal',
  supporters: '/api/supporters',
  'quick-links': '/api/es/quicklinks',
  verification: '/api/verification',
  verifications: '/api/verifications',
  'game-server': '/api/game-server',
}
