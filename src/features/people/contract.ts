/*
 * Everything that the lists of the community say of one person, in one answer: which rosters they stand on, how far they
 * are on which checklist, what was logged against them, and all of it by time. Staff open it beside any list. What
 * surprises: nothing is kept here. Each part is read from its own list, and only where the caller may read that list;
 * what staff wrote about somebody is null to that person, as it is there.
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

/** How somebody stands on one roster. */
export const RosterPlace = z.object({
  /** What the community's file calls the roster, and the id of their entry there. */
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
  /** The same as clocks know it; null where it means none. */
  zone: z.nullable(z.string()),
  /** `YYYY-MM-DD`, as `lastMove`. */
  hiredAt: z.nullable(z.string()),
  lastMove: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  /** Actions that are in force: one that gives the status, and one that blocks a promotion. */
  effect: z.optional(z.object({ status: z.nullable(InForce), promotion: z.nullable(InForce) })),
})
export type RosterPlace = z.infer<typeof RosterPlace>

/** How far somebody is on one checklist. */
export const ChecklistPlace = z.object({
  key: z.string(),
  title: z.string(),
  page: z.string(),
  name: z.string(),
  /** In the community's word. */
  status: z.string(),
  isFinished: z.boolean(),
  instructor: z.nullable(z.string()),
  passed: z.int(),
  stages: z.array(z.object({ title: z.string(), mark: z.nullable(z.enum(STAGE_MARKS)) })),
})
export type ChecklistPlace = z.infer<typeof ChecklistPlace>

/** What was logged against somebody, counted. */
export const PersonRecord = z.object({
  page: z.string(),
  total: z.int(),
  /** There are more than `total`. */
  is_capped: z.boolean(),
  /** How many of each type still stand. */
  standing: z.array(z.object({ type: z.string(), colour: Colour, count: z.int() })),
  revoked: z.int(),
  /** That count now. */
  points: z.int(),
})
export type PersonRecord = z.infer<typeof PersonRecord>

/** Something that happened to somebody. */
export const TimelineEntry = z.object({
  /** A moment, or a day alone. */
  at: z.string(),
  kind: z.enum(TIMELINE_KINDS),
  /** The roster, type of action, stage or status. */
  what: z.string(),
  colour: z.nullable(Colour),
  mark: z.nullable(z.enum(STAGE_MARKS)),
  /** Who did it. */
  by: z.nullable(z.string()),
  /** Why, as staff wrote it for each other; null to the person themselves. */
  reason: z.nullable(z.string()),
  /** The title of the checklist. */
  list: z.nullable(z.string()),
  page: z.string(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const Person = z.object({
  id: z.string(),
  /** Null: nobody here or in the guild has this Discord ID, as far as the caller may know. */
  name: z.nullable(z.string()),
  other_names: z.array(z.string()),
  avatar: z.nullable(z.string()),
  rosters: z.array(RosterPlace),
  checklists: z.array(ChecklistPlace),
  /** Null where nothing was ever logged. */
  record: z.nullable(PersonRecord),
  /** What was done to them as a player; null where nothing was. */
  player_record: z.nullable(PersonRecord),
  /** The newest first. */
  timeline: z.array(TimelineEntry),
})
export type Person = z.infer<typeof Person>

/** Somebody as far as the lists that were read already say; what is left out is still to come. */
export type ListedPerson = Pick<Person, 'id' | 'name' | 'avatar' | 'rosters' | 'checklists'> & Partial<Person>

export const findPerson = endpoint({
  method: 'GET',
  path: '/api/people/{id}',
  access: 'staff',
  topic: 'person',
  summary:
    'What the lists that you may read say of one person: rosters, checklists, a count of the actions against them and of those against them as a player, and the latest of all that by time. What staff wrote about you is null.',
  params: z.object({ id: DiscordId }),
  reply: z.object({ item: Person }),
  hiddenFromSubject: ['notes', 'reason'],
})

export const endpoints = [findPerson]
