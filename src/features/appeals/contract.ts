/*
 * Appeals: somebody asks that an action against them is looked at again, by a person who had no part in it. They begin at
 * the record, on `/me`, where each action says whether it can be appealed, or why not and from when. What surprises: the
 * database itself refuses a decision by the person who gave, imported, approved or revised the action or appeals it, and where nobody else can
 * decide the appeal says who did. The appellant only writes and withdraws. What staff write to each other and what the
 * appellant is told are two types, and no reply for the appellant holds the first. The issuer may give one
 * statement, may revoke it, which ends the appeal, and may reduce it, which leaves the appeal open. They never confirm it.
 */
import * as z from 'zod/mini'
import { can } from '#lib/access.ts'
import { endpoint } from '#lib/endpoint.ts'
import { msg } from '#lib/messages.ts'
import { lines, optionalLines } from '#lib/text.ts'
import { BARRED, DECIDED_AS, DECIDING } from './independence-rules.ts'
import { FAMILIES, LIFTS, OUTCOMES, STATES, WAYS, WHY_NOT } from './rules.ts'
import { ACTION, ACTION_IN_LIST, AppealedAction, AppealedFacts, AppealSnapshot } from './snapshot-contract.ts'

declare module '#lib/topics.ts' {
  interface Topics {
    'appeal-figures': true
    appeals: true
    'given-appeals': true
    'my-appeals': true
  }
}

const path = '/api/appeals'

const Days = z.int().check(z.gte(1), z.lte(365))

/** What `community/appeals.yaml` may say. What is left out is as this program comes with. */
export const AppealContent = z
  .strictObject({
    promiseDays: z._default(Days, 7),
    escalation: z._default(z.strictObject({ management: Days, owners: Days }), { management: 7, owners: 14 }),
    spacingDays: z._default(z.literal([7, 14, 28]), 14),
    most: z._default(z.int().check(z.gte(1), z.lte(20)), 3),
    ranksAbove: z._default(z.literal([0, 1, 2]), 0),
    types: z._default(
      z.array(
        z.strictObject({ type: z.string(), fromDays: z.optional(Days), never: z.optional(lines(300)) }).check(
          z.refine(({ fromDays, never }) => (fromDays === undefined) !== (never === undefined), {
            error: 'either fromDays or never',
          }),
        ),
      ),
      [],
    ),
  })
  .check(
    z.refine(({ escalation }) => escalation.owners > escalation.management, {
      path: ['escalation', 'owners'],
      error: 'more days than for management',
    }),
  )
export type AppealContent = z.infer<typeof AppealContent>

const At = z.iso.datetime()
const Family = z.enum(FAMILIES)

/** What the appellant and those who decide write to each other. */
export const AppellantMessage = z.object({
  audience: z.literal('appellant'),
  at: At,
  isFromAppellant: z.boolean(),
  text: z.string(),
})
export type AppellantMessage = z.infer<typeof AppellantMessage>

/** What those who decide write to each other: never part of what the appellant gets. */
export const InternalComment = z.object({
  audience: z.literal('staff'),
  at: At,
  by: z.object({ id: z.string(), name: z.string() }),
  text: z.string(),
})
export type InternalComment = z.infer<typeof InternalComment>

const COMMON = {
  id: z.int(),
  version: z.int(),
  family: Family,
  action: z.int(),
  state: z.enum(STATES),
  filedAt: At,
  /** Until when it is promised to be decided. */
  dueAt: At,
  /** Until when the issuer may still be heard; null where they are not asked. */
  issuerUntil: z.nullable(At),
  /**
   * Since when it is in review; null in any other state. Who decided is not named to the appellant, nor is this person.
   */
  reviewSince: z.nullable(At),
  outcome: z.nullable(z.enum(OUTCOMES)),
  /** When it was decided, withdrawn or closed. */
  endedAt: z.nullable(At),
  endedBy: z.nullable(z.enum(WAYS)),
  /** As what somebody decided: independent, or as an exception where nobody was. */
  decidedAs: z.nullable(z.enum(DECIDED_AS)),
  /** The issuer reduced it meanwhile, and what they wrote to the appellant. */
  issuerReduction: z.nullable(z.object({ at: At, message: z.string() })),
}

/** Who gave the action is a person, who may take it back: not the game server, a mere name in a file or somebody erased. */
const isByPerson = z.boolean()

