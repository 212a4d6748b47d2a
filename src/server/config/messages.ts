import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { LANGUAGES, type Language } from '#lib/languages.ts'
import type { Catalogue, MessageText } from '#lib/messages.ts'
import { ALL_MESSAGES } from '#messages/catalogues.ts'
import { BadConfiguration } from './environment.ts'
import { findSimilarWord } from './nearest.ts'
import { createReading } from './reading.ts'
import { readYaml } from './yaml.ts'

export const MESSAGES_FILE = /^messages\.([^/]+)\.yaml$/
const isLanguage = (name: string): name is Language => LANGUAGES.some((language) => language === name)

const Wording = z.string('a text').min(1, 'a text').max(1000)
const Wordings = z.union(
  [
    Wording,
    z.strictObject({ one: Wording, few: Wording, many: Wording, other: Wording }).partial().required({ other: true }),
  ],
  'a text',
)

/** The community's own messages: the English text of a message, and the text that replaces it. */
const MessagesFile = z
  .record(z.string(), Wordings, 'texts of the site, each with what is said instead')
  .superRefine((replacements, context) => {
    const known = new Set(ALL_MESSAGES)
    for (const [message, text] of Object.entries(replacements)) {
      if (!known.has(message)) {
        context.addIssue({ code: 'custom', path: [message], message: unknownMessage(message) })
        continue
      }
      const open = namesIn(message)
      const extra = Object.values(typeof text === 'string' ? { text } : text)
        .flatMap((form) => [...namesIn(form)])
        .find((name) => !open.has(name))
      if (extra !== undefined) {
        const may = open.size === 0 ? 'no braces' : [...open].map((name) => `{${name}}`).join(', ')
        context.addIssue({
          code: 'custom',
          path: [message],
          message: `{${extra}} is not known here: ${may} may stand in it`,
        })
      }
    }
  })

const namesIn = (text: string) => new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))

function unknownMessage(message: string): string {
  const suggestion = findSimilarWord(message, ALL_MESSAGES)
  return `no text of the site is this${suggestion === null ? '' : `. Did you mean "${suggestion}"?`}`
}

export type OwnMessages = Partial<Record<Language, Readonly<Record<string, MessageText>>>>

/** Reads every `messages.<language>.yaml` of the community. Throws `BadConfiguration` with file and line. */
export function readMessages(dir: string): OwnMessages {
  const { now, end } = createReading()
  const read = readdirSync(dir).flatMap((name) => {
    const language = MESSAGES_FILE.exec(name)?.[1]
    return language === undefined ? [] : [now(() => [language, readOne(join(dir, name), language)] as const)]
  })
  end()
  return Object.fromEntries(read.map((own) => own()))
}

function readOne(file: string, language: string): Catalogue {
  if (!isLanguage(language)) {
    throw new BadConfiguration([`${file}: the site has no language "${language}", only ${LANGUAGES.join(', ')}`])
  }
  return readYaml(file, MessagesFile)
}
