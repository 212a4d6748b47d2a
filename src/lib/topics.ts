/**
 * What can change under an open page. A write names its topics; kept snapshots and pages of a topic are dropped and
 * open pages hear `changed` with it.
 */
export const TOPICS = ['roster', 'dev-roster', 'training', 'trialmods', 'staff-da', 'ten-codes', 'penal-codes'] as const
export type Topic = (typeof TOPICS)[number]
