import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '#server/paths.ts'
import { problemsOf } from '#test/community-copy.ts'
import { readPictures, readRulebooks } from './rulebooks.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rules-'))
  mkdirSync(join(folder, 'rules'))
  mkdirSync(join(folder, 'media/chat'), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('The rules of the shipped community', () => {
  it('there are eleven rulebooks with at least 12,000 words', () => {
    const rulebooks = readRulebooks(join(root, 'community'))
    expect(rulebooks).toHaveLength(11)
    expect(JSON.stringify(rulebooks).split(/\s+/).length).toBeGreaterThan(12_000)
  })

  it('rulebooks have the order of their files', () => {
    writeFileSync(join(folder, 'rules/02-b.md'), '# Second\n\nS.\n')
    writeFileSync(join(folder, 'rules/01-c.md'), '# First\n\nF.\n')
    expect(readRulebooks(folder).map(({ slug }) => slug)).toEqual(['c', 'b'])
  })

  it('a rulebook cannot have the name of the page for shared answers', () => {
    writeFileSync(join(folder, 'rules/01-answer.md'), '# Answer\n\nS.\n')
    expect(problemsOf(() => readRulebooks(folder))).toEqual([
      expect.stringContaining('01-answer.md:1: expected a file name of its own'),
    ])
  })

  it('rulebooks are optional', () => {
    rmSync(join(folder, 'rules'), { recursive: true })
    expect(readRulebooks(folder)).toEqual([])
    expect(readPictures(folder)).toEqual([])
  })

  it('a mistake in a rulebook stops the start with file and line', () => {
    writeFileSync(join(folder, 'rules/01-a.md'), '# A\n\nS.\n\n## 1. B\n\n#### 1.1.1 C\n')
    writeFileSync(join(folder, 'rules/02-a.md'), '# A\n\nS.\n')
    const problems = problemsOf(() => readRulebooks(folder))
    expect(problems[0]).toMatch(/01-a\.md:7: expected/)
    expect(problems[1]).toMatch(/02-a\.md:1: expected a file name of its own/)
  })
})

describe('Pictures of the assistant', () => {
  it('every picture must exist', () => {
    writeFileSync(join(folder, 'chat-pictures.yaml'), '- { file: wave.svg, alt: A wave, when: [hi] }\n')
    expect(problemsOf(() => readPictures(folder))[0]).toMatch(
      /:1: 0\.file: a picture in media\/chat: there is none of this name$/,
    )
    writeFileSync(join(folder, 'media/chat/wave.svg'), '<svg/>')
    expect(readPictures(folder)).toEqual([{ file: 'wave.svg', alt: 'A wave', when: ['hi'] }])
  })

  it('a picture is a plain file name, without address or path', () => {
    for (const file of ['https://evil.example/x.gif', '../site.yaml', '/x.gif']) {
      writeFileSync(join(folder, 'chat-pictures.yaml'), `- { file: "${file}", alt: A wave, when: [hi] }\n`)
      expect(problemsOf(() => readPictures(folder))).toHaveLength(1)
    }
  })
})
