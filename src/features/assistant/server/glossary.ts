import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { phrases } from '#lib/text.ts'
import { readYaml } from '#server/config/yaml.ts'

/** A phrase with more words is a single user's question, not a common expression. */
const MAX_WORDS = 6
const isWay = (said: string) => said.trim() !== '' && said.trim().split(/\s+/).length <= MAX_WORDS
const way = z.coerce.string().refine(isWay, `one to ${MAX_WORDS} words`)
const ways = phrases(60).check(z.refine((all) => all.every(isWay), `ways of one to ${MAX_WORDS} words`))

const Glossary = z.strictObject({
  fillers: z.string().transform((words) => words.split(/\s+/).filter(Boolean)),
  short: z.record(z.string().regex(/^\S+$/, 'one word'), way),
  same: z.array(ways.check(z.minLength(2, 'two ways of saying it, with | between them'))),
  near: z.array(z.strictObject({ said: ways, means: ways })),
})
/** The expressions that players use, and what they mean (`glossary.yaml` of the community). */
export type Glossary = z.infer<typeof Glossary>

const EMPTY: Glossary = { fillers: [], short: {}, same: [], near: [] }

/** Reads `glossary.yaml`. Without the file, questions are understood by the words of the rules alone. */
export function readGlossary(communityDir: string): Glossary {
  const file = join(communityDir, 'glossary.yaml')
  return existsSync(file) ? readYaml(file, Glossary) : EMPTY
}

/** A topic that players ask about and the rules do not cover, with phrases that ask about it. */
export interface OutsideTopic {
  topic: string
  asked: readonly string[]
}
const OutsideTopics = z
  .record(z.string(), phrases(80))
  .transform((topics) => Object.entries(topics).map(([topic, asked]): OutsideTopic => ({ topic, asked })))

/** Reads `not-in-the-rules.yaml`. Without the file there are no such topics. Throws `BadConfiguration`. */
export function readOutsideTopics(communityDir: string): OutsideTopic[] {
  const file = join(communityDir, 'not-in-the-rules.yaml')
  return existsSync(file) ? readYaml(file, OutsideTopics) : []
}
