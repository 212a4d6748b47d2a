import { compareText } from '#lib/compare.ts'
import { msg, type PlainMessage } from '#lib/messages.ts'
import { matchesSearch } from '#lib/search.ts'
import { headerKey } from '#lib/text.ts'
import { type StatusWithEffect, shownStatus } from './effect-rules.ts'
import { groupOf, normalisePosition, type Positions, positionRank } from './position-rules.ts'
import { normaliseStatus, type Statuses, statusOf } from './status-rules.ts'
import { timezoneProblem } from './timezone-rules.ts'

/** The names of a roster's positions, and of the statuses of all rosters. */
export interface Ladder {
  positions: Positions
  statuses: Statuses
}

/** The fields of a member. Days are `YYYY-MM-DD`. */
export interface RosterFields {
  name: string
  callsign: string | null
  discordId: string
  position: string
  timezone: string | null
  hiredAt: string | null
  lastMove: string | null
  status: string
  notes: string | null
}

/** Spec, section 2: the table's columns, in order. */
export const COLUMNS: readonly { field: keyof RosterFields; label: PlainMessage }[] = [
  { field: 'callsign', label: msg('Callsign') },
  { field: 'name', label: msg('Name') },
  { field: 'position', label: msg('Position') },
  { field: 'discordId', label: msg('Discord UID') },
  { field: 'timezone', label: msg('Timezone') },
  { field: 'hiredAt', label: msg('Hired') },
  { field: 'lastMove', label: msg('Last Move') },
  { field: 'status', label: msg('Status') },
  { field: 'notes', label: msg('Notes') },
]

/** The key that callsigns are compared by: A-101 and a-101 are the same. Null, for none, is never a duplicate. */
export function callsignKey(callsign: string | null): string | null {
  return callsign?.normalize('NFKC').toLowerCase() ?? null
}

/** The first number in a callsign, such as 101 for A-101. Without a number it sorts last. */
function callsignNumber(callsign: string | null): number {
  const digits = callsign?.match(/\d+/)?.[0]
  return digits === undefined ? Number.POSITIVE_INFINITY : Number(digits)
}

/** Compares numbers that may both be infinite. */
function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a - b
}

type Ordered = Pick<RosterFields, 'name' | 'callsign' | 'position'>

/**
 * Spec, section 4: within a group, members sort by the numeric part of the callsign (no number sorts last), then
 * position, then name. Positions sort by rank, so that a director precedes the assistant. Unknown positions follow,
 * sorted by their text.
 */
export function compareMembers(a: Ordered, b: Ordered, positions: Positions): number {
  return (
    compareNumbers(callsignNumber(a.callsign), callsignNumber(b.callsign)) ||
    compareNumbers(positionRank(a.position, positions), positionRank(b.position, positions)) ||
    compareText(normalisePosition(a.position, positions), normalisePosition(b.position, positions)) ||
    compareText(a.name, b.name)
  )
}

/** The groups that have members, in order, each with its sorted members. */
export function groupRoster<M extends Ordered>(
  members: readonly M[],
  positions: Positions,
): { group: string; members: M[] }[] {
  const sorted = members.toSorted((a, b) => compareMembers(a, b, positions))
  return positions.groups
    .map((group) => ({ group, members: sorted.filter(({ position }) => groupOf(position, positions) === group) }))
    .filter((each) => each.members.length > 0)
}

/** The value that a column sorts by: the order of positions and statuses, the text of other columns. */
export function sortValueOf(
  member: RosterFields & StatusWithEffect,
  column: string,
  { positions, statuses }: Ladder,
): string | number | null {
  if (column === 'position') return positionRank(member.position, positions)
  if (column === 'status') {
    const at = statuses.all.findIndex(({ name }) => name === normaliseStatus(shownStatus(member), statuses))
    return at < 0 ? null : at
  }
  const field = COLUMNS.find((each) => each.field === column)?.field
  return field === undefined ? null : member[field]
}

export interface RosterFilter {
  search: string
  /** A member with any of these matches. Empty: all match. */
  statuses: readonly string[]
  /** Position groups, with the same meaning. */
  roles: readonly string[]
}

