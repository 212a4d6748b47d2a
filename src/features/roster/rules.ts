import { compareText } from '#lib/compare.ts'
import { msg, type PlainMessage } from '#lib/messages.ts'
import { isFound } from '#lib/search.ts'
import { headerKey } from '#lib/text.ts'
import { type Shown, shownStatus } from './effect-rules.ts'
import { groupOf, normalisePosition, type Positions, positionRank } from './position-rules.ts'
import { normaliseStatus, type Statuses, statusOf } from './status-rules.ts'
import { timezoneProblem } from './timezone-rules.ts'

/** What the people of a roster are called: its positions, and the statuses of all rosters. */
export interface Ladder {
  positions: Positions
  statuses: Statuses
}

/** What a roster knows of a person. Days are `YYYY-MM-DD`. */
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

/** A callsign as the roster compares it: A-101 and a-101 are one. Nobody's is nobody's double. */
export function callsignKey(callsign: string | null): string | null {
  return callsign?.normalize('NFKC').toLowerCase() ?? null
}

/** The first number in a callsign: 101 for A-101; none sorts last. */
function callsignNumber(callsign: string | null): number {
  const digits = callsign?.match(/\d+/)?.[0]
  return digits === undefined ? Number.POSITIVE_INFINITY : Number(digits)
}

/** Compares numbers of which both may be infinite. */
function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a - b
}

type Ordered = Pick<RosterFields, 'name' | 'callsign' | 'position'>

/**
 * Spec, section 4: within a group by the numeric part of the callsign (none last), then position, then name. By
 * position means by its rank, so that a director stands before the assistant; unknown ones follow by their text.
 */
export function compareMembers(a: Ordered, b: Ordered, positions: Positions): number {
  return (
    compareNumbers(callsignNumber(a.callsign), callsignNumber(b.callsign)) ||
    compareNumbers(positionRank(a.position, positions), positionRank(b.position, positions)) ||
    compareText(normalisePosition(a.position, positions), normalisePosition(b.position, positions)) ||
    compareText(a.name, b.name)
  )
}

/** The groups that have members, in order, each with its members in order. */
export function groupRoster<M extends Ordered>(
  members: readonly M[],
  positions: Positions,
): { group: string; members: M[] }[] {
  const sorted = members.toSorted((a, b) => compareMembers(a, b, positions))
  return positions.groups
    .map((group) => ({ group, members: sorted.filter(({ position }) => groupOf(position, positions) === group) }))
    .filter((each) => each.members.length > 0)
}

/** What a roster is sorted by in a column: positions and statuses by their order, other columns by their text. */
export function sortValueOf(
  member: RosterFields & Shown,
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
  /** Any of these; none chosen lets everybody through. */
  statuses: readonly string[]
  /** Position groups, likewise. */
  roles: readonly string[]
}

/** Spec, section 2: search by name, callsign or Discord ID, and filters by status and role. */
export function matches(
  member: Pick<RosterFields, 'name' | 'callsign' | 'discordId' | 'position'> & Shown,
  { search, statuses, roles }: RosterFilter,
  ladder: Ladder,
): boolean {
  return (
    (statuses.length === 0 || statuses.includes(normaliseStatus(shownStatus(member), ladder.statuses))) &&
    (roles.length === 0 || roles.includes(groupOf(member.position, ladder.positions))) &&
    isFound(search, [member.name, member.callsign, member.discordId])
  )
}

/** Whom management is offered as a mentor: everybody who is present and not in the group that is in training. */
export function mayMentor(
  member: Pick<RosterFields, 'position'> & Shown,
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

/** Spec, section 2: how many stand in each status and each role. Known labels are listed even when nobody has them. */
export function breakdown(
  members: readonly (Pick<RosterFields, 'position'> & Shown)[],
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
 * The last move to write when a member changes: a change of position or status stamps today, unless the draft gives
 * another date than the one that stood there. A draft without `lastMove` leaves it alone.
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

/** A member as submitted: an empty status is Active, a last move that is left out follows from the change. */
type Draft = Omit<RosterFields, 'status' | 'lastMove'> & { status: string | null; lastMove?: string | null }

/** What stands on the roster after a draft was accepted: position and status in full words, last move by its rule. */
export function fieldsAfter(before: RosterFields | null, draft: Draft, today: string, ladder: Ladder): RosterFields {
  const moved = { ...draft, status: normaliseStatus(draft.status ?? '', ladder.statuses) }
  return {
    ...moved,
    position: normalisePosition(draft.position, ladder.positions),
    lastMove: before === null ? (draft.lastMove ?? null) : lastMoveAfterChange(before, moved, today, ladder),
  }
}

/** All that is written of a member, as it is sent. */
export const fieldsOf = ({
  id: _,
  version: __,
  effect: ___,
  ...fields
}: RosterFields & { id: string; version: number; effect?: unknown }) => fields

/** A member as somebody reads it: what staff noted is never read by the person it is about. */
export function shownTo<M extends Pick<RosterFields, 'discordId' | 'notes'>>(reader: { id: string }, member: M): M {
  return member.discordId === reader.id ? { ...member, notes: null } : member
}

/** What is wrong with what a change brings; what stood there before stays, however old. `latest` is the last day. */
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

/** The fields that differ, in the order of the table. Somebody new had nothing before. */
export function changedFields(before: RosterFields | null, after: RosterFields): FieldChange[] {
  return COLUMNS.map(({ field }) => ({ field, before: before?.[field] ?? null, after: after[field] })).filter(
    (each) => each.before !== each.after,
  )
}

/** What people call the columns of their spreadsheets, beside the names of the fields and of the roster's table. */
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

/** The field that a column's header means, or null when nobody calls a field so. */
export function headerOf(text: string): keyof RosterFields | null {
  return FIELD_BY_HEADER.get(headerKey(text)) ?? null
}
