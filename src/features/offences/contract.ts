/*
 * The catalogue of offences: what is punished, and how. The community writes it in `community/offences.yaml`; staff give
 * actions by it, and everybody who is signed in reads what concerns players. What surprises: it suggests and never
 * decides. An offence that an action names is kept as it was then, whatever the file says later; one that is taken out of
 * the file is retired.
 */
import * as z from 'zod/mini'
import { endpoint } from '#lib/endpoint.ts'
import { Href } from '#lib/site.ts'
import { lines, text } from '#lib/text.ts'
import { codeProblems, FAMILIES } from './rules.ts'

/** One step of a ladder: what is suggested for the first time, the second, and so on. */
const Rung = z.strictObject({
  type: text(40),
  /** How long it lasts; left out: it does not end. */
  days: z.optional(z.int('a whole number of days').check(z.minimum(1), z.maximum(3650))),
  points: z.optional(z.int('a whole number of points').check(z.minimum(0), z.maximum(100))),
})

/** From which day on the person may appeal, or never and why. */
const Appeal = z.union(
  [z.strictObject({ fromDay: z.int().check(z.minimum(0), z.maximum(3650)) }), z.strictObject({ never: text(400) })],
  '{ fromDay: 7 }, or { never: "why" }',
)

/** One offence, as `community/offences.yaml` describes it. */
export const Offence = z.strictObject({
  /** People name it by this, and its address on the page ends so. */
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
  /** Where the rule stands. */
  rule: z.optional(Href),
  /** Whom it is about. */
  family: z.enum(FAMILIES),
  /** Which earlier actions lead to the next step: those for this offence, or for any of its category. */
  earlierCounts: z.optional(z.enum(['offence', 'category'])),
  needsEvidence: z.optional(z.boolean('true or false')),
  appeal: z.optional(Appeal),
  /** What the person is told, to begin with. */
  told: z.optional(lines(2000)),
  /** The last step stands for all later times. */
  ladder: z.array(Rung).check(z.minLength(1, 'at least one step'), z.maxLength(10)),
})
export type Offence = z.infer<typeof Offence>

/** What `community/offences.yaml` holds. */
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
    'The catalogue of offences in the order of the community: staff read all of it, others what concerns players.',
  reply: z.object({
    data: z.array(Offence),
    /** What actions were ever given for and nobody can give any more, as it was last. */
    retired: z.array(Offence),
  }),
})

export const endpoints = [listOffences]
