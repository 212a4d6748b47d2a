/*
 * Disciplinary actions: the actions that staff logged about members of the team, each with an internal reason for staff
 * and an external reason for the person. Staff search the list and log actions. The author may revise an action for a
 * day; management may revise and revoke any action. Some types need approval by a person who neither gave nor revised
 * the action and whom it is not about. Surprising: nobody deletes an action. A revision keeps the version before it,
 * and a revoked action stays listed and marked, until the site removes actions that are older than the community keeps
 * them. Nobody writes about themselves. Actions that are done in game arrive automatically (the ingest feature). A
 * total counts up to a maximum and then says that there are more. So does the chart, which follows the filters. A
 * search ignores case and accents; with fewer than three characters it finds people whose names begin with the text.
 * The person reads the external reason and never the internal one. On staff pages too, the person whom an action is
 * about gets null for the internal reason and for why it was revised or revoked, and their own search does not find
 * these texts.
 */
import * as z from 'zod/mini'
import { can } from '#lib/access.ts'
import { Day, EndTimeZone, optional, TimeZone, whole } from '#lib/address.ts'
import { Colour } from '#lib/colour.ts'
import { DiscordId } from '#lib/discord-id.ts'
import { endpoint } from '#lib/endpoint.ts'
import { ExportFormat, exportCalls, exportsOf } from '#lib/export.ts'
import { DELIVERIES } from '#lib/inbox.ts'
import { msg, t } from '#lib/messages.ts'
import { SheetReport, sheetCall } from '#lib/sheet.ts'
import { changedLines, lines, optionalLines, text } from '#lib/text.ts'
import { APPROVAL_MODES, APPROVALS } from './approval-rules.ts'
import { PLAYER_TYPES } from './game-rules.ts'
import { DEVIATIONS, MAX_OFFENCES } from './offence-rules.ts'
import { DECAYS } from './points-rules.ts'
import { MIN_DAYS_KEPT } from './retention-rules.ts'
import { FIRST_PAGE_SIZE, OUTCOMES, PAGE_SIZES, SORTS } from './rules.ts'
import { ADDRESSEES, FAMILIES, thresholdProblems } from './threshold-rules.ts'
import { typeContentProblems } from './type-rules.ts'

declare module '#lib/topics.ts' {
  interface Topics {
    'staff-da': true
  }
}

const path = '/api/staff-da'

const Name = text(40)

const TypeContent = z.strictObject({
  name: Name,
  aliases: z.optional(z.array(Name)),
  colour: Colour,
  givenBy: z.optional(z.enum(['staff', 'management', 'owner'])),
  isBetweenStaff: z.optional(z.boolean('true or false')),
  approval: z.optional(z.enum(APPROVAL_MODES, `one of: ${APPROVAL_MODES.join(', ')}`)),
})

const StaffTypeContent = z.extend(TypeContent, {
  while: z.optional(
    z.strictObject({
      rosterStatus: z.optional(Name),
      blocksPromotion: z.optional(z.boolean('true or false')),
    }),
  ),
})

const Days = z.int('a whole number of days').check(z.gte(1, 'at least 1 day'), z.lte(3650, 'at most 3650 days'))

const DaysKept = z
  .int('a whole number of days')
  .check(z.gte(MIN_DAYS_KEPT, `at least ${MIN_DAYS_KEPT} days`), z.lte(36_500, 'at most 36500 days'))

/** The settings of `community/discipline.yaml` that everybody may see. */
const TYPES = {
  types: z.array(StaffTypeContent).check(z.minLength(1, 'at least one type')),
  players: z._default(z.array(TypeContent).check(z.minLength(1, 'at least one type')), [...PLAYER_TYPES]),
  points: z._default(
    z.strictObject({
      decay: z._default(z.enum(DECAYS, `one of: ${DECAYS.join(', ')}`), DECAYS[0]),
      days: z._default(z.nullable(Days), null),
    }),
    { decay: DECAYS[0], days: null },
  ),
}
const DisciplineTypes = z.strictObject({ ...TYPES, has_thresholds: z.boolean() })
export type DisciplineTypes = z.infer<typeof DisciplineTypes>

/**
 * The content of `community/discipline.yaml`: the types of action of each family in their order, and the point
 * thresholds.
 */
