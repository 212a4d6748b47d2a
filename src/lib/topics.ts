/**
 * The names of what can change under an open page. A contract adds its own (`declare module '#lib/topics.ts'`) and gives
 * the name to the endpoint that lists it: from that endpoint come the topic's path and who hears of a change.
 * A write names its topics; kept snapshots and pages of a topic are dropped, and open pages hear `changed` with it.
 */
// biome-ignore lint/suspicious/noEmptyInterface: each contract adds to it
export interface Topics {}
export type Topic = keyof Topics
