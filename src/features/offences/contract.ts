/*
 * The catalogue of offences: what is punished, and how. The community writes it in `community/offences.yaml`. Staff
 * give actions based on it, and everybody who is signed in reads the part about players. Surprising: it suggests and
 * never decides. The offence of an action is kept as it was when the action was logged, whatever the file says later.
 * An offence that is removed from the file is retired.
 */
import * as z from 'zod/mini'
import { endpoint } from '#lib/endpoint.ts'
import { Href } from '#lib/site.ts'
import { lines, text } from '#lib/text.ts'
import { codeProblems, FAMILIES } from './rules.ts'

/** One step of a ladder: what is suggested for the first time, the second, and so on. */
const Rung = z.strictObject({
  type: text(40),
  /** How long the action lasts. Left out when it does not end. */
  days: z.optional(z.int('a whole number of days').check(z.minimum(1), z.maximum(3650))),
  points: z.optional(z.int('a whole number of points').check(z.minimum(0), z.maximum(100))),
})

/** The day from which the person may appeal, or the reason why they never may. */
const Appeal = z.union(
  [z.strictObject({ fromDay: z.int().check(z.minimum(0), z.maximum(3650)) }), z.strictObject({ never: text(400) })],
  '{ fromDay: 7 }, or { never: "why" }',
)

/** One offence, as `community/offences.yaml` describes it. */
export const Offence = z.strictObject({
  /** People refer to the offence by its code, and its address on the page ends with the code. */
  code: z
    .string('a code in quotes, as "S-1"')
    .check(
      z.regex(
        /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,10}[A-Za-z0-9])?$/,
        'a code of letters, digits, dots and dashes, as "S-1"',
      ),
    ),
  name: text(80),
  category: text(60),
  text: lines(4000),
  /** The address of the rule. */
  rule: z.optional(Href),
  /** The people whom the offence is about. */
  family: z.enum(FAMILIES),
  /** Which earlier actions lead to the next step: those for this offence, or for any of its category. */
  earlierCounts: z.optional(z.enum(['offence', 'category'])),
  needsEvidence: z.optional(z.boolean('true or false')),
  appeal: z.optional(Appeal),
  /** The suggested external reason, as the text to start from. */
  told: z.optional(lines(2000)),
  /** The last step applies to all later times. */
  ladder: z.array(Rung).check(z.minLength(1, 'at least one step'), z.maxLength(10)),
})
export type Offence = z.infer<typeof Offence>

/** The content of `community/offences.yaml`. */
export const OffencesContent = z
  .strictObject({ offences: z.array(Offence).check(z.maxLength(500)) })
  .check(({ value, issues }) => {
    for (const problem of codeProblems(value.offences)) issues.push({ code: 'custom', input: value, ...problem })
  })

export const listOffences = endpoint({
  method: 'GET',
  path: '/api/offences',
  access: 'member',
  summary:
    'Lists the catalogue of offences, in the order of the community. Staff get all of it, other callers only the offences of players.',
  reply: z.object({
    data: z.array(Offence),
    /** Offences that actions were given for and that the file no longer has, each in its last version. */
    retired: z.array(Offence),
  }),
})

export const endpoints = [listOffences]
