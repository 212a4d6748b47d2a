import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as z from 'zod'
import { BadConfiguration } from '#server/config/environment.ts'
import { isLeftover } from '#server/config/leftovers.ts'
import { createReading } from '#server/config/reading.ts'
import { readText } from '#server/config/text-file.ts'
import { readYaml } from '#server/config/yaml.ts'
import { type Picture, type Problem, parseRulebook, slugOf, type WrittenRulebook } from '../rules.ts'

/** The path under /rules that is taken by the page of shared answers. */
const TAKEN = 'answer'

/** Reads `rules/*.md` of the community in the order of the file names. Throws `BadConfiguration` with file and line. */
export function readRulebooks(communityDir: string): WrittenRulebook[] {
  const folder = join(communityDir, 'rules')
  if (!existsSync(folder)) return []
  const slugs = new Set<string>()
  const { now, end } = createReading()
  const rulebooks = readdirSync(folder)
    .filter((name) => name.endsWith('.md') && !isLeftover(name))
    .sort()
    .map((name) => now(() => readRulebook(join(folder, name), slugs)))
  end()
  return rulebooks.map((rulebook) => rulebook())
}

function readRulebook(file: string, slugs: Set<string>): WrittenRulebook {
  const problems: Problem[] = []
  const slug = slugOf(basename(file))
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slugs.has(slug) || slug === TAKEN) {
    problems.push({ line: 1, message: 'a file name of its own such as 01-general-conduct.md' })
  }
  slugs.add(slug)
  const parsed = parseRulebook(slug, readText(file))
  problems.push(...parsed.problems)
  if (problems.length > 0) {
    throw new BadConfiguration(problems.map(({ line, message }) => `${file}:${line}: expected ${message}`))
  }
  return parsed.rulebook
}

const pictureFileOf = (folder: string) =>
  z.array(
    z.strictObject({
      file: z
        .string()
        .regex(/^[a-z0-9-]+\.(svg|gif|webp|png)$/, { error: 'the name of a picture in media/chat', abort: true })
        .refine((name) => existsSync(join(folder, name)), 'a picture in media/chat: there is none of this name'),
      alt: z.string().min(1).max(200),
      when: z.array(z.string().min(1)).min(1),
    }),
  )

/** Reads `chat-pictures.yaml` of the community: the pictures, and the messages that they reply to. */
export function readPictures(communityDir: string): Picture[] {
  const file = join(communityDir, 'chat-pictures.yaml')
  return existsSync(file) ? readYaml(file, pictureFileOf(join(communityDir, 'media/chat'))) : []
}
