/*
 * The doctor: what is right and wrong with the setup of this site, and how to fix it. Owners read it at /doctor; `npm
 * run doctor` prints the same in a terminal. It contacts Discord, VerifyPass, the language model and the game server
 * each time, so it takes some seconds. It reads files and settings as a restart would: a fix appears here before the
 * running site uses it. The tasks of a new owner are listed at /me.
 */
import * as z from 'zod/mini'
import { endpoint } from '#lib/endpoint.ts'

/** One thing that was checked. */
export const Finding = z.object({
  ok: z.boolean(),
  what: z.string(),
  /** The part of `what` before the colon that introduces places or names. Left out when there is no such colon. */
  title: z.optional(z.string()),
  /** What to do when it is wrong or should be checked. */
  fix: z.nullable(z.string()),
  /** Set when it may be right, which the site cannot tell. */
  needsLook: z.optional(z.literal(true)),
  /** Set when the text is in English in every language, because it comes from a file or a service. */
  isEnglish: z.optional(z.literal(true)),
})
export type Finding = z.infer<typeof Finding>

export const listFindings = endpoint({
  method: 'GET',
  path: '/api/doctor',
  access: 'owner',
  summary:
    'Lists the findings of the doctor, in the order in which a start needs them. The call contacts every service and takes some seconds.',
  reply: z.object({ data: z.array(Finding), lookedAt: z.string() }),
})

/** The tasks that make the site a new owner's own, in the order in which they are done. */
const OWN_TASKS = ['name', 'roles', 'links', 'departments', 'rules', 'codes', 'bot', 'backup'] as const

const OwnTask = z.object({ key: z.enum(OWN_TASKS), isDone: z.boolean() })
export type OwnTask = z.infer<typeof OwnTask>

export const listOwnTasks = endpoint({
  method: 'GET',
  path: '/api/doctor/own',
  access: 'owner',
  summary:
    'Lists the setup tasks of a new owner and whether each is done. Reads files, settings and the lists of codes, and contacts no service.',
  reply: z.object({ data: z.array(OwnTask) }),
})

export const endpoints = [listFindings, listOwnTasks]
