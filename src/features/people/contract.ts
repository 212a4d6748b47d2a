/*
 * Everything that the lists of the community say about one person, in one reply: their rosters, their progress on
 * checklists, the actions that were logged against them, and a timeline. Actions against them as a player are only
 * counted. Staff open it beside any list. Surprising: nothing is stored here. Each part is read from its own list, and
 * only when the caller may read that list. What staff wrote about a person is null for that person, as it is in the
 * list.
 */
import * as z from 'zod/mini'
import { Colour } from '#lib/colour.ts'
import { DiscordId } from '#lib/discord-id.ts'
import { endpoint } from '#lib/endpoint.ts'
import { STAGE_MARKS, TIMELINE_KINDS } from './rules.ts'

declare module '#lib/topics.ts' {
  interface Topics {
    person: true
  }
}

const InForce = z.object({ action: z.int(), type: z.string(), until: z.iso.datetime() })

/** The entry of a person on one roster. */
export const RosterPlace = z.object({
  /** The name of the roster in the community's file, and the id of the person's entry there. */
  key: z.string(),
  memberId: z.string(),
  title: z.string(),
  page: z.string(),
  name: z.string(),
  callsign: z.nullable(z.string()),
  position: z.string(),
  status: z.string(),
  statusColour: Colour,
  timezone: z.nullable(z.string()),
  /** The IANA name of the time zone. Null when `timezone` names none. */
  zone: z.nullable(z.string()),
  /** `YYYY-MM-DD`, like `lastMove`. */
  hiredAt: z.nullable(z.string()),
  lastMove: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  /** Actions in force: the one that sets the status, and the one that blocks a promotion. */
  effect: z.optional(z.object({ status: z.nullable(InForce), promotion: z.nullable(InForce) })),
})
export type RosterPlace = z.infer<typeof RosterPlace>

/** The progress of a person on one checklist. */
export const ChecklistPlace = z.object({
  key: z.string(),
  title: z.string(),
  page: z.string(),
  name: z.string(),
  /** The status in the community's words. */
  status: z.string(),
  isFinished: z.boolean(),
  instructor: z.nullable(z.string()),
  passed: z.int(),
  stages: z.array(z.object({ title: z.string(), mark: z.nullable(z.enum(STAGE_MARKS)) })),
})
export type ChecklistPlace = z.infer<typeof ChecklistPlace>

/** The number of actions that were logged against a person. */
export const PersonRecord = z.object({
  page: z.string(),
  total: z.int(),
  /** True when there are more than `total`. */
  is_capped: z.boolean(),
  /** The number of actions of each type that are not revoked. */
  standing: z.array(z.object({ type: z.string(), colour: Colour, count: z.int() })),
  revoked: z.int(),
  /** The points that count now. */
  points: z.int(),
})
export type PersonRecord = z.infer<typeof PersonRecord>

/** An event in the timeline of a person. */
export const TimelineEntry = z.object({
  /** A moment, or only a day. */
  at: z.string(),
  kind: z.enum(TIMELINE_KINDS),
  /** The roster, type of action, stage or status. */
  what: z.string(),
  colour: z.nullable(Colour),
  mark: z.nullable(z.enum(STAGE_MARKS)),
  /** Who did it. */
  by: z.nullable(z.string()),
  /** The reason that staff wrote for each other. Null for the person themselves. */
  reason: z.nullable(z.string()),
  /** The title of the checklist. */
  list: z.nullable(z.string()),
  page: z.string(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const Person = z.object({
  id: z.string(),
  /** Null when nobody here or in the guild has this Discord ID, as far as the caller may know. */
  name: z.nullable(z.string()),
  other_names: z.array(z.string()),
  avatar: z.nullable(z.string()),
  rosters: z.array(RosterPlace),
  checklists: z.array(ChecklistPlace),
  /** Null when nothing was ever logged. */
  record: z.nullable(PersonRecord),
  /** The actions against the person as a player. Null when there are none. */
  player_record: z.nullable(PersonRecord),
  /** The newest first. */
  timeline: z.array(TimelineEntry),
})
export type Person = z.infer<typeof Person>

/** A person, as far as the lists that are loaded already describe them. Fields that are left out are still to come. */
export type ListedPerson = Pick<Person, 'id' | 'name' | 'avatar' | 'rosters' | 'checklists'> & Partial<Person>

export const findPerson = endpoint({
  method: 'GET',
  path: '/api/people/{id}',
  access: 'staff',
  topic: 'person',
  summary:
    'Returns what the lists that the caller can read contain about one person: rosters, checklists, the number of actions against them as staff and as a player, and a timeline of the latest events. Internal texts are null if the person is the caller.',
  params: z.object({ id: DiscordId }),
  reply: z.object({ item: Person }),
  hiddenFromSubject: ['notes', 'reason'],
})

export const endpoints = [findPerson]
