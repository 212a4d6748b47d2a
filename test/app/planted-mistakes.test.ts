import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { readContent } from '#app/content.ts'
import { BadConfiguration } from '#server/config/environment.ts'
import { readYaml } from '#server/config/yaml.ts'
import { root } from '#server/paths.ts'
import { type CommunityCopy, copyCommunity } from '../community-copy.ts'

/** One mistake in one file of a community, and the problem that the site reports. */
interface Planted {
  file: string
  mistake: string
  plant(copy: CommunityCopy, file: string): void
  /** A text on the line that the problem names. */
  at?: string | undefined
  says: string
}

const Listed = z.strictObject({
  ...{ mistake: z.string(), says: z.string(), at: z.string().optional() },
  ...{ from: z.string().optional(), to: z.string().default('') },
  ...{ content: z.string().optional(), removes: z.string().optional() },
})
const LISTED = readYaml(join(root, 'test/app/planted-mistakes.yaml'), z.record(z.string(), z.array(Listed)))

function plantOf({ from, to, content, removes }: z.infer<typeof Listed>): Planted['plant'] {
  if (content !== undefined) return (copy, file) => copy.write(file, content)
  if (from === undefined) return (copy, file) => copy.remove(removes ?? file)
  const [, pattern, flags] = /^\/(.*)\/(\w*)$/.exec(from) ?? []
  return (copy, file) => copy.edit(file, pattern === undefined ? from : new RegExp(pattern, flags), to)
}

const read = (copy: CommunityCopy, file: string) => readFileSync(join(copy.dir, file))
const bytes = (made: (copy: CommunityCopy, file: string) => Buffer) => (copy: CommunityCopy, file: string) =>
  copy.write(file, made(copy, file))
const latin1 = (from: RegExp, to: string) =>
  bytes((copy, file) => Buffer.from(read(copy, file).toString('utf8').replace(from, to), 'latin1'))
const utf16 = bytes((copy, file) => Buffer.from(`\ufeff${read(copy, file)}`, 'utf16le'))
const FONT = readFileSync(join(root, 'src/ui/fonts/inter.woff2'))
const MB = 1024 * 1024
const UTF16 = 'this is not UTF-8 text, but UTF-16 or no text at all. Save the file again with the encoding UTF-8'
const WINDOWS = 'this is not UTF-8 text, but perhaps Windows-1252. Save the file again with the encoding UTF-8'
const INCOMPLETE = ' is not complete, or another kind of file than its name says'
const tooLarge = (size: string, most: string) => ` has ${size}. Expected at most ${most}: people on phones wait for it`

