/*
 * Who is on the team: the staff roster, the development roster and further ones list their members with callsign,
 * position and status. Staff read them, management changes them, one by one or with the community's spreadsheet. The
 * community's file says which positions and statuses there are, which further rosters, and who reads and changes those. What surprises: a
 * person is their Discord ID, so a row of a spreadsheet means the member with its id and nobody else, however alike
 * their names are, and one person may stand on both. Members that a spreadsheet leaves out are reported, never removed.
 * An import is refused as a whole, unless `rows=good` takes the good rows: a dry run answers 200 with `ok: false` and the errors, the import itself 400 with the
 * same body and `error`. Fields left out of a PUT become empty, except `lastMove`, which is then today where position or
 * status changed, and else stays. Positions and statuses are always said in their full words. Nobody reads or writes
 * the notes about themselves: whatever they change or import of their own record, these stay. The status of several is
 * changed in one call, of all or of none, and no channel is told of it. While a disciplinary action says so, a list shows
 * another status beside the one that stands there, and nobody is promoted; both end by themselves.
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
import { RecordReport, recordSheetInto } from '#lib/sheet.ts'
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

/** A position group: what its members are called, from the highest down, each with its aliases. */
const PositionGroup = z.strictObject({
  name: Name,
  colour: z.optional(Colour),
  titles: z.optional(z.record(Name, z.array(Name))),
})

const RosterTitles = z.strictObject({
  title: Name,
  /** Of further rosters alone; staff and management where it is left out. */
  readBy: z.optional(z.enum(STAFF_LEVELS)),
  changedBy: z.optional(z.enum(STAFF_LEVELS)),
  /** Of a further roster: the department whose it is, by the name of its page. Who may change ranks there changes it. */
  department: z.optional(Name),
  groups: z.array(PositionGroup).check(z.minLength(1, 'at least one group')),
  /** Where unknown positions go. */
  others: Name,
})

/** What `community/rosters.yaml` holds: the statuses of all rosters, and the positions of each. */
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
    /** `roster`, `dev-roster`, and further ones by what their addresses call them. */
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
    'Which statuses and positions the rosters have that all staff read, in their order, as the community names them.',
  reply: RosterContent,
})

const RosterFields = {
  name: z.string(),
  callsign: z.nullable(z.string()),
  /** 17 to 20 digits, never a number. */
  discordId: z.string(),
  position: z.string(),
  timezone: z.nullable(z.string()),
  /** `YYYY-MM-DD`, as `lastMove`. */
  hiredAt: z.nullable(z.string()),
  lastMove: z.nullable(z.string()),
  status: z.string(),
  notes: z.nullable(z.string()),
}

const InForce = { action: z.int(), type: z.string(), until: z.iso.datetime() }

/** What disciplinary actions do to somebody's place on every roster while they are in force. */
const RosterEffect = z.object({
  /** The status that is shown meanwhile; `status` of the member is the one that comes back. */
  status: z.nullable(z.object({ ...InForce, status: z.string() })),
  /** They are not promoted meanwhile. */
  promotion: z.nullable(z.object(InForce)),
})

export const RosterMember = z.object({
  id: z.string(),
  version: z.number(),
  ...RosterFields,
  /** Of lists alone, and only where something is in force. */
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

/** What a person submits. An empty status is Active. */
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

/** What an import does, or would do, to one member; `fields` in the order of the table, only those that differ. */
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
  /** In the order of the file, the missing ones last. */
  changes: z.array(RosterImportChange),
})
export type RosterImport = z.infer<typeof RosterImport>

/** The most rows of a spreadsheet. */
export const MAX_ROWS = 5000

const Changed = z.object({ ok: z.literal(true), item: RosterMember })

/** The most members whose status is changed at once. */
const MAX_CHOSEN = 200

/** A status for one of several. A last move that is left out follows the status; one that is given stands as it is. */
const StatusChange = z.strictObject({
  id: Id.shape.id,
  version: Version,
  status: optionalText(60),
  lastMove: z.optional(Day),
})
export type StatusChange = z.infer<typeof StatusChange>

export type RosterName = Extract<Topic, 'roster' | 'dev-roster' | `roster-${string}`>

interface RosterWords<N extends RosterName> {
  /** Its topic, and the start of its targets in the audit log. */
  name: N
  /** What the community's file calls it. */
  key: string
  title: string
  page: string
  path: `/api/${string}`
  part?: Part
  readBy?: StaffAccess
  changedBy?: StaffAccess
  importedBy?: StaffAccess
}

/** A roster, its page and its calls. */
function roster<N extends RosterName>(words: RosterWords<N>) {
  const { name, key, title, page, path, part = null, readBy = 'staff' } = words
  const { changedBy = can('ranks.change'), importedBy = can('import.run') } = words
  const list = endpoint({
    method: 'GET',
    path,
    access: readBy,
    part,
    topic: name,
    summary: `Everybody on the ${title}, in the order of the page.`,
    reply: z.object({
      data: z.array(RosterMember),
      /** Pictures of those who signed in here, by Discord ID. */
      avatars: z.optional(z.record(z.string(), z.string())),
    }),
    hiddenFromSubject: ['notes'],
  })
  return {
    name,
    key,
    page,
    importPage: `${page}/import`,
    /** Of a roster that not all staff read, only its readers hear how its positions are called. */
    content:
      readBy === 'staff'
        ? findRosterContent
        : endpoint({
            method: 'GET',
            path: `${path}/content`,
            access: readBy,
            part,
            summary: `As \`${findRosterContent.path}\`, with the ${title}.`,
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
      summary: `Changes a member of the ${title}. 403 for a promotion that an action in force blocks. 409 when the version is not the current one.`,
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
      summary: `Changes the status of several members of the ${title}: of all of them or of none. 409 when a version is not the current one, with those whose is not.`,
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
      summary: `Puts back a member whom you removed from the ${title}, under the same id. Only for some seconds, then 409.`,
      params: Id,
      reply: Changed,
      hiddenFromSubject: ['notes'],
    }),
    import: endpoint({
      method: 'POST',
      path: `${path}/import`,
      access: importedBy,
      part,
      ...recordSheetInto(title),
      reply: RosterImport,
    }),
    exports: exportsOf(list, { name, summary: `The ${title}`, row: RosterMember, key: 'id' }),
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

/** The rosters of every community. */
export const ROSTERS: readonly Roster[] = [staffRoster, devRoster]

/** A roster that only this community has. */
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

/** By what the community's file calls it. */
export const rosterCalled = (key: string, places: readonly Place[]): Roster | undefined =>
  [...ROSTERS, ...places.map(furtherRoster)].find((roster) => roster.key === key)

export const furtherRosters = (content: RosterContent) => furtherRosterPlaces(content).map(furtherRoster)

/** All that this community has. */
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
