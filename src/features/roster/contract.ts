/*
 * The staff roster, the development roster and further rosters list their members with callsign, position and status.
 * Staff read them. Management changes them, one member at a time or with the community's spreadsheet. The community's
 * file defines the positions and statuses, the further rosters, and who reads and changes those.
 *
 * Things to know:
 * - A person is identified by their Discord ID. A row of a spreadsheet is about the member with its ID and nobody else,
 *   however similar their names are. One person may be on several rosters.
 * - Members that are missing from a spreadsheet are reported, never removed.
 * - An import is all or nothing, unless `rows=good` imports only the good rows. With errors, a dry run returns 200 with
 *   `ok: false` and the errors. The import itself returns 400 with the same body and `error`.
 * - Fields that a PUT leaves out become empty. The exception is `lastMove`: if it is left out, it becomes today when
 *   the position or status changed, and otherwise stays.
 * - Positions and statuses are always returned by their full names.
 * - People neither read nor write the notes about themselves. When they change or import their own record, the notes
 *   stay.
 * - The status of several members is changed in one call, for all or none, and is not announced in any channel.
 * - While a disciplinary action with such an effect is in force, lists show another status beside the stored one, and
 *   the person cannot be promoted. Both effects end by themselves.
 */

import * as z from 'zod/mini'
import { can, STAFF_LEVELS, type StaffAccess } from '#lib/access.ts'
import { Colour } from '#lib/colour.ts'
import { parseSheetDate } from '#lib/dates.ts'
import { DiscordId } from '#lib/discord-id.ts'
import { endpoint } from '#lib/endpoint.ts'
import { exportCalls, exportsOf } from '#lib/export.ts'
import type { Place } from '#lib/further-places.ts'
import { msg, t } from '#lib/messages.ts'
import type { Part } from '#lib/part.ts'
import { RecordReport, recordSheetCallFor } from '#lib/sheet.ts'
import { optionalLines, optionalText, text } from '#lib/text.ts'
import type { Topic } from '#lib/topics.ts'
import { contentProblems, furtherRosterPlaces } from './content-rules.ts'

declare module '#lib/topics.ts' {
  interface Topics {
    roster: true
    'dev-roster': true
    [further: `roster-${string}`]: true
  }
}

const Name = text(60)

/** A position group and the titles of its members, from the highest down, each with its aliases. */
const PositionGroup = z.strictObject({
  name: Name,
  colour: z.optional(Colour),
  titles: z.optional(z.record(Name, z.array(Name))),
})

const RosterTitles = z.strictObject({
  title: Name,
  /** Only for further rosters. Default: staff for `readBy` and management for `changedBy`. */
  readBy: z.optional(z.enum(STAFF_LEVELS)),
  changedBy: z.optional(z.enum(STAFF_LEVELS)),
  /** Only for further rosters: the department it belongs to, by the path of its page. Its rank changers may edit it. */
  department: z.optional(Name),
  groups: z.array(PositionGroup).check(z.minLength(1, 'at least one group')),
  /** The group of unknown positions. */
  others: Name,
})

/** The content of `community/rosters.yaml`: the statuses of all rosters, and the positions of each. */
export const RosterContent = z
  .strictObject({
    statuses: z
      .array(
        z.strictObject({
          name: Name,
          aliases: z.optional(z.array(Name)),
          colour: Colour,
          counts: z.optional(z.enum(['present', 'away'])),
        }),
      )
      .check(z.minLength(1, 'at least one status')),
    emptyStatus: Name,
    spellings: z.record(Name, z.string('a word, or "" to drop this one')),
    /** Keyed by `roster`, `dev-roster`, and the address names of further rosters. */
    rosters: z.record(z.string(), RosterTitles),
  })
  .check(({ value, issues }) => {
    for (const problem of contentProblems(value)) issues.push({ code: 'custom', input: value, ...problem })
  })
export type RosterContent = z.infer<typeof RosterContent>

export const findRosterContent = endpoint({
  method: 'GET',
  path: '/api/rosters',
  access: 'staff',
  summary:
    'Returns the statuses and positions of the rosters that all staff can read, in the order and with the names that the community sets.',
  reply: RosterContent,
})

const RosterFields = {
  name: z.string(),
  callsign: z.nullable(z.string()),
  /** 17 to 20 digits, as text: a number would lose digits. */
  discordId: z.string(),
  position: z.string(),
  timezone: z.nullable(z.string()),
  /** `YYYY-MM-DD`, like `lastMove`. */
  hiredAt: z.nullable(z.string()),
  lastMove: z.nullable(z.string()),
  status: z.string(),
  notes: z.nullable(z.string()),
}

