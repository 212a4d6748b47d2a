/*
 * What an appeal keeps of its action. The offences and their rules stand there as the catalogue and the rules said them on
 * three days: when the action was given, when it was appealed, and today. What surprises: lists have the facts alone, since
 * the text of a rule may be long.
 */
import * as z from 'zod/mini'

const At = z.iso.datetime()

/** What a rule says; `isCut`: only the beginning of it, as of a whole rulebook. */
const Passage = z.object({ title: z.string(), text: z.string(), isCut: z.optional(z.boolean()) })

const AppealedOffence = z.object({
  name: z.string(),
  text: z.string(),
  /**
   * Where its rule stands, and what it says there: `passage` is null where that is no rule of this site, or was not kept.
   * Null without a rule.
   */
  rule: z.nullable(z.object({ href: z.string(), passage: z.nullable(Passage) })),
  /** The catalogue no longer has it. */
  isRetired: z.optional(z.boolean()),
})
export type AppealedOffence = z.infer<typeof AppealedOffence>

/** An action as the person concerned may see it. Lists have no more of it. */
export const AppealedFacts = z.object({
  type: z.string(),
  date: At,
  reason: z.nullable(z.string()),
  endsAt: z.nullable(At),
  points: z.int(),
  isRevoked: z.boolean(),
})
export type AppealedFacts = z.infer<typeof AppealedFacts>

/** The same with its offences as the catalogue and the rules say them now. */
export const AppealedAction = z.object({ ...AppealedFacts.shape, offences: z.array(AppealedOffence) })
export type AppealedAction = z.infer<typeof AppealedAction>

/** An action as it was when it was appealed, with its offences as they were when it was given, and as they were then. */
export const AppealSnapshot = z.object({
  ...AppealedFacts.shape,
  offences: z.array(z.object({ ...AppealedOffence.shape, appealed: AppealedOffence })),
})
export type AppealSnapshot = z.infer<typeof AppealSnapshot>

/** The action as it was when it was appealed, and as it is; null where it is no longer there, as after an import was undone. */
export const ACTION_IN_LIST = { snapshot: AppealedFacts, today: z.nullable(AppealedFacts) }
export const ACTION = { snapshot: AppealSnapshot, today: z.nullable(AppealedAction) }