export const DisciplineContent = z
  .strictObject({
    ...TYPES,
    thresholds: z._default(
      z.array(
        z.strictObject({
          family: z._default(z.enum(FAMILIES, `one of: ${FAMILIES.join(', ')}`), FAMILIES[0]),
          points: z.int('a whole number of points').check(z.gte(1, 'at least 1 point'), z.lte(10_000)),
          suggestion: text(300),
          to: z.enum(ADDRESSEES, `one of: ${ADDRESSEES.join(', ')}`),
          days: Days,
        }),
      ),
      [],
    ),
    keep: z._default(z.strictObject({ staff: z.optional(DaysKept), players: z.optional(DaysKept) }), {}),
  })
  .check(({ value, issues }) => {
    const problems = [
      ...typeContentProblems('types', value.types),
      ...typeContentProblems('players', value.players),
      ...thresholdProblems(value.thresholds),
    ]
    for (const problem of problems) issues.push({ code: 'custom', input: value, ...problem })
  })
export type DisciplineContent = z.infer<typeof DisciplineContent>

/** The name of a type. A rule on the server checks that the community has this type. The API page lists the types. */
export const ActionType = z.string(msg('Pick one of the types.'))

/** The revocation of an action: when, by whom, with which outcome and why. */
const Revocation = z.object({
  at: z.iso.datetime(),
  by: z.string(),
  by_name: z.string(),
  outcome: z.enum(OUTCOMES),
  /** Null when hidden from the caller, because the action is about them. */
  why: z.nullable(z.string()),
})

/** The approval of an action by a second person: its state, who decided and when, and why the action was rejected. */
const Approval = z.object({
  state: z.enum(APPROVALS),
  /**
   * The action is in force until it is decided on, and must be approved by this time. Null when it is not in force
   * while it waits.
   */
  due_at: z.nullable(z.iso.datetime()),
  at: z.nullable(z.iso.datetime()),
  by: z.nullable(z.string()),
  by_name: z.nullable(z.string()),
  why: z.nullable(z.string()),
})

/** When an action ends, how many points it gives, and until when these count. */
const TERMS = {
  /** Null when the action has no end, or is of a kind that does not last. */
  ends_at: z.nullable(z.iso.datetime()),
  points: z.int(),
  /** The time from which the points no longer count by themselves. Null when they count for good. */
  points_end_at: z.nullable(z.iso.datetime()),
}

/** The fields that nobody reads in an action against themselves: what staff wrote to each other. */
export const INTERNAL = ['internal_reason', 'why']

/** Spec, section 3: DA entry. `user` and `admin` are Discord IDs. */
export const DaEntry = z.object({
  id: z.int(),
  version: z.int(),
  date: z.iso.datetime(),
  user: z.string(),
  user_name: z.string(),
  admin: z.string(),
  admin_name: z.string(),
  type: ActionType,
  /** Null when hidden from the caller, because the action is about them. */
  internal_reason: z.nullable(z.string()),
  external_reason: z.nullable(z.string()),
  /** True when the action was revised. Earlier revisions are kept. */
  is_revised: z.boolean(),
  /** True when the action was done in game and arrived automatically. */
  is_from_game: z.boolean(),
  revoked: z.nullable(Revocation),
  ...TERMS,
  /**
   * When the person confirmed that they read the action. Equals `date` when they confirmed it in the game, which does
   * not report the time.
   */
  acknowledged_at: z.nullable(z.iso.datetime()),
  /** Null when the action needs no approval. */
  approval: z.nullable(Approval),
})
export type DaEntry = z.infer<typeof DaEntry>

const Fields = z.object({
  date: z.iso.datetime(),
  user: z.string(),
  user_name: z.string(),
  type: ActionType,
  internal_reason: z.nullable(z.string()),
  external_reason: z.nullable(z.string()),
  ...TERMS,
})

/** One revision: who revised the action, when and why, and its fields before. */
export const DaRevision = z.object({
  version: z.int(),
  at: z.iso.datetime(),
  by: z.string(),
  by_name: z.string(),
  /** Null when hidden from the caller, as in a revocation. */
  why: z.nullable(z.string()),
  was: Fields,
  /** When the person had confirmed that they read the version before. */
  acknowledged_at: z.nullable(z.iso.datetime()),
})
export type DaRevision = z.infer<typeof DaRevision>

