/*
 * Appeals. A person asks that a disciplinary action against them is reviewed by somebody who had no part in it. Appeals
 * begin on `/me`, where each action says whether it can be appealed, or why not and from when. The database itself
 * refuses a decision by the appellant and by the person who gave, imported, approved or revised the action. When nobody
 * else can decide, the appeal says who did. The appellant can only write messages and withdraw. Staff comments and
 * messages to the appellant are two separate types, and no reply for the appellant contains a comment. The issuer may
 * give one statement. The issuer may revoke the action, which ends the appeal, or reduce it, which leaves the appeal
 * open. The issuer never confirms the action.
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

/** The contents of `community/appeals.yaml`. Each value that is left out has the program's default. */
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

/** A message between the appellant and the people who decide. */
export const AppellantMessage = z.object({
  audience: z.literal('appellant'),
  at: At,
  isFromAppellant: z.boolean(),
  text: z.string(),
})
export type AppellantMessage = z.infer<typeof AppellantMessage>

/** A comment that the people who decide write to each other. No reply for the appellant contains one. */
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
  /** The time by which a decision is promised. */
  dueAt: At,
  /** The time until which the appeal waits for the issuer's statement. Null when none was asked for. */
  issuerUntil: z.nullable(At),
  /**
   * The time since which the appeal is in review. Null in any other state. The appellant sees neither the name of the
   * reviewer nor that of the decider.
   */
  reviewSince: z.nullable(At),
  outcome: z.nullable(z.enum(OUTCOMES)),
  /** When the appeal was decided, withdrawn or closed. */
  endedAt: z.nullable(At),
  endedBy: z.nullable(z.enum(WAYS)),
  /** In which role the decider decided: as an independent person, or as an exception because nobody was independent. */
  decidedAs: z.nullable(z.enum(DECIDED_AS)),
  /** The issuer's reduction of the action during the appeal, with their message to the appellant. */
  issuerReduction: z.nullable(z.object({ at: At, message: z.string() })),
}

/**
 * Who gave the action can take it back: not the game server, a mere name in a file, somebody erased, or anyone who may no
 * longer give actions.
 */
const canTakeBack = z.boolean()

const TEXTS = {
  text: z.string(),
  /** The message about the outcome to the appellant. */
  decision: z.nullable(z.string()),
}

/** An appeal in the list of its appellant. */
export const OwnAppealRow = z.object({
  ...COMMON,
  ...TEXTS,
  ...ACTION_IN_LIST,
  messages: z.array(AppellantMessage),
  /** Who would decide now. Null once the appeal has ended. */
  deciding: z.nullable(z.enum(DECIDING)),
  canTakeBack,
  /** When management, and when the owners, are reminded of the appeal. Null once the appeal has ended. */
  escalation: z.nullable(z.object({ management: At, owners: At })),
  /**
   * A ban that staff must lift in txAdmin from a given time on. It keeps the person out of the game until staff do so.
   */
  lift: z.nullable(z.object({ from: At, doneAt: z.nullable(At) })),
})
export type OwnAppealRow = z.infer<typeof OwnAppealRow>

/** An appeal as its appellant sees it. */
const OwnAppeal = z.object({ ...OwnAppealRow.shape, ...ACTION })
export type OwnAppeal = z.infer<typeof OwnAppeal>

/** Whether the caller can appeal an action against them. */
export const Appealable = z.object({
  family: Family,
  action: z.int(),
  /** The id of the latest appeal of the action. */
  appeal: z.nullable(z.int()),
  /** Why the action cannot be appealed now. Null when it can be. */
  limit: z.nullable(z.object({ why: z.enum(WHY_NOT), from: z.nullable(At), words: z.nullable(z.string()) })),
  today: AppealedFacts,
  /** Who would decide if the action were appealed now. */
  deciding: z.enum(DECIDING),
  canTakeBack,
})
export type Appealable = z.infer<typeof Appealable>

