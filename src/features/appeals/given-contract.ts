/*
 * The calls of issuers: they read the appeals of the actions that they gave, write one statement, and may take an action
 * back or reduce it. They can never confirm it, and they read neither the messages to the appellant nor the comments.
 */
import * as z from 'zod/mini'
import { can } from '#lib/access.ts'
import { endpoint } from '#lib/endpoint.ts'
import { msg } from '#lib/messages.ts'
import { lines } from '#lib/text.ts'
import { AppealText, At, COMMON, Params, path, Version } from './contract.ts'
import { Reduction } from './decision-contract.ts'
import { LIFTS } from './rules.ts'
import { ACTION, ACTION_IN_LIST } from './snapshot-contract.ts'

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
  summary: 'Lists the appeals of actions that the caller gave: the open ones, and the latest 50 ended ones.',
  reply: z.object({ data: z.array(GivenAppealRow) }),
})

export const findGivenAppeal = endpoint({
  method: 'GET',
  path: `${path}/given/{id}`,
  access: can('discipline.give'),
  summary: 'Returns one appeal of an action that the caller gave, with the offences of the action and their rules.',
  params: Params,
  reply: z.object({ item: GivenAppeal }),
})

const GivenChanged = z.object({ ok: z.literal(true), item: GivenAppeal })

export const addStatement = endpoint({
  method: 'POST',
  path: `${path}/{id}/statement`,
  access: can('discipline.give'),
  summary:
    'Adds the statement of the caller to the open appeal of an action that they gave. The people who decide can read it. Returns 409 if the caller has given a statement already.',
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
    'Revokes an action that the caller gave, which ends the appeal, or reduces it, which leaves the appeal open. The caller cannot confirm the action.',
  params: Params,
  body: LiftDraft,
  reply: GivenChanged,
})

export const endpoints = [listGivenAppeals, findGivenAppeal, addStatement, liftAppealed]