export const Params = z.object({
  id: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/, msg('This is not the id of an action.'))), z.transform(Number)),
})
const Version = z.int(msg('The version that was edited is needed.')).check(z.positive())

const Sort = z.enum(SORTS, {
  error: () => t('Sort by one of these: {names}.', { names: SORTS.join(', ') }),
})
const PageSize = z.enum(PAGE_SIZES.map(String), {
  error: () =>
    t('A page has {sizes} or {last} entries.', {
      sizes: PAGE_SIZES.slice(0, -1).join(', '),
      last: PAGE_SIZES.at(-1) ?? '',
    }),
})

/** The issuer of an action: a person, or the game server when the person is not known. */
const AdminId = z.union([z.string().check(z.regex(/^game:\d{1,9}$/)), DiscordId], {
  error: msg('A Discord ID has 17 to 20 digits and nothing else.'),
})

/** Spec, section 7: the filters of the list and the chart. All are optional. */
export const FILTERS = {
  query: optional(text(200)),
  user: optional(DiscordId),
  admin: optional(AdminId),
  type: optional(ActionType),
  /** `no`: actions that the person was told of and has not confirmed reading. */
  acknowledged: optional(z.enum(['no'], msg('This can only be no.'))),
  offence: optional(text(12)),
  /** How the action differs from the suggestion. `any`: every action that was given for an offence. */
  deviation: optional(z.enum([...DEVIATIONS, 'any'])),
  /** `waiting`: actions that a second person must still approve. */
  approval: optional(z.enum(['waiting'], msg('This can only be waiting.'))),
  /** `missing`: actions in force without evidence although one of their offences needs it. */
  evidence: optional(z.enum(['missing'], msg('This can only be missing.'))),
  start: optional(Day),
  end: optional(Day),
  tz: TimeZone,
  endTz: EndTimeZone,
}

export const inOrder = z.refine<{ start?: string | undefined; end?: string | undefined }>(
  ({ start, end }) => start === undefined || end === undefined || start <= end,
  { path: ['end'], error: msg('The end is before the start.') },
)

export const DaFilter = z.object(FILTERS).check(inOrder)
export type DaFilter = z.infer<typeof DaFilter>

/** The order of the list. */
export const SORTED = {
  sort: z.pipe(
    optional(Sort),
    z.transform((value) => value ?? SORTS[0]),
  ),
}

/** The page and the order of the list. */
export const PAGE = {
  ...SORTED,
  page: whole(1, 9_999_999, 1, msg('A page is a whole number from 1.')),
  pageSize: z.pipe(
    optional(PageSize),
    z.transform((value) => (value === undefined ? FIRST_PAGE_SIZE : Number(value))),
  ),
}

export const DaQuery = z.object({ ...FILTERS, ...PAGE }).check(inOrder)
export type DaQuery = z.infer<typeof DaQuery>
export type DaSorted = Omit<DaQuery, 'page' | 'pageSize'>

export const listActions = endpoint({
  method: 'GET',
  path,
  access: 'staff',
  topic: 'staff-da',
  summary:
    'Lists the disciplinary actions that match the filters, one page at a time. `is_capped` is true if there are more than `total`. Internal reasons are null in actions about the caller.',
  query: DaQuery,
  reply: z.object({ rows: z.array(DaEntry), total: z.int(), is_capped: z.boolean() }),
  hiddenFromSubject: INTERNAL,
})

export const exportActions = exportsOf(listActions, {
  name: 'staff-da',
  summary: 'the disciplinary actions that match the filters',
  row: DaEntry,
  key: 'id',
  query: z.object({ ...FILTERS, ...SORTED, format: ExportFormat }).check(inOrder),
})

/** `other_names` are further names by which the search finds the person, such as a nickname in the guild. */
export const CountedPerson = z.object({
  id: z.string(),
  name: z.string(),
  other_names: z.array(z.string()),
  count: z.int(),
})
export type CountedPerson = z.infer<typeof CountedPerson>

export const listActionPeople = endpoint({
  method: 'GET',
  path: `${path}/people`,
  access: 'staff',
  summary:
    'Lists the people with actions and the people who gave actions, at most 50 of each, those with the most actions first. `query` matches any of their names or their Discord ID.',
  query: z.object({ query: optional(text(100)) }),
  reply: z.object({ users: z.array(CountedPerson), admins: z.array(CountedPerson) }),
})

