/*
 * The copy of an action that its appeal keeps. Its offences and their rules are given as the catalogue and the rules
 * described them at three times: when the action was given, when it was appealed, and today. Lists contain only the
 * facts of the action, because the text of a rule may be long.
 */
import * as z from 'zod/mini'

const At = z.iso.datetime()

/** The text of a rule. `isCut` means that only its beginning is kept, as for a whole rulebook. */
const Passage = z.object({ title: z.string(), text: z.string(), isCut: z.optional(z.boolean()) })

const AppealedOffence = z.object({
  name: z.string(),
  text: z.string(),
  /**
   * The address of the offence's rule, and the rule's text. `passage` is null when the address leads to no rule of this
   * site, or when the text was not kept. Null when the offence names no rule.
   */
  rule: z.nullable(z.object({ href: z.string(), passage: z.nullable(Passage) })),
  /** Whether the offence is no longer in the catalogue. */
  isRetired: z.optional(z.boolean()),
})
export type AppealedOffence = z.infer<typeof AppealedOffence>

/** The fields of an action that the person it is about may see. Lists contain no others. */
export const AppealedFacts = z.object({
  type: z.string(),
  date: At,
  reason: z.nullable(z.string()),
  endsAt: z.nullable(At),
  points: z.int(),
  isRevoked: z.boolean(),
})
export type AppealedFacts = z.infer<typeof AppealedFacts>

/** An action with its offences as the catalogue and the rules describe them now. */
export const AppealedAction = z.object({ ...AppealedFacts.shape, offences: z.array(AppealedOffence) })
export type AppealedAction = z.infer<typeof AppealedAction>

/**
 * An action as it was when it was appealed. Its offences are described as when it was given, and in `appealed` as when
 * it was appealed.
 */
export const AppealSnapshot = z.object({
  ...AppealedFacts.shape,
  offences: z.array(z.object({ ...AppealedOffence.shape, appealed: AppealedOffence })),
})
export type AppealSnapshot = z.infer<typeof AppealSnapshot>

/**
 * The action as it was when it was appealed, and as it is today. `today` is null when the action no longer exists, for
 * example because an import was undone.
 */
export const ACTION_IN_LIST = { snapshot: AppealedFacts, today: z.nullable(AppealedFacts) }
export const ACTION = { snapshot: AppealSnapshot, today: z.nullable(AppealedAction) }
