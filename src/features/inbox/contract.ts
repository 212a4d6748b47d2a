/*
 * The inbox: what waits for somebody to do it, counted from the queues that features declare. Everybody who is signed in
 * has one. What surprises: nothing of this is kept, so a count cannot be out of date, and whoever loses a right is no
 * longer told of what waits for those who have it.
 */
import * as z from 'zod/mini'
import { endpoint } from '#lib/endpoint.ts'

declare module '#lib/topics.ts' {
  interface Topics {
    inbox: true
  }
}

export const WaitingQueue = z.object({
  name: z.string(),
  /** What waits, in the plural. */
  title: z.string(),
  path: z.string(),
  count: z.int(),
})
export type WaitingQueue = z.infer<typeof WaitingQueue>

export const listInbox = endpoint({
  method: 'GET',
  path: '/api/inbox',
  access: 'member',
  topic: 'inbox',
  summary: 'What waits for you.',
  reply: z.object({
    /** The queues of which you may do something, also those in which nothing waits. */
    waiting: z.array(WaitingQueue),
  }),
})

export const countInbox = endpoint({
  method: 'GET',
  path: '/api/inbox/count',
  access: 'member',
  summary: 'How much of your inbox is new, and how many wait for you on which page.',
  reply: z.object({ waiting: z.array(z.object({ path: z.string(), count: z.int() })) }),
})

export const endpoints = [listInbox, countInbox]