/**
 * The points that count now. `until`: when some of them stop counting; null when they never stop, or when there are
 * none.
 */
const ActivePoints = z.object({ active: z.int(), until: z.nullable(z.iso.datetime()) })

/** The actions against somebody so far. */
export const ActionRecord = z.object({
  total: z.int(),
  /** True when there are more than `total`. */
  is_capped: z.boolean(),
  /** The count of each type. Types without actions are left out. Revoked actions are counted only in `revoked`. */
  types: z.array(z.object({ type: ActionType, count: z.int() })),
  revoked: z.int(),
  /** The date of the newest action. */
  last: z.nullable(z.iso.datetime()),
  points: ActivePoints,
})

/** A person and the actions against them so far. */
export const ActionPerson = z.object({
  id: z.string(),
  /** Null when neither the site nor the guild knows this Discord ID. */
  name: z.nullable(z.string()),
  callsign: z.nullable(z.string()),
  position: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  record: ActionRecord,
  /**
   * True when somebody other than the caller, who has signed in, could approve an action of the caller against this
   * person.
   */
  has_approver: z.boolean(),
})
export type ActionPerson = z.infer<typeof ActionPerson>

export const findActionPerson = endpoint({
  method: 'GET',
  path: `${path}/people/{id}`,
  access: 'staff',
  summary: 'Returns a person by Discord ID, with the number of actions of each type against them.',
  params: z.object({ id: DiscordId }),
  reply: z.object({ item: ActionPerson }),
})

/** The viewer's time zone, such as `America/New_York`. A zone that the server does not know counts as UTC. */
export const ZONE = { zone: optional(text(60)) }

export const ActionWeeks = z.object({
  data: z.array(z.object({ week: z.string(), counts: z.record(z.string(), z.int()) })),
  is_capped: z.boolean(),
})

export const listActionWeeks = endpoint({
  method: 'GET',
  path: `${path}/weeks`,
  access: 'staff',
  summary:
    'Counts the actions that match the filters, by type, in each of 26 weeks: the latest weeks, or those up to the end date. Weeks are in the time zone of the community, otherwise in `zone`, otherwise in UTC, and begin on Monday unless the community sets another day. `is_capped` is true if counting stopped at its limit; earlier weeks are then left out.',
  query: z.object({ ...FILTERS, ...ZONE }).check(inOrder),
  reply: ActionWeeks,
})

const DeviationCount = z.object({
  /** The code of an offence, or the id of an issuer. */
  id: z.string(),
  name: z.string(),
  total: z.int(),
  harsher: z.int(),
  milder: z.int(),
})
export type DeviationCount = z.infer<typeof DeviationCount>

export const reportDeviations = endpoint({
  method: 'GET',
  path: `${path}/deviations`,
  access: 'management',
  summary:
    'Counts how often actions for offences were harsher or milder than suggested, by offence and by issuer, in the staff family or the player family. An action for two offences counts for both. `is_capped` is true if only the newest actions are counted.',
  query: z
    .object({
      family: optional(z.enum(['staff', 'players'])),
      ...{ start: FILTERS.start, end: FILTERS.end, tz: TimeZone, endTz: EndTimeZone },
    })
    .check(inOrder),
  reply: z.object({ offences: z.array(DeviationCount), issuers: z.array(DeviationCount), is_capped: z.boolean() }),
})

export const findDisciplineContent = endpoint({
  method: 'GET',
  path: `${path}/types`,
  access: 'member',
  summary:
    'Returns the types of action of both families, in their order, with who may give each, and the rules for points.',
  reply: DisciplineTypes,
})

/** A template for a frequent reason, from `community/da-reasons.yaml`. */
export const ReasonTemplate = z.strictObject({
  label: text(60),
  type: ActionType,
  internal: lines(4000),
  external: optionalLines(4000),
})
export type ReasonTemplate = z.infer<typeof ReasonTemplate>

export const listReasonTemplates = endpoint({
  method: 'GET',
  path: `${path}/templates`,
  access: 'staff',
  summary: 'Lists the templates for frequent reasons, as the community wrote them.',
  reply: z.object({ data: z.array(ReasonTemplate) }),
})

