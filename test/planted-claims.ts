import * as z from 'zod'
import { type Passage, passagesOf } from '#features/assistant/rules.ts'
import { readRulebooks } from '#features/assistant/server/rulebooks.ts'
import { readYaml } from '#server/config/yaml.ts'
import { fromRoot } from '#server/paths.ts'

const PlantedClaim = z.strictObject({
  rule: z.string(),
  claim: z.string(),
  quote: z.string(),
  why: z.string().optional(),
})
export type PlantedClaim = z.infer<typeof PlantedClaim>
const FurtherClaim = z.strictObject({ under: z.string(), claim: z.string(), quote: z.string() })
export type FurtherClaim = z.infer<typeof FurtherClaim>

/** False claims and fair paraphrases about the shipped rules, with the sentences that they quote. */
export const PLANTED_CLAIMS = readYaml(
  fromRoot('src/features/assistant/server/claims.examples.yaml'),
  z.strictObject({
    false: z.array(PlantedClaim),
    fair: z.array(PlantedClaim),
    'more-false': z.array(FurtherClaim),
    'more-fair': z.array(FurtherClaim),
  }),
)

/**
 * The false claims that a comparison of words can detect. The model judges claims about roles, conditions and scope.
 */
export const isDetectableByWords = ({ why = '' }: PlantedClaim): boolean =>
  /^(sanction|number|negation|quote)/.test(why)

/** Every rule of the shipped community. */
export const RULES: readonly Passage[] = readRulebooks(fromRoot('community')).flatMap(passagesOf)

/** The rule that a claim refers to. */
export function ruleOf({ rule }: PlantedClaim): Passage {
  const [slug = '', title = ''] = rule.split('#')
  const passage = RULES.find((one) => one.href.startsWith(`/rules/${slug}#`) && one.title === title)
  if (passage === undefined) throw new Error(`there is no rule ${rule}`)
  return passage
}
