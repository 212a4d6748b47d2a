import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { readYaml } from '#server/config/yaml.ts'

/** More words than this are a question of somebody, and no way in which several people say a thing. */
const MAX_WORDS = 6
const way = z.coerce
  .string()
  .refine((said) => said.trim() !== '' && said.trim().split(/\s+/).length <= MAX_WORDS, `one to ${MAX_WORDS} words`)
const ways = z.array(way)

const Glossary = z.strictObject({
  fillers: z.string().transform((words) => words.split(/\s+/).filter(Boolean)),
  short: z.record(z.string().regex(/^\S+$/, 'one word'), way),
  same: z.array(ways.min(2, 'two ways of saying it')),
  near: z.array(z.strictObject({ said: ways.min(1), means: ways.min(1) })),
  /** What rules are not about. */
  elsewhere: ways,
})
/** How players write, and how that is read (`glossary.yaml` of the community). */
export type Glossary = z.infer<typeof Glossary>

const EMPTY: Glossary = { fillers: [], short: {}, same: [], near: [], elsewhere: [] }

/** Reads `glossary.yaml`; a community without one is understood by the words of its rules alone. */
export function readGlossary(communityDir: string): Glossary {
  const file = join(communityDir, 'glossary.yaml')
  return existsSync(file) ? readYaml(file, Glossary) : EMPTY
}

const OutsideTopic = z.strictObject({
  topic: z.string().min(1).max(120),
  asked: z.array(z.string().min(1).max(80)).min(1),
})
/** Something that players ask and the rules do not answer, with the phrases they ask it with. */
export type OutsideTopic = z.infer<typeof OutsideTopic>

/** Reads `not-in-the-rules.yaml`; without the file the assistant knows no such topic. Throws `BadConfiguration`. */
export function readOutsideTopics(communityDir: string): OutsideTopic[] {
  const file = join(communityDir, 'not-in-the-rules.yaml')
  return existsSync(file) ? readYaml(file, z.array(OutsideTopic)) : []
}