const InForce = { action: z.int(), type: z.string(), until: z.iso.datetime() }

/** The effects of disciplinary actions in force on a person's entries on every roster. */
const RosterEffect = z.object({
  /** The status that is shown while the action is in force. The member's own `status` is shown again afterwards. */
  status: z.nullable(z.object({ ...InForce, status: z.string() })),
  /** Set while the person cannot be promoted. */
  promotion: z.nullable(z.object(InForce)),
})

export const RosterMember = z.object({
  id: z.string(),
  version: z.number(),
  ...RosterFields,
  /** Only in lists, and only while an action with an effect is in force. */
  effect: z.optional(RosterEffect),
})
export type RosterMember = z.infer<typeof RosterMember>

const Day = z.pipe(
  z.nullable(
    z
      .string(msg('A day such as 2026-03-14 is needed.'))
      .check(
        z.refine((day) => day === '' || parseSheetDate(day) === day, msg('There is no such day. Write 2026-03-14.')),
      ),
  ),
  z.transform((day) => day || null),
)

/** The fields that a person submits. An empty status means the default one, such as Active. */
export const RosterDraft = z.strictObject({
  name: text(100),
  callsign: optionalText(20),
  discordId: DiscordId,
  position: text(100),
  timezone: optionalText(60),
  hiredAt: z._default(Day, null),
  lastMove: z.optional(Day),
  status: optionalText(60),
  notes: optionalLines(4000),
})
export type RosterDraft = z.infer<typeof RosterDraft>

const Version = z.int(msg('The version that was edited is needed.')).check(z.positive())
const Id = z.object({ id: z.uuid(msg('This is not the id of a member.')) })

