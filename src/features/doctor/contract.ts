/*
 * The doctor: what is right and what is wrong with the way this site is set up, and how to fix it. Owners read it at
 * /doctor; `npm run doctor` says the same in a terminal. What surprises: it asks Discord, VerifyPass, the language model
 * and the game server anew each time, so it takes some seconds; and it reads the files and settings as a restart would,
 * so what is fixed there is right here before the site goes by it. What a new owner makes their own is told at /me.
 */
import * as z from 'zod/mini'
import { endpoint } from '#lib/endpoint.ts'

/** One thing that was looked at. */
export const Finding = z.object({
  ok: z.boolean(),
  what: z.string(),
  /** Of this what comes before the colon that leads to places or names; left out where none does. */
  title: z.optional(z.string()),
  /** What to do about it, where it is wrong or needs a look. */
  fix: z.nullable(z.string()),
  /** It may be right, which the site cannot tell. */
  needsLook: z.optional(z.literal(true)),
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

/** What a new owner makes their own, in the order in which it is done. */
const OWN_TASKS = ['name', 'roles', 'links', 'departments', 'rules', 'codes', 'bot', 'backup'] as const

const OwnTask = z.object({ key: z.enum(OWN_TASKS), isDone: z.boolean() })
export type OwnTask = z.infer<typeof OwnTask>

export const listOwnTasks = endpoint({
  method: 'GET',
  path: '/api/doctor/own',
  access: 'owner',
  summary: 'What a new owner makes their own, and what of it is done. Read from files and settings; asks nobody.',
  reply: z.object({ data: z.array(OwnTask) }),
})

export const endpoints = [listFindings, listOwnTasks]