const TEXTS = {
  text: z.string(),
  /** What the appellant is told of the outcome. */
  decision: z.nullable(z.string()),
}

/** An appeal in the list of its appellant. */
export const OwnAppealRow = z.object({
  ...COMMON,
  ...TEXTS,
  ...ACTION_IN_LIST,
  messages: z.array(AppellantMessage),
  /** Who would decide now; null once it has ended. */
  deciding: z.nullable(z.enum(DECIDING)),
  isByPerson,
  /** From when on it also waits for management, and for owners; null once it has ended. */
  escalation: z.nullable(z.object({ management: At, owners: At })),
  /** A ban that staff must lift in txAdmin, from when on: until it is done it keeps the person out. */
  lift: z.nullable(z.object({ from: At, doneAt: z.nullable(At) })),
})
export type OwnAppealRow = z.infer<typeof OwnAppealRow>

/** An appeal as its appellant reads it. */
const OwnAppeal = z.object({ ...OwnAppealRow.shape, ...ACTION })
export type OwnAppeal = z.infer<typeof OwnAppeal>

/** Whether an action of one's own can be appealed. */
export const Appealable = z.object({
  family: Family,
  action: z.int(),
  /** The latest appeal of it. */
  appeal: z.nullable(z.int()),
  /** Null: it can be appealed now. */
  limit: z.nullable(z.object({ why: z.enum(WHY_NOT), from: z.nullable(At), words: z.nullable(z.string()) })),
  today: AppealedFacts,
  /** Who would decide on an appeal of it now. */
  deciding: z.enum(DECIDING),
  isByPerson,
})
export type Appealable = z.infer<typeof Appealable>

/** What everybody may know of the decisions so far: numbers, and nothing of a single appeal. */
const AppealFigures = z.object({ decided: z.int(), upheldPercent: z.int(), medianDays: z.int() })

export const AppealPromise = z.object({
  promiseDays: z.int(),
  /** After so many days management is reminded of an appeal, and owners are. */
  escalation: z.object({ management: z.int(), owners: z.int() }),
  spacingDays: z.int(),
  most: z.int(),
  /** Of each family; null: fewer than ten of its appeals were decided so far. */
  figures: z.object({ staff: z.nullable(AppealFigures), players: z.nullable(AppealFigures) }),
})
export type AppealPromise = z.infer<typeof AppealPromise>

export const findAppealPromise = endpoint({
  method: 'GET',
  path: `${path}/promise`,
  access: 'anyone',
  topic: 'appeal-figures',
  summary:
    'Within how many days appeals are decided, their limits, and of each family from ten decisions on how many were upheld and how long half of them took.',
  reply: AppealPromise,
})

export const listOwnAppeals = endpoint({
  method: 'GET',
  path: `${path}/mine`,
  access: 'member',
  topic: 'my-appeals',
  summary: 'Your own appeals, the newest first, and whether each action against you can be appealed, or why not.',
  reply: z.object({ data: z.array(OwnAppealRow), actions: z.array(Appealable) }),
})

const Id = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,8}$/, msg('This is not the id of an appeal.'))),
  z.transform(Number),
)
const Params = z.object({ id: Id })
const Version = z.int(msg('Send the version that you saw.')).check(z.positive())

export const findOwnAppeal = endpoint({
  method: 'GET',
  path: `${path}/mine/{id}`,
  access: 'member',
  summary: 'One of your own appeals, with the offences of its action and their rules.',
  params: Params,
  reply: z.object({ item: OwnAppeal }),
})

export const findAppealable = endpoint({
  method: 'GET',
  path: `${path}/appealable`,
  access: 'member',
  summary: 'An action against yourself as an appeal of it would keep it now, with its offences and their rules.',
  query: z.object({ family: Family, action: Id }),
  reply: z.object({ item: z.object({ snapshot: AppealSnapshot, today: AppealedAction }) }),
})

/** One text that is added to an appeal. */
export const AppealText = z.strictObject({ text: lines(4000) })
const OwnChanged = z.object({ ok: z.literal(true), item: OwnAppeal })

export const AppealDraft = z.strictObject({
  family: Family,
  action: z.int().check(z.positive()),
  text: lines(4000),
})
export type AppealDraft = z.infer<typeof AppealDraft>

export const addAppeal = endpoint({
  method: 'POST',
  path,
  access: 'member',
  summary:
    'Appeals an action against yourself. 409 where it cannot be appealed now: `GET /api/appeals/mine` says why not and from when.',
  body: AppealDraft,
  reply: OwnChanged,
})