/** Spec, section 2: search by name, callsign or Discord ID, and filter by status and role. */
export function matches(
  member: Pick<RosterFields, 'name' | 'callsign' | 'discordId' | 'position'> & StatusWithEffect,
  { search, statuses, roles }: RosterFilter,
  ladder: Ladder,
): boolean {
  return (
    (statuses.length === 0 || statuses.includes(normaliseStatus(shownStatus(member), ladder.statuses))) &&
    (roles.length === 0 || roles.includes(groupOf(member.position, ladder.positions))) &&
    matchesSearch(search, [member.name, member.callsign, member.discordId])
  )
}

/** Whether a member is suggested as a mentor: they are present and not in the position group that is in training. */
export function mayMentor(
  member: Pick<RosterFields, 'position'> & StatusWithEffect,
  { positions, statuses }: Ladder,
  inTraining: string | undefined,
): boolean {
  return (
    statusOf(shownStatus(member), statuses)?.counts === 'present' && groupOf(member.position, positions) !== inTraining
  )
}

export interface Share {
  label: string
  count: number
  /** Rounded to a whole number. */
  percent: number
}

/**
 * Spec, section 2: how many members have each status and each role. Statuses and roles without members are included.
 */
export function breakdown(
  members: readonly (Pick<RosterFields, 'position'> & StatusWithEffect)[],
  { positions, statuses: known }: Ladder,
): { total: number; statuses: Share[]; roles: Share[] } {
  const total = members.length
  const shares = (expected: readonly string[], labels: readonly string[]): Share[] => {
    const counts = new Map(expected.map((label) => [label, 0]))
    for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
    return [...counts].map(([label, count]) => ({
      label,
      count,
      percent: total === 0 ? 0 : Math.round((count / total) * 100),
    }))
  }
  const statuses = members.map((member) => normaliseStatus(shownStatus(member), known))
  const unknown = statuses.filter((status) => statusOf(status, known) === undefined).sort(compareText)
  return {
    total,
    statuses: shares([...known.all.map(({ name }) => name), ...unknown], statuses),
    roles: shares(
      positions.groups,
      members.map((member) => groupOf(member.position, positions)),
    ),
  }
}

type Moving = Pick<RosterFields, 'position' | 'status' | 'lastMove'>

/**
 * The last move to store when a member changes. A change of position or status sets it to today, unless the draft has
 * another date than the stored one. A draft without `lastMove` keeps the stored date otherwise.
 */
export function lastMoveAfterChange(
  before: Moving,
  draft: Omit<Moving, 'lastMove'> & Partial<Moving>,
  today: string,
  { positions, statuses }: Ladder,
): string | null {
  const given = draft.lastMove === undefined ? before.lastMove : draft.lastMove
  if (given !== null && given !== before.lastMove) return given
  const hasMoved =
    normalisePosition(before.position, positions) !== normalisePosition(draft.position, positions) ||
    normaliseStatus(before.status, statuses) !== normaliseStatus(draft.status, statuses)
  return hasMoved ? today : given
}

/** A submitted member. An empty status means the default one. A last move that is left out follows from the change. */
type Draft = Omit<RosterFields, 'status' | 'lastMove'> & { status: string | null; lastMove?: string | null }

/** The fields to store for an accepted draft: position and status by their full names, the last move by its rule. */
export function fieldsAfter(before: RosterFields | null, draft: Draft, today: string, ladder: Ladder): RosterFields {
  const moved = { ...draft, status: normaliseStatus(draft.status ?? '', ladder.statuses) }
  return {
    ...moved,
    position: normalisePosition(draft.position, ladder.positions),
    lastMove: before === null ? (draft.lastMove ?? null) : lastMoveAfterChange(before, moved, today, ladder),
  }
}

/** All fields of a member as they are submitted. */
export const fieldsOf = ({
  id: _,
  version: __,
  effect: ___,
  ...fields
}: RosterFields & { id: string; version: number; effect?: unknown }) => fields

/** A member as a person may read it: people never read the notes about themselves. */
export function withoutOwnNotes<M extends Pick<RosterFields, 'discordId' | 'notes'>>(
  reader: { id: string },
  member: M,
): M {
  return member.discordId === reader.id ? { ...member, notes: null } : member
}

