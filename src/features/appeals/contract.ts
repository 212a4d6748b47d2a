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
import { endpoint } from '#lib/endpoint.ts'
import { msg } from '#lib/messages.ts'
import { lines } from '#lib/text.ts'
import { DECIDER_ROLES, DECIDER_ROLES_OR_NOBODY } from './independence-rules.ts'
import { ENDED_BY, FAMILIES, OUTCOMES, STATES, WHY_NOT } from './rules.ts'
import { ACTION, ACTION_IN_LIST, AppealedAction, AppealedFacts, AppealSnapshot } from './snapshot-contract.ts'

declare module '#lib/topics.ts' {
  interface Topics {
    'appeal-figures': true
    appeals: true
    'given-appeals': true
    'my-appeals': true
  }
}

export const path = '/api/appeals'

const Days = z.int().check(z.gte(1), z.lte(365))

/**
 * The contents of `community/appeals.yaml`. `AppealTerms` describes the values. A value that is left out has the default
 * of the program.
 */
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

export const At = z.iso.datetime()
const Family = z.enum(FAMILIES)

/** A message between the appellant and the people who decide. */
export const AppellantMessage = z.object({
  audience: z.literal('appellant'),
  at: At,
  isFromAppellant: z.boolean(),
  text: z.string(),
})
export type AppellantMessage = z.infer<typeof AppellantMessage>

/** What everybody who may read an appeal reads of it. */
export const COMMON = {
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
  endedBy: z.nullable(z.enum(ENDED_BY)),
  /** In which role the decider decided: as an independent person, or as an exception because nobody was independent. */
  decidedAs: z.nullable(z.enum(DECIDER_ROLES)),
  /** The issuer's reduction of the action during the appeal, with their message to the appellant. */
  issuerReduction: z.nullable(z.object({ at: At, message: z.string() })),
}

/**
 * Whether the issuer can take the action back. They cannot if they are the game server, only a name in a file, an erased
 * person, or a person who may no longer give actions.
 */
const canTakeBack = z.boolean()

export const TEXTS = {
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
  deciding: z.nullable(z.enum(DECIDER_ROLES_OR_NOBODY)),
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
  deciding: z.enum(DECIDER_ROLES_OR_NOBODY),
  canTakeBack,
})
export type Appealable = z.infer<typeof Appealable>

/**
 * The public figures about decided appeals. They reveal nothing about a single appeal. `upheldPercent` is the share of
 * appeals with the outcome `upheld`. `medianDays` counts from the appeal to the decision, in whole days, rounded up.
 */
const AppealFigures = z.object({ decided: z.int(), upheldPercent: z.int(), medianDays: z.int() })

export const AppealPromise = z.object({
  promiseDays: z.int(),
  /** The days after which management, and then the owners, are reminded of an open appeal. */
  escalation: z.object({ management: z.int(), owners: z.int() }),
  /** The days between the end of one appeal of an action and the next appeal. */
  spacingDays: z.int(),
  /** The most appeals of one action in 365 days. */
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
    'Returns the promised number of days for a decision, the limits for appeals, and the figures of each family of actions: decided appeals, percentage of actions upheld and median days. The figures are null while fewer than ten appeals of the family are decided.',
  reply: AppealPromise,
})

export const listOwnAppeals = endpoint({
  method: 'GET',
  path: `${path}/mine`,
  access: 'member',
  topic: 'my-appeals',
  summary:
    'Lists the appeals of the caller, newest first, and for each action against the caller whether it can be appealed, or why not.',
  reply: z.object({ data: z.array(OwnAppealRow), actions: z.array(Appealable) }),
})

const Id = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,8}$/, msg('This is not the id of an appeal.'))),
  z.transform(Number),
)
export const Params = z.object({ id: Id })
export const Version = z.int(msg('Send the version that you saw.')).check(z.positive())

export const findOwnAppeal = endpoint({
  method: 'GET',
  path: `${path}/mine/{id}`,
  access: 'member',
  summary: 'Returns one appeal of the caller, with the offences of its action and their rules.',
  params: Params,
  reply: z.object({ item: OwnAppeal }),
})

export const findAppealable = endpoint({
  method: 'GET',
  path: `${path}/appealable`,
  access: 'member',
  summary:
    'Returns an action against the caller as an appeal filed now would keep it, and as it is today. Both contain its offences and their rules.',
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
    'Files an appeal of an action against the caller. Returns 409 if the action cannot be appealed now; `GET /api/appeals/mine` states why not and from when.',
  body: AppealDraft,
  reply: OwnChanged,
})

export const replyToAppeal = endpoint({
  method: 'POST',
  path: `${path}/{id}/replies`,
  access: 'member',
  summary: 'Adds a message of the caller to their open appeal.',
  params: Params,
  body: AppealText,
  reply: OwnChanged,
})

export const withdrawAppeal = endpoint({
  method: 'POST',
  path: `${path}/{id}/withdraw`,
  access: 'member',
  summary: 'Withdraws an open appeal of the caller. The waiting period before the next appeal of the action begins.',
  params: Params,
  body: z.strictObject({ version: Version }),
  reply: OwnChanged,
})

export const endpoints = [
  findAppealPromise,
  listOwnAppeals,
  findOwnAppeal,
  findAppealable,
  addAppeal,
  replyToAppeal,
  withdrawAppeal,
]