/** An action as the person whom it is about sees it. */
export const OwnAction = z.object({
  id: z.int(),
  version: z.int(),
  family: z.enum(['staff', 'players']),
  date: z.iso.datetime(),
  type: ActionType,
  external_reason: z.nullable(z.string()),
  revoked: z.nullable(z.object({ at: z.iso.datetime(), outcome: z.enum(OUTCOMES) })),
  ends_at: z.nullable(z.iso.datetime()),
  /** `until`: when the points stop counting; null when they never do. */
  points: z.object({ given: z.int(), are_active: z.boolean(), until: z.nullable(z.iso.datetime()) }),
  acknowledged_at: z.nullable(z.iso.datetime()),
  /** When a second person must have approved the action, which is in force meanwhile. Null when it does not wait. */
  approval_due_at: z.nullable(z.iso.datetime()),
  /** True when the action waits for the person to confirm that they read it. */
  may_acknowledge: z.boolean(),
  /**
   * What the action does until it ends, given the person's other actions: the roster status that it sets, and whether
   * it is the action that blocks promotion the longest.
   */
  effect: z.object({ roster_status: z.nullable(z.string()), blocks_promotion: z.boolean() }),
  /**
   * The offences of the action, as the catalogue described them when it was logged. `rule`: the address of the rule.
   */
  offences: z.array(z.object({ name: z.string(), text: z.string(), rule: z.nullable(z.string()) })),
})
export type OwnAction = z.infer<typeof OwnAction>

export const listOwnActions = endpoint({
  method: 'GET',
  path: `${path}/mine`,
  access: 'member',
  summary:
    'Lists the newest 100 actions of both families against the caller, with the external reason and no internal texts. Actions that the caller may not know of are left out, such as those that take effect only once they are approved.',
  reply: z.object({
    ...{ data: z.array(OwnAction), points: ActivePoints, player_points: ActivePoints },
    /** For how many days actions of each family are kept after they are over. Null when they are kept for good. */
    kept_days: z.object({ staff: z.nullable(z.int()), players: z.nullable(z.int()) }),
  }),
})

/** What a step of a ladder suggested. `days` is null when the action does not end. */
const RUNG = {
  code: z.string(),
  name: z.string(),
  rung: z.int(),
  type: ActionType,
  days: z.nullable(z.int()),
  points: z.int(),
}

/** An offence of an action, as the catalogue described it when the action was logged. */
const ShownOffence = z.object({ ...RUNG, text: z.string(), needs_evidence: z.boolean() })
export type ShownOffence = z.infer<typeof ShownOffence>

export const FoundAction = z.object({
  item: DaEntry,
  /** Whether the points of the action count, and until when. Null when it gives none. */
  points: z.nullable(z.object({ are_active: z.boolean(), until: z.nullable(z.iso.datetime()) })),
  revisions: z.array(DaRevision),
  offences: z.array(ShownOffence),
  /** How the action differs from what was suggested for its offences. Null when it has none. */
  deviation: z.nullable(z.object({ way: z.enum(DEVIATIONS), why: z.nullable(z.string()) })),
  /**
   * How the person was told of the action. Null once they confirmed reading it, when it is not known, and when there
   * was nothing to tell.
   */
  delivery: z.nullable(z.enum(DELIVERIES)),
  /** The open appeal of the action. Until the appeal ends, a revision can only make the action milder. */
  open_appeal: z.nullable(z.int()),
  may_revise: z.boolean(),
  may_revoke: z.boolean(),
  /** Whether the caller may approve or reject it. */
  may_approve: z.boolean(),
  /** True when the action waits for approval and nobody who has signed in may approve it. */
  is_stuck: z.boolean(),
})
export type FoundAction = z.infer<typeof FoundAction>

export const findAction = endpoint({
  method: 'GET',
  path: `${path}/{id}`,
  access: 'staff',
  summary:
    'Returns one action with its earlier revisions, and whether the caller may revise, revoke or approve it. Internal reasons are null if the action is about the caller.',
  params: Params,
  reply: FoundAction,
  hiddenFromSubject: INTERNAL,
})

const OffenceCode = text(12)

