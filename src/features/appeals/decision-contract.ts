/*
 * Appeals for the people who decide on them. They take an appeal into review or first ask the issuer, write to the
 * appellant and to each other, and decide. Surprising: a person who had a part in the action reads no messages and no
 * comments.
 */
import * as z from 'zod/mini'
import { can } from '#lib/access.ts'
import { endpoint } from '#lib/endpoint.ts'
import { msg } from '#lib/messages.ts'
import { lines, optionalLines } from '#lib/text.ts'
import { AppealText, AppellantMessage, At, COMMON, Params, path, TEXTS, Version } from './contract.ts'
import { BARRED, DECIDER_ROLES_OR_NOBODY } from './independence-rules.ts'
import { OUTCOMES } from './rules.ts'
import { ACTION } from './snapshot-contract.ts'

/** A comment that the people who decide write to each other. No reply for the appellant contains one. */
export const InternalComment = z.object({
  audience: z.literal('staff'),
  at: At,
  by: z.object({ id: z.string(), name: z.string() }),
  text: z.string(),
})
export type InternalComment = z.infer<typeof InternalComment>

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
  deciding: z.nullable(z.enum(DECIDER_ROLES_OR_NOBODY)),
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
    'Lists the open appeals, ordered by the time by which a decision is needed, the ended appeals with a ban still to lift in txAdmin, and the latest 500 ended ones. Appeals of the caller are left out.',
  reply: z.object({ data: z.array(AppealRow) }),
})

export const findAppeal = endpoint({
  method: 'GET',
  path: `${path}/{id}`,
  access: can('appeals.decide'),
  summary:
    'Returns one appeal with its messages and comments. They are null if the caller had a part in the action and may not read them. Returns 404 for an appeal of the caller.',
  params: Params,
  reply: z.object({ item: Appeal }),
})

const Changed = z.object({ ok: z.literal(true), item: Appeal })

export const askIssuer = endpoint({
  method: 'POST',
  path: `${path}/{id}/ask`,
  access: can('appeals.decide'),
  summary:
    'Asks the issuer for a statement, for which they have 48 hours. Returns 409 if the appeal is no longer in the state `submitted`, or if the issuer has given a statement already or can give none now.',
  params: Params,
  body: z.strictObject({ version: Version }),
  reply: Changed,
})

export const reviewAppeal = endpoint({
  method: 'POST',
  path: `${path}/{id}/review`,
  access: can('appeals.decide'),
  summary: 'Takes a submitted appeal into review. Returns 409 if it is no longer in the state `submitted`.',
  params: Params,
  body: z.strictObject({ version: Version }),
  reply: Changed,
})

export const messageAppellant = endpoint({
  method: 'POST',
  path: `${path}/{id}/messages`,
  access: can('appeals.decide'),
  summary: 'Sends a message to the appellant of an open appeal.',
  params: Params,
  body: AppealText,
  reply: Changed,
})

export const commentOnAppeal = endpoint({
  method: 'POST',
  path: `${path}/{id}/comments`,
  access: can('appeals.decide'),
  summary: 'Adds an internal comment to an appeal. Only the people who decide can read it.',
  params: Params,
  body: AppealText,
  reply: Changed,
})

/** How the action is reduced. At least one field is needed. */
export const Reduction = z.strictObject({
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
    'Decides on an appeal in review and applies the outcome to the action. Returns 403 if the caller gave, imported, approved or revised the action, added evidence to it, shares an identifier with the appellant, or has too low a position. Exceptions apply if nobody else can decide. Returns 404 for an appeal of the caller, and 409 if the version of the appeal or of the action is outdated.',
  params: Params,
  body: DecisionDraft,
  reply: Changed,
})

export const closeLiftTask = endpoint({
  method: 'POST',
  path: `${path}/{id}/lifted`,
  access: can('appeals.decide'),
  summary:
    'Records that the ban of an action was lifted in txAdmin. An event from the game server records the same automatically.',
  params: Params,
  reply: Changed,
})

export const endpoints = [
  listAppeals,
  findAppeal,
  askIssuer,
  reviewAppeal,
  messageAppellant,
  commentOnAppeal,
  decideAppeal,
  closeLiftTask,
]
