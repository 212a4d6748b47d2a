import * as z from 'zod/mini'
import { TONES, type Tone } from './colour.ts'
import type { Money } from './money.ts'

const words = (longest: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(longest))

export interface LawClass {
  name: string
  colour: Tone
}

/** The percentage that an amount becomes. Without one, the amount does not change. */
const share = z.optional(z.int().check(z.minimum(0), z.maximum(1_000)))
const most = z.optional(z.int().check(z.minimum(0), z.maximum(100_000_000)))
const step = z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 1)

/** The template of a line to copy. It may contain only these placeholders. */
const template = (names: readonly string[]) =>
  words(300).check(
    z.refine(
      (text) => [...text.matchAll(/\{([^}]*)\}/g)].every(([, name = '']) => names.includes(name)),
      `between braces only ${names.join(', ')}`,
    ),
  )
const OF_TOTALS = ['name', 'fine', 'jail', 'points', 'with']
const OF_A_CHARGE = ['statute', 'title', 'class', 'counts', 'fine', 'jail', 'points', 'with']

/** A modifier changes the amounts of one charge, or of all charges of a suspect. */
const Modifier = z.strictObject({
  key: z.string().check(z.regex(/^[a-z]{2,20}(-[a-z]{2,20})*$/, 'lower-case words with - between them')),
  name: words(40),
  note: z.optional(words(200)),
  of: z.enum(['charge', 'suspect']),
  fine: share,
  jail: share,
  points: share,
})
export type Modifier = z.infer<typeof Modifier>

/** The settings of the calculator that adds charges up: `calculator` in `community/law.yaml`. */
export const Calculator = z.strictObject({
  /** The amount in a range that the calculator starts with. */
  start: z._default(z.enum(['lowest', 'middle', 'highest']), 'lowest'),
  modifiers: z
    ._default(z.array(Modifier), [])
    .check(z.refine((all) => new Set(all.map(({ key }) => key)).size === all.length, 'each key once')),
  round: z.prefault(z.strictObject({ fine: step, jail: step, points: step }), {}),
  caps: z._default(z.strictObject({ fine: most, jail: most, points: most }), {}),
  copy: z.prefault(
    z.strictObject({
      line: z._default(template([...OF_TOTALS, 'charges']), '{name}: {charges} | {fine} | {jail} | {points}'),
      charge: z._default(template(OF_A_CHARGE), '{counts}x {statute} {title}'),
      first: z._default(template(OF_TOTALS), '{name}'),
      item: z._default(template(OF_A_CHARGE), '{counts}x {statute} {title} | {fine} | {jail} | {points}'),
      last: z._default(template(OF_TOTALS), '= {fine} | {jail} | {points}'),
    }),
    {},
  ),
})
export type Calculator = z.output<typeof Calculator>

/** `community/law.yaml` */
export const LawFile = z.strictObject({
  name: words(40),
  lead: words(200),
  disclaimer: words(200),
  summary: words(160),
  description: words(300),
  jail: z.strictObject({ unit: words(20), short: words(8) }),
  currency: words(12),
  classes: z
    .array(z.strictObject({ name: words(60), colour: z.enum(TONES) }))
    .check(z.refine((classes) => new Set(classes.map(({ name }) => name)).size === classes.length, 'each class once')),
  calculator: z.prefault(Calculator, {}),
})

/** The facts about the law book that the pages show. */
export interface Law extends Omit<z.infer<typeof LawFile>, 'currency' | 'calculator'> {
  money: Money
}
