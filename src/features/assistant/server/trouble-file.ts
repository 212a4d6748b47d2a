import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { readYaml } from '#server/config/yaml.ts'
import { fromRoot } from '#server/paths.ts'
import { phraseProblem } from './phrases.ts'

const name = z.string().regex(/^[a-z]+(-[a-z]+)*$/, 'a name such as my-list')
const words = z.string().transform((text) => text.split(/\s+/).filter(Boolean))
const phrases = z.array(z.coerce.string())
const MAX_SAYING = 1_000
/** One example per line of a block. Thousands are read at the start, and a YAML list would take ten times as long. */
const sayings = z
  .string('what people wrote, one on each line, below |')
  .transform((text) => text.split('\n').flatMap((line) => line.trim() || []))
  .refine((lines) => lines.every(({ length }) => length <= MAX_SAYING), `lines of at most ${MAX_SAYING} characters`)
  .default([])

const Reply = z.strictObject({
  /** The name of the topic, under which its examples are listed. */
  about: z.string().min(1).max(60),
  kind: z.enum(['help', 'calm']),
  /** In the reply, an empty line separates paragraphs. */
  text: z
    .string()
    .min(1)
    .max(2_000)
    .transform((text) => text.trim().replaceAll('\n', '\n\n')),
  lines: z
    .array(
      z.strictObject({
        title: z.string().min(1).max(120),
        href: z.string().regex(/^(https:\/\/[^\s/]\S*|tel:[+\d-]+)$/, 'an address with https: or a number with tel:'),
      }),
    )
    .default([]),
  /** Whether the community's support portal is listed after the lines. */
  staff: z.boolean().default(false),
  said: phrases,
  unless: phrases.default([]),
})
export type Reply = z.infer<typeof Reply>

const TroubleFile = z
  .strictObject({
    fillers: words,
    alike: z.record(name, words).default({}),
    lists: z.record(name, phrases).default({}),
    realLife: phrases.default([]),
    story: phrases.default([]),
    goesOn: words.default([]),
    replies: z.array(Reply),
  })
  .check(({ value: { lists, realLife, story, replies }, issues }) => {
    const names = Object.keys(lists)
    const check = (path: (string | number)[], written: readonly string[], named: readonly string[]) => {
      for (const [at, phrase] of written.entries()) {
        const message = phraseProblem(phrase, named)
        if (message !== null) issues.push({ code: 'custom', message, input: phrase, path: [...path, at] })
      }
    }
    for (const [at, name] of names.entries()) check(['lists', name], lists[name] ?? [], names.slice(0, at))
    check(['realLife'], realLife, names)
    check(['story'], story, names)
    for (const [at, { said, unless }] of replies.entries()) {
      check(['replies', at, 'said'], said, names)
      check(['replies', at, 'unless'], unless, names)
    }
  })

/**
 * The replies for users in trouble, the phrases that lead to them, and examples of messages in trouble and of harmless
 * ones.
 */
export interface Trouble extends z.infer<typeof TroubleFile> {
  examples: ReadonlyMap<string, readonly string[]>
  harmless: readonly string[]
}

/**
 * Reads `assistant.yaml` of the community and the optional `assistant-examples.yaml` beside it. Without the first file
 * it reads the shipped files, so that a user in trouble never gets a rule as the answer.
 */
export function readTrouble(communityDir: string): Trouble {
  const shipped = fromRoot('community')
  const folder = existsSync(join(communityDir, 'assistant.yaml')) ? communityDir : shipped
  const file = readYaml(join(folder, 'assistant.yaml'), TroubleFile)
  const examples = join(folder, 'assistant-examples.yaml')
  const names = file.replies.map(({ about }) => about)
  const Examples = z.strictObject(Object.fromEntries([...names, 'harmless'].map((name) => [name, sayings])))
  const { harmless = [], ...said } = existsSync(examples) ? readYaml(examples, Examples) : {}
  return { ...file, examples: new Map(Object.entries(said)), harmless }
}
