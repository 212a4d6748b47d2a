import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { BadConfiguration } from '#server/config/environment.ts'
import { readYaml } from '#server/config/yaml.ts'
import { type Picture, type Problem, parseRulebook, slugOf, type WrittenRulebook } from '../rules.ts'

/** The page beside the rulebooks that shows a shared answer. */
const TAKEN = 'answer'

/** Reads `rules/*.md` of the community in the order of the files. Throws `BadConfiguration` with file and line. */
export function readRulebooks(communityDir: string): WrittenRulebook[] {
  const folder = join(communityDir, 'rules')
  if (!existsSync(folder)) return []
  const problems: (Problem & { file: string })[] = []
  const slugs = new Set<string>()
  const rulebooks = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => {
      const file = join(folder, name)
      const slug = slugOf(name)
      if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slugs.has(slug) || slug === TAKEN) {
        problems.push({ file, line: 1, message: 'a file name of its own such as 01-general-conduct.md' })
      }
      slugs.add(slug)
      const parsed = parseRulebook(slug, readFileSync(file, 'utf8'))
      problems.push(...parsed.problems.map((problem) => ({ file, ...problem })))
      return parsed.rulebook
    })
  if (problems.length > 0) {
    throw new BadConfiguration(problems.map(({ file, line, message }) => `${file}:${line}: expected ${message}`))
  }
  return rulebooks
}

const PictureFile = z.array(
  z.strictObject({
    file: z.string().regex(/^[a-z0-9-]+\.(svg|gif|webp|png)$/, 'the name of a picture in media/chat'),
    alt: z.string().min(1).max(200),
    when: z.array(z.string().min(1)).min(1),
  }),
)

/** Reads `chat-pictures.yaml` of the community: what the assistant answers with a picture to. */
export function readPictures(communityDir: string): Picture[] {
  const file = join(communityDir, 'chat-pictures.yaml')
  if (!existsSync(file)) return []
  const pictures = readYaml(file, PictureFile)
  const missing = pictures.filter((picture) => !existsSync(join(communityDir, 'media/chat', picture.file)))
  if (missing.length > 0) {
    throw new BadConfiguration(missing.map((picture) => `${file}: media/chat/${picture.file} is missing`))
  }
  return pictures
}