/** The public figures about decided appeals. They reveal nothing about a single appeal. */
const AppealFigures = z.object({ decided: z.int(), upheldPercent: z.int(), medianDays: z.int() })

export const AppealPromise = z.object({
  promiseDays: z.int(),
  /** The days after which management, and then the owners, are reminded of an open appeal. */
  escalation: z.object({ management: z.int(), owners: z.int() }),
  spacingDays: z.int(),
  most: z.int(),
  /** The figures of each family of actions. Null while fewer than ten of its appeals are decided. */
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

/** An appeal in the list for the people who decide. */
export const AppealRow = z.object({
  ...COMMON,
  type: z.string(),
  appellant: z.object({ id: z.string(), name: z.string() }),
  issuer: z.object({ id: z.string(), name: z.string(), isPerson: z.boolean() }),
  /**
   * The person who took the appeal into review. Null when it is not in review, and when it was taken before this was
   * recorded.
   */
  reviewer: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** The group that is reminded of the appeal because it has waited long. */
  escalation: z.nullable(z.enum(['management', 'owners'])),
  /** When the action ends by itself. Null when it never does or has already ended, and once the appeal has ended. */
  actionEndsAt: z.nullable(At),
  /** Why the caller may not decide. Null when they may. */
  barred: z.nullable(z.enum(BARRED)),
  /** Who would decide now. Null once the appeal has ended. */
  deciding: z.nullable(z.enum(DECIDING)),
  /**
   * A ban that staff must lift in txAdmin by hand: its txAdmin id and the time from which to lift it. Null when there
   * is none.
   */
  liftTask: z.nullable(z.object({ id: z.string(), from: At, doneAt: z.nullable(At) })),
})
export type AppealRow = z.infer<typeof AppealRow>

/** An appeal as the people who decide see it. */
export const Appeal = z.object({
  ...AppealRow.shape,
  ...TEXTS,
  ...ACTION,
  decider: z.nullable(z.object({ id: z.string(), name: z.string() })),
  statement: z.nullable(z.object({ at: At, text: z.string() })),
  /** The version of the action that this reply shows. Null when the action no longer exists. */
  actionVersion: z.nullable(z.int()),
  /** The types to which a reduction may change the action. */
  lighterTypes: z.array(z.string()),
  /** `messages` and `comments` are null when the caller had a part in the action and may not read them. */
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

/** How the action is reduced. At least one field is needed. */
const Reduction = z.strictObject({
  type: z.optional(z.string()),
  ends_at: z.optional(z.iso.datetime({ error: msg('Write the time as 2026-03-14T18:30:00Z.') })),
  points: z.optional(
    z.int(msg('Points are a whole number from 0.')).check(z.gte(0, msg('Points are a whole number from 0.'))),
  ),
})

export const DecisionDraft = z.strictObject({
  version: Version,
  /** The version of the action that the decider has read. Null when the action no longer exists. */
  actionVersion: z.nullable(Version),
  outcome: z.enum(OUTCOMES, msg('Pick one of the outcomes.')),
  /** Only with the outcome `reduced`. */
  reduction: z.optional(Reduction),
  /** The message to the appellant. */
  message: lines(4000),
  /** A comment for the people who decide. */
  comment: optionalLines(4000),
  /** The decider's statement that they did not give the action. Required when the issuer is not known as a person. */
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

/** An appeal in the issuer's list. It has no comments and no messages. */
export const GivenAppealRow = z.object({
  ...COMMON,
  type: z.string(),
  appellant: z.object({ id: z.string(), name: z.string() }),
  text: z.string(),
  ...ACTION_IN_LIST,
  statement: z.nullable(z.object({ at: At, text: z.string() })),
  /** The types to which a reduction may change the action. */
  lighterTypes: z.array(z.string()),
})
export type GivenAppealRow = z.infer<typeof GivenAppealRow>

/** An appeal as the issuer sees it. */
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