export const replyToAppeal = endpoint({
  method: 'POST',
  path: `${path}/{id}/replies`,
  access: 'member',
  summary: 'Adds to an open appeal of your own.',
  params: Params,
  body: AppealText,
  reply: OwnChanged,
})

export const withdrawAppeal = endpoint({
  method: 'POST',
  path: `${path}/{id}/withdraw`,
  access: 'member',
  summary: 'Withdraws an open appeal of your own. The time until the next one begins.',
  params: Params,
  body: z.strictObject({ version: Version }),
  reply: OwnChanged,
})

/** An appeal in the list of those who decide. */
export const AppealRow = z.object({
  ...COMMON,
  type: z.string(),
  appellant: z.object({ id: z.string(), name: z.string() }),
  issuer: z.object({ id: z.string(), name: z.string(), isPerson: z.boolean() }),
  /** Who took it into review; null where it is not in review, or was before this was kept. */
  reviewer: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** Who is reminded of it, because it has waited long. */
  escalation: z.nullable(z.enum(['management', 'owners'])),
  /** When its action ends by itself; null where it does not or has ended, and once the appeal has ended. */
  actionEndsAt: z.nullable(At),
  /** Why the caller may not decide; null where they may. */
  barred: z.nullable(z.enum(BARRED)),
  /** Who would decide now; null once it has ended. */
  deciding: z.nullable(z.enum(DECIDING)),
  /** An action that txAdmin does not hear of from here: its id there, and from when on somebody must lift it. */
  liftTask: z.nullable(z.object({ id: z.string(), from: At, doneAt: z.nullable(At) })),
})
export type AppealRow = z.infer<typeof AppealRow>

/** An appeal as those who decide read it. */
export const Appeal = z.object({
  ...AppealRow.shape,
  ...TEXTS,
  ...ACTION,
  decider: z.nullable(z.object({ id: z.string(), name: z.string() })),
  statement: z.nullable(z.object({ at: At, text: z.string() })),
  /** The version of the action that is read here; null where it is no longer there. */
  actionVersion: z.nullable(z.int()),
  /** The types that a reduction may make of it. */
  lighterTypes: z.array(z.string()),
  /** These two are null where they are kept from the caller, because they had a part in the action. */
  messages: z.nullable(z.array(AppellantMessage)),
  comments: z.nullable(z.array(InternalComment)),
})
export type Appeal = z.infer<typeof Appeal>

export const listAppeals = endpoint({
  method: 'GET',
  path,
  access: can('appeals.decide'),
  topic: 'appeals',
  summary:
    'The open appeals, the first to be decided first, and the latest 500 that came to an end. Never those of the caller.',
  reply: z.object({ data: z.array(AppealRow) }),
})

export const findAppeal = endpoint({
  method: 'GET',
  path: `${path}/{id}`,
  access: can('appeals.decide'),
  summary: 'One appeal with what was written; not one of your own.',
  params: Params,
  reply: z.object({ item: Appeal }),
})

const Changed = z.object({ ok: z.literal(true), item: Appeal })

export const askIssuer = endpoint({
  method: 'POST',
  path: `${path}/{id}/ask`,
  access: can('appeals.decide'),
  summary:
    'Asks the issuer for a statement, for which they have 48 hours. 409 where they gave it already or may not give it now.',
  params: Params,
  body: z.strictObject({ version: Version }),
  reply: Changed,
})

export const reviewAppeal = endpoint({
  method: 'POST',
  path: `${path}/{id}/review`,
  access: can('appeals.decide'),
  summary: 'Takes a submitted appeal into review.',
  params: Params,
  body: z.strictObject({ version: Version }),
  reply: Changed,
})

export const messageAppellant = endpoint({
  method: 'POST',
  path: `${path}/{id}/messages`,
  access: can('appeals.decide'),
  summary: 'Writes to the appellant of an open appeal.',
  params: Params,
  body: AppealText,
  reply: Changed,
})

export const commentOnAppeal = endpoint({
  method: 'POST',
  path: `${path}/{id}/comments`,
  access: can('appeals.decide'),
  summary: 'Adds a comment that only those who decide read.',
  params: Params,
  body: AppealText,
  reply: Changed,
})