/** Mistakes of bytes, which the text file planted-mistakes.yaml cannot contain. */
const OF_BYTES: readonly [file: string, mistake: string, plant: Planted['plant'], says: string, at?: string][] = [
  ['leadership.yaml', 'saved as UTF-16', utf16, UTF16, ''],
  ['rules/06-fire-rescue.md', 'saved as UTF-16', utf16, UTF16, ''],
  ['site.yaml', 'saved as Windows-1252', latin1(/^tagline:.*$/m, 'tagline: Schöne Nächte'), WINDOWS, 'tagline: '],
  ['rules/02-roleplay-standards.md', 'saved as Windows-1252', latin1(/^## /m, '## é'), WINDOWS, '## '],
  ['da-reasons.yaml', 'no text at all', bytes(() => Buffer.alloc(100)), UTF16, ''],
  ['media/social/home.jpg', 'cut off', bytes(() => Buffer.from([0xff, 0xd8, ...Array(400).fill(1)])), INCOMPLETE],
  ['media/icons/icon-512.png', 'cut off', bytes((...of) => read(...of).subarray(0, 900)), INCOMPLETE],
  ['media/fonts/ours.woff2', 'cut off', bytes(() => FONT.subarray(0, 9000)), INCOMPLETE],
  ['media/hero-poster.webp', 'a photo', bytes((copy) => read(copy, 'media/social/home.jpg')), INCOMPLETE],
  ['media/departments/big.png', 'too large', bytes(() => Buffer.alloc(3 * MB, 1)), tooLarge('3.0 MB', '2.0 MB')],
  ['media/hero.webm', 'too large', bytes(() => Buffer.alloc(9 * MB, 1)), tooLarge('9.0 MB', '8.0 MB')],
]

const PLANTED: readonly Planted[] = [
  ...OF_BYTES.map(([file, mistake, plant, says, at]) => ({ file, mistake, plant, says, at })),
  ...Object.entries(LISTED).flatMap(([file, all]) =>
    all.map((listed) => ({ file, plant: plantOf(listed), mistake: listed.mistake, at: listed.at, says: listed.says })),
  ),
]

/** The types of action name roster statuses and colours, so rosters.yaml and look.yaml must be valid first. */
const ACTION_TYPES = ['discipline.yaml', 'rosters.yaml', 'look.yaml']
/** The site reads the reasons and the in-game types together with the types of action. */
const DISCIPLINE = [...ACTION_TYPES, 'da-reasons.yaml', 'in-game-actions.yaml']

/** For each file, the other files that must be valid before the site checks it. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  'appeals.yaml': DISCIPLINE,
  'assistant-examples.yaml': ['assistant.yaml'],
  'checklists.yaml': ['rosters.yaml'],
  'da-reasons.yaml': ACTION_TYPES,
  'departments/fhp.yaml': ['look.yaml'],
  'departments/hcso.yaml': ['look.yaml'],
  'discipline.yaml': ['rosters.yaml', 'look.yaml'],
  'in-game-actions.yaml': ACTION_TYPES,
  'offences.yaml': DISCIPLINE,
  'rosters.yaml': ['look.yaml'],
}

/** Whether the files differ, and a mistake in one does not hide the mistakes in the other. */
const areApart = (one: string, other: string) =>
  one !== other && !NEEDS[one]?.includes(other) && !NEEDS[other]?.includes(one)

async function problemsOf(dir: string): Promise<string[]> {
  try {
    await readContent(dir)
    return []
  } catch (error) {
    if (error instanceof BadConfiguration) return error.problems
    throw error
  }
}

/** Groups of mistakes that one folder can have at the same time, at most one per file. */
const FOLDERS: Planted[][] = []
for (const planted of PLANTED) {
  const folder = FOLDERS.find((each) => each.every(({ file }) => areApart(file, planted.file)))
  if (folder === undefined) FOLDERS.push([planted])
  else folder.push(planted)
}

describe.each(FOLDERS.map((mistakes, index) => ({ mistakes, index })))(
  'Folder $index with many mistakes',
  ({ mistakes }) => {
    const copy = copyCommunity()
    afterAll(copy.discard)
    for (const { file, plant } of mistakes) plant(copy, file)
    const problems = problemsOf(copy.dir)

    it.each(mistakes)('a mistake in $file is reported: $mistake', async ({ file, at, says }) => {
      const path = join(copy.dir, file)
      if (at === undefined) {
        expect(await problems).toContainEqual(expect.stringContaining(`${path}${says}`))
        return
      }
      const lines = existsSync(path) ? read(copy, file).toString('utf8').split('\n') : []
      const reported = (await problems).flatMap((problem) => {
        const [, line, words] = problem.startsWith(path) ? (/^:(\d+): (.*)/.exec(problem.slice(path.length)) ?? []) : []
        return words === undefined ? [] : `${lines[Number(line) - 1]?.includes(at) ? at : line}: ${words}`
      })
      expect(reported).toContainEqual(expect.stringContaining(`${at}: ${says}`))
    })
  },
)

describe('The files of a community', () => {
  const shipped = readdirSync(join(root, 'community'), { recursive: true, encoding: 'utf8' })

  it.each(shipped.filter((file) => file.endsWith('.yaml')))('the planted mistakes cover %s', (file) => {
    expect(PLANTED.map((planted) => planted.file)).toContain(file)
  })

  it('custom messages in a language that the site does not have are reported once', async () => {
    const copy = copyCommunity()
    copy.write('messages.fr.yaml', 'Log out: x\n')
    expect(await problemsOf(copy.dir)).toEqual([
      `${join(copy.dir, 'messages.fr.yaml')}: the site has no language "fr", only en, de, es`,
    ])
    copy.discard()
  })

  it('files of operating systems, a UTF-8 byte order mark and Windows line ends are accepted', async () => {
    const copy = copyCommunity()
    for (const name of ['.DS_Store', '._site.yaml', 'Thumbs.db', 'site.yaml~', 'README.md', 'LICENSE'])
      copy.write(name, '\0')
    for (const name of ['rules/._01-general-conduct.md', 'departments/.DS_Store', 'media/._hero.mp4'])
      copy.write(name, '\0')
    for (const file of ['site.yaml', 'rules/01-general-conduct.md', 'departments/fhp.yaml']) {
      copy.write(file, `\ufeff${read(copy, file).toString('utf8').replaceAll('\n', '\r\n')}`)
    }
    expect(await problemsOf(copy.dir)).toEqual([])
    const [was, is] = [await readContent('community'), await readContent(copy.dir)]
    expect(is.rulebooks).toEqual(was.rulebooks)
    expect(is.publicContent).toEqual(was.publicContent)
    expect(is.community.site).toEqual(was.community.site)
    copy.discard()
  })
})