export const OffenceSuggestion = z.object({
  /** One step for each offence, with the ids of the earlier actions that led to it. */
  rungs: z.array(z.object({ ...RUNG, earlier: z.array(z.int()) })),
  type: ActionType,
  days: z.nullable(z.int()),
  points: z.int(),
  /** The suggested external reason, as the text to start from. */
  told: z.nullable(z.string()),
  needs_evidence: z.boolean(),
})
export type OffenceSuggestion = z.infer<typeof OffenceSuggestion>

export const SuggestionQuery = z.object({
  user: DiscordId,
  /** Codes, separated by commas. */
  offences: z.pipe(
    text(100),
    z.transform((codes) => codes.split(',')),
  ),
  date: z.optional(z.iso.datetime()),
  /**
   * The id of an action of the caller that they revise. The suggestion then uses its offences as the catalogue
   * described them when it was logged, and does not count the action itself.
   */
  revises: z.optional(Params.shape.id),
})

export type SuggestionQuery = z.infer<typeof SuggestionQuery>

export const findSuggestion = endpoint({
  method: 'GET',
  path: `${path}/suggestion`,
  access: 'staff',
  summary:
    'Returns the suggestion of the catalogue for one to five offences of a person, based on the actions that stand against them. Returns 403 if the person is the caller.',
  query: SuggestionQuery,
  reply: OffenceSuggestion,
})

/** The version that somebody read. */
export const Reading = z.strictObject({ version: Version })

export const Acknowledged = z.object({ ok: z.literal(true), item: OwnAction })

export const acknowledgeAction = endpoint({
  method: 'POST',
  path: `${path}/{id}/acknowledgement`,
  access: 'member',
  summary:
    'Records that the caller has read an action against them. Only the first time is stored. Returns 409 if what the caller reads has changed since `version`.',
  params: Params,
  body: Reading,
  reply: Acknowledged,
})

const When = z.iso.datetime({ error: msg('Write the time as 2026-03-14T18:30:00Z.') })

const Points = z
  .int(msg('Points are a whole number from 0 to 100.'))
  .check(
    z.gte(0, msg('Points are a whole number from 0 to 100.')),
    z.lte(100, msg('Points are a whole number from 0 to 100.')),
  )

/** A new action. Without a date, the action is from now. The issuer is the person who logs it. */
export const DaDraft = z.strictObject({
  user: DiscordId,
  user_name: text(100),
  type: ActionType,
  internal_reason: lines(4000),
  external_reason: optionalLines(4000),
  date: z.optional(When),
  /** Left out when the action has no end, or is of a kind that does not last. */
  ends_at: z.optional(When),
  /** Left out when the action gives no points. */
  points: z.optional(Points),
  /** For how many days the points count. Left out to use the community's setting. */
  points_days: z.optional(z.int().check(z.gte(1), z.lte(3650))),
  /** Codes of the catalogue. Each occurs once. */
  offences: z.optional(
    z.array(OffenceCode).check(
      z.maxLength(MAX_OFFENCES, msg('Name at most five offences.')),
      z.refine((codes) => new Set(codes).size === codes.length, msg('Name each offence once.')),
    ),
  ),
  /** Required when the type, the duration or the points differ from what is suggested for these offences. */
  deviation_why: changedLines(1000),
  /**
   * The points of the threshold that this action decides, for this person. `listThresholds` lists the open thresholds.
   */
  threshold: z.optional(z.int().check(z.positive())),
})
export type DaDraft = z.infer<typeof DaDraft>

const Changed = z.object({ ok: z.literal(true), item: DaEntry })

export const addAction = endpoint({
  method: 'POST',
  path,
  access: can('discipline.give'),
  summary: 'Logs an action against another person, with the caller as the issuer.',
  body: DaDraft,
  reply: Changed,
})

export const DaRevisionDraft = z.strictObject({
  user: z.optional(DiscordId),
  user_name: z.optional(text(100)),
  type: z.optional(ActionType),
  internal_reason: z.optional(lines(4000)),
  external_reason: changedLines(4000),
  date: z.optional(When),
  ends_at: z.optional(z.nullable(When)),
  points: z.optional(Points),
  points_end_at: z.optional(z.nullable(When)),
  version: Version,
  why: lines(4000),
  /**
   * Required when the issuer makes the type, the duration or the points differ from what is suggested for the offences.
   */
  deviation_why: changedLines(1000),
})

