/*
 * Who is looking at a page right now, shown live to staff above the roster. A browser sends `join`, then a `heartbeat`
 * every ten seconds, `visibility` when its tab is hidden or shown, and `leave`. The room answers with `presence:list`.
 * `pid` (a browser, stored in it) and `sid` (one tab) are only labels to tell tabs apart. The person comes from the
 * session alone, and a person with ten tabs is one viewer.
 */
import * as z from 'zod/mini'
import { room } from '#lib/room.ts'
import { MAX_VIEWERS, RING_CLASSES } from './rules.ts'

const ROSTER = 'roster'

const Label = z.string().check(z.regex(/^[\w-]{1,64}$/))

/** The data of every presence event that a browser sends (spec section 7). */
export const PresenceMessage = z.strictObject({
  room: z.literal(ROSTER),
  pid: Label,
  sid: Label,
  visible: z.boolean(),
})
export type PresenceMessage = z.infer<typeof PresenceMessage>

export const JOIN = 'presence:join'
export const HEARTBEAT = 'presence:heartbeat'
export const VISIBILITY = 'presence:visibility'
export const LEAVE = 'presence:leave'
export const LIST = 'presence:list'

export const Viewer = z.object({
  pid: z.string(),
  sid: z.string(),
  visible: z.boolean(),
  /** The viewer's Discord ID. */
  id: z.string(),
  name: z.string(),
  /** The ring around the picture. Owners, management and staff each have their own. */
  ringClass: z.enum(RING_CLASSES),
  avatarUrl: z.string(),
})
export type Viewer = z.infer<typeof Viewer>

const Tab = z.object({
  pid: Label,
  sid: Label,
  visible: z.boolean(),
  person: z.object({
    id: z.string(),
    name: z.string(),
    avatarUrl: z.string(),
    ringClass: z.enum(RING_CLASSES),
  }),
  joinedAt: z.number(),
  heardAt: z.number(),
})

/**
 * The message from one process of the site to the others: the tabs of everybody connected to it, in as many parts as
 * needed.
 */
export const PROCESS = 'presence:process'
export const PresenceOfProcess = z.object({
  from: z.string(),
  /** Counted from 0. */
  part: z.number(),
  parts: z.number(),
  tabs: z.array(Tab),
  /** Whether the process has just started and needs the tabs of the others. */
  isNew: z.boolean(),
})

/**
 * The list of viewers. It is sent when it changes, at most once a second. Beyond the first twelve people it gives only
 * their number.
 */
export const PresenceList = z.object({
  room: z.literal(ROSTER),
  viewers: z.array(Viewer).check(z.maxLength(MAX_VIEWERS)),
  total: z.number(),
})
export type PresenceList = z.infer<typeof PresenceList>

export const rosterRoom = room({ name: ROSTER, access: 'staff', payload: PresenceList })