/** Problems of the changed fields. Stored values stay valid, however old. `latest` is the last allowed day. */
export function fieldProblems(
  before: Pick<RosterFields, 'hiredAt' | 'timezone'> | null,
  { hiredAt, timezone }: Pick<RosterFields, 'hiredAt' | 'timezone'>,
  latest: string,
): { hiredAt?: string; timezone?: string } {
  const isAhead = hiredAt !== null && hiredAt !== before?.hiredAt && hiredAt > latest
  const zone = timezone === null || timezone === before?.timezone ? null : timezoneProblem(timezone)
  return {
    ...(isAhead ? { hiredAt: msg('This is in the future. Write the day on which they were hired.') } : {}),
    ...(zone === null ? {} : { timezone: zone }),
  }
}

export interface FieldChange {
  field: keyof RosterFields
  before: string | null
  after: string | null
}

/** The fields that differ, in table order. For a new member, `before` is null. */
export function changedFields(before: RosterFields | null, after: RosterFields): FieldChange[] {
  return COLUMNS.map(({ field }) => ({ field, before: before?.[field] ?? null, after: after[field] })).filter(
    (each) => each.before !== each.after,
  )
}

/** Headers that people use in spreadsheets, besides the names of the fields and of the roster's table. */
const HEADERS: readonly [keyof RosterFields, readonly string[]][] = [
  [
    'name',
    [
      'name',
      'staff name',
      'member name',
      'member',
      'staff member',
      'display name',
      'mitglied',
      'anzeigename',
      'nombre',
      'nombre y apellidos',
      'miembro',
    ],
  ],
  [
    'callsign',
    [
      'callsign',
      'callsigns',
      'unit',
      'unit number',
      'badge',
      'badge number',
      'rufzeichen',
      'funkrufname',
      'dienstnummer',
      'indicativo',
      'placa',
    ],
  ],
  [
    'discordId',
    [
      'discord id',
      'discord uid',
      'discord user id',
      'discord',
      'uid',
      'user id',
      'id de discord',
      'uid de discord',
      'id de usuario',
      'benutzer id',
      'nutzer id',
    ],
  ],
  [
    'position',
    [
      'position',
      'rank',
      'role',
      'title',
      'staff rank',
      'current rank',
      'dienstgrad',
      'rang',
      'rolle',
      'rango',
      'puesto',
      'cargo',
      'empleo',
      'categoría',
    ],
  ],
  ['timezone', ['timezone', 'tz', 'zeitzone', 'zona horaria', 'huso horario']],
  [
    'hiredAt',
    [
      'hired at',
      'hired',
      'hired on',
      'date hired',
      'hire date',
      'joined',
      'date joined',
      'join date',
      'eingestellt',
      'eingestellt am',
      'beigetreten',
      'beitritt',
      'dabei seit',
      'fecha de ingreso',
      'fecha de alta',
      'fecha alta',
      'alta',
      'ingreso',
      'fecha de contratación',
    ],
  ],
  [
    'lastMove',
    [
      'last move',
      'last moved',
      'last promo',
      'last promotion',
      'last promo/move',
      'last promotion/move',
      'letzte beförderung',
      'letzte befoerderung',
      'letzter wechsel',
      'letzte änderung',
      'último ascenso',
      'último movimiento',
      'último cambio',
    ],
  ],
  [
    'status',
    [
      'status',
      'activity',
      'activity status',
      'current status',
      'aktivität',
      'aktivitaet',
      'estado',
      'actividad',
      'situación',
    ],
  ],
  [
    'notes',
    [
      'notes',
      'note',
      'comments',
      'comment',
      'remarks',
      'notizen',
      'bemerkung',
      'bemerkungen',
      'anmerkungen',
      'notas',
      'comentarios',
      'observaciones',
    ],
  ],
]

const FIELD_BY_HEADER = new Map(
  HEADERS.flatMap(([field, names]) => names.map((name): [string, keyof RosterFields] => [headerKey(name), field])),
)

/** The field that a column's header means, or null if it is unknown. */
export function headerOf(text: string): keyof RosterFields | null {
  return FIELD_BY_HEADER.get(headerKey(text)) ?? null
}
