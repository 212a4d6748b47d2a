/*
 * The doctor: what is right and what is wrong with the way this site is set up, and how to fix it. Owners read it at
 * /doctor; `npm run doctor` says the same in a terminal. What surprises: it asks Discord, VerifyPass, the language model
 * and the game server anew each time, so it takes some seconds; and it reads the files and settings as a restart would,
 * so what is fixed there is right here before the site goes by it.
 */
import * as z from 'zod/mini'
import { endpoint } from '#lib/endpoint.ts'

/** One thing that was looked at. */
export const Finding = z.object({
  ok: z.boolean(),
  what: z.string(),
  /** What to do about it, where it is wrong. */
  fix: z.nullable(z.string()),
  /** What is wrong is said in English, whatever the language: a file or a service says it. */
  isEnglish: z.optional(z.literal(true)),
})
export type Finding = z.infer<typeof Finding>

export const listFindings = endpoint({
  method: 'GET',
  path: '/api/doctor',
  access: 'owner',
  summary: 'What the doctor finds, in the order in which a start needs it. Asks every service; takes some seconds.',
  reply: z.object({ data: z.array(Finding), lookedAt: z.string() }),
})

export const endpoints = [listFindings]
