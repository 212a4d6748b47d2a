/**
 * The names of data that can change while a page is open. A contract adds its own (`declare module '#lib/topics.ts'`)
 * and gives the name to the endpoint that lists the data. That endpoint determines the topic's path and who is notified
 * of a change. A write names its topics. Cached snapshots and pages of these topics are dropped, and open pages receive
 * `changed` with the topic.
 */
// biome-ignore lint/suspicious/noEmptyInterface: each contract adds to it
export interface Topics {}
export type Topic = keyof Topics
