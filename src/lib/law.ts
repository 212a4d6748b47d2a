import * as z from 'zod/mini'
import { TONES, type Tone } from './colour.ts'
import type { Money } from './money.ts'

const words = (longest: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(longest))

export interface LawClass {
  name: string
  colour: Tone
}

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
})

/** What the pages say of the law book. */
export interface Law extends Omit<z.infer<typeof LawFile>, 'currency'> {
  money: Money
}
