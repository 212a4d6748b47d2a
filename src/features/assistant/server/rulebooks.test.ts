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

describe('The community’s rules', () => {
  it('are complete: eleven books of at least 12,000 words', () => {
    const rulebooks = readRulebooks(join(root, 'community'))
    expect(rulebooks).toHaveLength(11)
    expect(JSON.stringify(rulebooks).split(/\s+/).length).toBeGreaterThan(12_000)
  })

  it('come in the order of their files', () => {
    writeFileSync(join(folder, 'rules/02-b.md'), '# Second\n\nS.\n')
    writeFileSync(join(folder, 'rules/01-c.md'), '# First\n\nF.\n')
    expect(readRulebooks(folder).map(({ slug }) => slug)).toEqual(['c', 'b'])
  })

  it('may not be called as the page of a shared answer', () => {
    writeFileSync(join(folder, 'rules/01-answer.md'), '# Answer\n\nS.\n')
    expect(problemsOf(() => readRulebooks(folder))).toEqual([
      expect.stringContaining('01-answer.md:1: expected a file name of its own'),
    ])
  })

  it('may be missing', () => {
    rmSync(join(folder, 'rules'), { recursive: true })
    expect(readRulebooks(folder)).toEqual([])
    expect(readPictures(folder)).toEqual([])
  })

  it('stop the start with file and line when they are not right', () => {
    writeFileSync(join(folder, 'rules/01-a.md'), '# A\n\nS.\n\n## 1. B\n\n#### 1.1.1 C\n')
    writeFileSync(join(folder, 'rules/02-a.md'), '# A\n\nS.\n')
    const problems = problemsOf(() => readRulebooks(folder))
    expect(problems[0]).toMatch(/01-a\.md:7: expected/)
    expect(problems[1]).toMatch(/02-a\.md:1: expected a file name of its own/)
  })
})

describe('The assistant’s pictures', () => {
  it('must be there', () => {
    writeFileSync(join(folder, 'chat-pictures.yaml'), '- { file: wave.svg, alt: A wave, when: [hi] }\n')
    expect(problemsOf(() => readPictures(folder))[0]).toMatch(
      /:1: 0\.file: a picture in media\/chat: there is none of this name$/,
    )
    writeFileSync(join(folder, 'media/chat/wave.svg'), '<svg/>')
    expect(readPictures(folder)).toEqual([{ file: 'wave.svg', alt: 'A wave', when: ['hi'] }])
  })

  it('are our own: no address and no path', () => {
    for (const file of ['https://evil.example/x.gif', '../site.yaml', '/x.gif']) {
      writeFileSync(join(folder, 'chat-pictures.yaml'), `- { file: "${file}", alt: A wave, when: [hi] }\n`)
      expect(problemsOf(() => readPictures(folder))).toHaveLength(1)
    }
  })
})