export const reviseAction = endpoint({
  method: 'PUT',
  path: `${path}/{id}`,
  access: 'staff',
  summary:
    'Revises an action against another person. The author may do so for 24 hours, management at any time. Returns 409 if the version is outdated.',
  params: Params,
  body: DaRevisionDraft,
  reply: Changed,
})

export const DaRevocationDraft = z.strictObject({
  outcome: z.enum(OUTCOMES, msg('Pick one of the outcomes.')),
  why: lines(4000),
  version: z.optional(Version),
})

export const revokeAction = endpoint({
  method: 'POST',
  path: `${path}/{id}/revoke`,
  access: 'management',
  summary:
    'Revokes an action against another person. The action stays in the list, marked with the outcome. Returns 409 if it is revoked already.',
  params: Params,
  body: DaRevocationDraft,
  reply: Changed,
})

export const UndoneAddition = z.strictObject({ version: Version })

export const undoAddAction = endpoint({
  method: 'POST',
  path: `${path}/{id}/undo`,
  access: can('discipline.give'),
  summary:
    'Undoes an action that the caller logged some seconds ago. The action stays in the list, revoked with the outcome `expunged`, and the point threshold that it decided is open again. Returns 409 if the time to undo is over or the action was changed since.',
  params: Params,
  body: UndoneAddition,
  reply: Changed,
})

export const DaApprovalDraft = z
  .strictObject({
    decision: z.enum(['approve', 'reject'], msg('Approve or reject it.')),
    /** Required to reject. */
    why: changedLines(4000),
    version: Version,
  })
  .check(
    z.refine(({ decision, why }) => decision === 'approve' || why != null, {
      path: ['why'],
      error: msg('Say why you reject it.'),
    }),
  )

/** The maximum number of actions that the approvals page shows. The others follow as these are decided. */
export const MAX_TO_APPROVE = 50

export const listToApprove = endpoint({
  method: 'GET',
  path: `${path}/to-approve`,
  access: can('discipline.approve'),
  summary: `Lists the actions that wait for approval and that the caller may decide on, oldest first, at most ${MAX_TO_APPROVE}.`,
  reply: z.object({ data: z.array(FoundAction) }),
  hiddenFromSubject: INTERNAL,
})

export const approveAction = endpoint({
  method: 'POST',
  path: `${path}/{id}/approval`,
  access: can('discipline.approve'),
  summary:
    'Approves or rejects an action that waits for approval. A rejected action is revoked with the outcome `expunged`. Returns 403 if the action is about the caller or an account linked to them, if the caller gave, imported or revised it, or if they decided on an appeal of it. Returns 409 if the version is outdated or the action does not wait for approval; callers who are not staff get 409 for every action that they may not decide on.',
  params: Params,
  body: DaApprovalDraft,
  reply: Changed,
})

export const DaImport = z.extend(SheetReport, {
  /** An import never changes an action and never removes one. */
  changed: z.literal(0),
  missing: z.literal(0),
  /** The first of the entries that are added, in the order of the file. At most `MAX_SHOWN`. */
  entries: z.array(
    z.extend(
      z.pick(DaEntry, {
        ...{ date: true, user: true, user_name: true, admin: true, admin_name: true },
        ...{ type: true, external_reason: true },
      }),
      { internal_reason: z.string() },
    ),
  ),
})
export type DaImport = z.infer<typeof DaImport>

/** The maximum number of rows of a spreadsheet, and of the rows that the preview of the import shows. */
export const MAX_ROWS = 10_000
export const MAX_SHOWN = 200

export const importActions = endpoint({
  method: 'POST',
  path: `${path}/import`,
  access: can('import.run'),
  summary:
    'Imports actions from a spreadsheet (CSV). All rows are imported or none, unless rows=good imports only the rows without errors. With dryRun=true, nothing is stored and the report states what would be added.',
  ...sheetCall,
  reply: DaImport,
})

export const endpoints = [
  listActions,
  ...exportCalls(exportActions),
  listActionPeople,
  findActionPerson,
  listActionWeeks,
  reportDeviations,
  findDisciplineContent,
  listReasonTemplates,
  listOwnActions,
  findSuggestion,
  findAction,
  acknowledgeAction,
  addAction,
  reviseAction,
  revokeAction,
  undoAddAction,
  listToApprove,
  approveAction,
  importActions,
]
