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
/** One on each line: thousands are read at the start, and a YAML list of them takes ten times as long. */
const sayings = z
  .string('what people wrote, one on each line, below |')
  .transform((text) => text.split('\n').flatMap((line) => line.trim() || []))
  .refine((lines) => lines.every(({ length }) => length <= MAX_SAYING), `lines of at most ${MAX_SAYING} characters`)
  .default([])

const Reply = z.strictObject({
  /** The name of what it is about, under which its examples stand. */
  about: z.string().min(1).max(60),
  kind: z.enum(['help', 'calm']),
  /** An empty line in the file ends a paragraph. */
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
  /** Whether the community's support is named after the lines. */
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

/** What is answered to somebody in trouble and how they say it, with examples of it and of what is harmless. */
export interface Trouble extends z.infer<typeof TroubleFile> {
  examples: ReadonlyMap<string, readonly string[]>
  harmless: readonly string[]
}

/**
 * Reads `assistant.yaml` of the community and `assistant-examples.yaml` beside it, which may be missing. A community
 * without the first has what this program comes with, so that nobody in trouble is answered with a rule.
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