/** What becomes less of an action; at least one of them. */
const Reduction = z.strictObject({
  type: z.optional(z.string()),
  ends_at: z.optional(z.iso.datetime({ error: msg('Write the time as 2026-03-14T18:30:00Z.') })),
  points: z.optional(
    z.int(msg('Points are a whole number from 0.')).check(z.gte(0, msg('Points are a whole number from 0.'))),
  ),
})

export const DecisionDraft = z.strictObject({
  version: Version,
  /** Of the action; null where it is no longer there. A decision is for what the decider has read. */
  actionVersion: z.nullable(Version),
  outcome: z.enum(OUTCOMES, msg('Pick one of the outcomes.')),
  /** With `reduced` alone. */
  reduction: z.optional(Reduction),
  /** What the appellant reads. */
  message: lines(4000),
  /** What only those who decide read. */
  comment: optionalLines(4000),
  /** Needed where no person is known who gave the action: it was not the decider. */
  notIssuer: z.optional(z.boolean()),
})
export type DecisionDraft = z.infer<typeof DecisionDraft>

export const decideAppeal = endpoint({
  method: 'POST',
  path: `${path}/{id}/decision`,
  access: can('appeals.decide'),
  summary:
    'Decides on an appeal that is in review, and does to the action what follows. Refused to the person who gave, imported, approved or revised it or added evidence, to the appellant and an account that shares an identifier with them, and to lower positions, and of another version of the appeal or of the action (409).',
  params: Params,
  body: DecisionDraft,
  reply: Changed,
})

export const closeLiftTask = endpoint({
  method: 'POST',
  path: `${path}/{id}/lifted`,
  access: can('appeals.decide'),
  summary: 'Says that an action was lifted in txAdmin. The event of the game server says it by itself.',
  params: Params,
  reply: Changed,
})

/** An appeal in the list of the issuer: no comments, no messages. */
export const GivenAppealRow = z.object({
  ...COMMON,
  type: z.string(),
  appellant: z.object({ id: z.string(), name: z.string() }),
  text: z.string(),
  ...ACTION_IN_LIST,
  statement: z.nullable(z.object({ at: At, text: z.string() })),
  /** The types that a reduction may make of it. */
  lighterTypes: z.array(z.string()),
})
export type GivenAppealRow = z.infer<typeof GivenAppealRow>

/** An appeal as the issuer reads it. */
const GivenAppeal = z.object({ ...GivenAppealRow.shape, ...ACTION })
export type GivenAppeal = z.infer<typeof GivenAppeal>

export const listGivenAppeals = endpoint({
  method: 'GET',
  path: `${path}/given`,
  access: can('discipline.give'),
  topic: 'given-appeals',
  summary: 'The appeals of actions that you gave: those that are open, and the latest 50 that came to an end.',
  reply: z.object({ data: z.array(GivenAppealRow) }),
})

export const findGivenAppeal = endpoint({
  method: 'GET',
  path: `${path}/given/{id}`,
  access: can('discipline.give'),
  summary: 'One appeal of an action that you gave, with the offences of the action and their rules.',
  params: Params,
  reply: z.object({ item: GivenAppeal }),
})

const GivenChanged = z.object({ ok: z.literal(true), item: GivenAppeal })

export const addStatement = endpoint({
  method: 'POST',
  path: `${path}/{id}/statement`,
  access: can('discipline.give'),
  summary: 'Your one statement on the open appeal of an action that you gave. Those who decide read it.',
  params: Params,
  body: AppealText,
  reply: GivenChanged,
})

export const LiftDraft = z.strictObject({
  version: Version,
  outcome: z.enum(LIFTS, msg('Pick one of the outcomes.')),
  reduction: z.optional(Reduction),
  message: lines(4000),
})

export const liftAppealed = endpoint({
  method: 'POST',
  path: `${path}/{id}/lift`,
  access: can('discipline.give'),
  summary:
    'Revokes an action that you gave, which ends the appeal, or reduces it, which leaves the appeal open. You cannot confirm it.',
  params: Params,
  body: LiftDraft,
  reply: GivenChanged,
})

export const endpoints = [
  findAppealPromise,
  listOwnAppeals,
  findOwnAppeal,
  findAppealable,
  addAppeal,
  replyToAppeal,
  withdrawAppeal,
  listAppeals,
  findAppeal,
  askIssuer,
  reviewAppeal,
  messageAppellant,
  commentOnAppeal,
  decideAppeal,
  closeLiftTask,
  listGivenAppeals,
  findGivenAppeal,
  addStatement,
  liftAppealed,
]