/** What an import changes, or would change, about one member. `fields` has only those that differ, in table order. */
export const RosterImportChange = z.object({
  kind: z.enum(['added', 'changed', 'missing']),
  discordId: z.string(),
  callsign: z.nullable(z.string()),
  name: z.string(),
  fields: z.array(
    z.object({ field: z.keyof(z.object(RosterFields)), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
})
export type RosterImportChange = z.infer<typeof RosterImportChange>

export const RosterImport = z.extend(RecordReport, {
  /** In the order of the file, with the missing members last. */
  changes: z.array(RosterImportChange),
})
export type RosterImport = z.infer<typeof RosterImport>

/** The maximum number of rows of a spreadsheet. */
export const MAX_ROWS = 5000

const Changed = z.object({ ok: z.literal(true), item: RosterMember })

/** The maximum number of members in one status change. */
const MAX_CHOSEN = 200

/** One member of a bulk status change. An omitted `lastMove` follows the status. A given one is stored as is. */
const StatusChange = z.strictObject({
  id: Id.shape.id,
  version: Version,
  status: optionalText(60),
  lastMove: z.optional(Day),
})
export type StatusChange = z.infer<typeof StatusChange>

export type RosterName = Extract<Topic, 'roster' | 'dev-roster' | `roster-${string}`>

interface RosterWords<N extends RosterName> {
  /** The topic of the roster, and the prefix of its targets in the audit log. */
  name: N
  /** The key of the roster in `community/rosters.yaml`. */
  key: string
  title: string
  page: string
  path: `/api/${string}`
  part?: Part
  readBy?: StaffAccess
  changedBy?: StaffAccess
  importedBy?: StaffAccess
}

/**
 * Defines a roster with its page and its calls. Over 60 lines because it lists every call with its documentation, and
 * the type of a roster is inferred from that list.
 */
function roster<N extends RosterName>(words: RosterWords<N>) {
  const { name, key, title, page, path, part = null, readBy = 'staff' } = words
  const { changedBy = can('ranks.change'), importedBy = can('import.run') } = words
  const list = endpoint({
    method: 'GET',
    path,
    access: readBy,
    part,
    topic: name,
    summary: `Lists the members of the ${title}, in the order of the page.`,
    reply: z.object({
      data: z.array(RosterMember),
      /** Avatars of members who have signed in here, by Discord ID. */
      avatars: z.optional(z.record(z.string(), z.string())),
    }),
    hiddenFromSubject: ['notes'],
  })
  return {
    name,
    key,
    page,
    importPage: `${page}/import`,
    /** If not all staff may read a roster, only its readers may read the names of its positions. */
    content:
      readBy === 'staff'
        ? findRosterContent
        : endpoint({
            method: 'GET',
            path: `${path}/content`,
            access: readBy,
            part,
            summary: `Returns the same as \`${findRosterContent.path}\`, including the ${title}.`,
            reply: RosterContent,
          }),
    list,
    add: endpoint({
      method: 'POST',
      path,
      access: changedBy,
      part,
      summary: `Adds a member to the ${title}.`,
      body: RosterDraft,
      reply: Changed,
      hiddenFromSubject: ['notes'],
    }),
    change: endpoint({
      method: 'PUT',
      path: `${path}/{id}`,
      access: changedBy,
      part,
      summary: `Replaces the fields of a member of the ${title}. Returns 403 if an action in force blocks the promotion, and 409 if the version is outdated.`,
      params: Id,
      body: z.extend(RosterDraft, { version: Version }),
      reply: Changed,
      hiddenFromSubject: ['notes'],
    }),
    changeStatuses: endpoint({
      method: 'POST',
      path: `${path}/statuses`,
      access: changedBy,
      part,
      summary: `Updates the status of several members of the ${title}, for all or none. Returns 409 with the members whose version is outdated.`,
      body: z.strictObject({
        members: z.array(StatusChange).check(
          z.minLength(1, msg('Choose at least one member.')),
          z.maxLength(MAX_CHOSEN, { error: () => t('Choose at most {max} members.', { max: MAX_CHOSEN }) }),
          z.refine(
            (members) => new Set(members.map(({ id }) => id)).size === members.length,
            msg('Name each member once.'),
          ),
        ),
      }),
      reply: z.object({ ok: z.literal(true), data: z.array(RosterMember) }),
      hiddenFromSubject: ['notes'],
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/{id}`,
      access: changedBy,
      part,
      summary: `Removes a member from the ${title}.`,
      params: Id,
      reply: z.object({ ok: z.literal(true) }),
    }),
    undoRemoval: endpoint({
      method: 'POST',
      path: `${path}/{id}/undo-removal`,
      access: changedBy,
      part,
      summary: `Restores a member whom the caller removed from the ${title}, under the same id. Returns 409 after some seconds, when the time to undo is over.`,
      params: Id,
      reply: Changed,
      hiddenFromSubject: ['notes'],
    }),
    import: endpoint({
      method: 'POST',
      path: `${path}/import`,
      access: importedBy,
      part,
      ...recordSheetCallFor(title),
      reply: RosterImport,
    }),
    exports: exportsOf(list, { name, summary: `the ${title}`, row: RosterMember, key: 'id' }),
  }
}

export type Roster = ReturnType<typeof roster<RosterName>>

export const staffRoster = roster({
  name: 'roster',
  key: 'roster',
  title: 'Staff Roster',
  page: '/staff-roster',
  path: '/api/roster',
})
export const devRoster = roster({
  name: 'dev-roster',
  key: 'dev-roster',
  title: 'Development Roster',
  page: '/dev-roster',
  path: '/api/dev-roster',
  part: 'dev-roster',
})

/** The rosters that every community has. */
export const ROSTERS: readonly Roster[] = [staffRoster, devRoster]

/** The roster of a further place of this community. */
export const furtherRoster = ({ key, title, readBy, changedBy, department }: Place): Roster =>
  roster({
    name: `roster-${key}`,
    key,
    title,
    page: `/rosters/${key}`,
    path: `/api/rosters/${key}`,
    readBy,
    changedBy: department === undefined ? changedBy : can('ranks.change', department),
    importedBy: department === undefined ? changedBy : can('import.run', department),
  })

/** Finds a roster by its key in the community's file. */
export const findRoster = (key: string, places: readonly Place[]): Roster | undefined =>
  [...ROSTERS, ...places.map(furtherRoster)].find((roster) => roster.key === key)

export const furtherRosters = (content: RosterContent) => furtherRosterPlaces(content).map(furtherRoster)

/** All rosters of this community. */
export const rostersOf = (content: RosterContent): Roster[] => [
  ...ROSTERS.filter(({ key }) => content.rosters[key] !== undefined),
  ...furtherRosters(content),
]

export const endpointsOf = (each: Roster) => [
  ...(each.content === findRosterContent ? [] : [each.content]),
  ...[each.list, each.add, each.change, each.changeStatuses, each.remove, each.undoRemoval, each.import],
  ...exportCalls(each.exports),
]

export const endpoints = [findRosterContent, ...ROSTERS.flatMap(endpointsOf)]
