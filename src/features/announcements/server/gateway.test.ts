import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { BadConfiguration } from '#server/config/environment.ts'
import { root } from '#server/paths.ts'
import { scratchFolder } from '#test/database.ts'
import { Announcements } from '../rules.ts'
import { readAnnouncements } from './gateway.ts'

const dir = join(scratchFolder(), 'community')
mkdirSync(dir)
afterAll(() => rmSync(join(dir, '..'), { recursive: true }))

function problemsOf(text: string): string[] {
  writeFileSync(join(dir, 'announcements.yaml'), text)
  try {
    readAnnouncements(dir)
    return []
  } catch (error) {
    if (error instanceof BadConfiguration) return error.problems
    throw error
  }
}

describe('community/announcements.yaml', () => {
  it('of the demo has words for every event', () => {
    const read = readAnnouncements(join(root, 'community'))
    expect(Object.keys(read).sort()).toEqual(Object.keys(Announcements.shape).sort())
    expect(read.verificationWaiting?.words).toMatch(/\n\{link\}$/)
  })

  it('may be left out', () => {
    expect(readAnnouncements(join(root, 'docs'))).toEqual({})
  })

  it.each([
    [
      'an event that there is not',
      'somebodySneezed:\n  webhook: DISCORD_WEBHOOK_A\n  words: x',
      /yaml:1: the file: somebodySneezed is not known here/,
    ],
    ['no channel', 'actionLogged:\n  words: x', /yaml:2: actionLogged\.webhook/],
    [
      'an address where its name belongs',
      'actionLogged:\n  words: x\n  webhook: https://discord.com/api/webhooks/1/secret',
      /yaml:3: actionLogged\.webhook: the name of a variable/,
    ],
    [
      'a reason',
      'actionLogged:\n  webhook: DISCORD_WEBHOOK_A\n  words: "{name}: {internal_reason}"',
      /yaml:3: actionLogged\.words: these words may only name \{type\}, \{name\}, \{by\}, \{link\}/,
    ],
    [
      'somebody’s name where it is nobody’s business',
      'verificationWaiting:\n  webhook: DISCORD_WEBHOOK_A\n  words: "{name} waits"',
      /yaml:3: verificationWaiting\.words: these words may only name \{link\}/,
    ],
    [
      'no words',
      'actionLogged:\n  webhook: DISCORD_WEBHOOK_A\n  words: ""',
      /yaml:3: actionLogged\.words: the words to post/,
    ],
  ])('with %s is refused with file and line', (_, text, problem) => {
    const problems = problemsOf(text)
    expect(problems).toEqual([expect.stringMatching(problem)])
    expect(problems.join()).not.toContain('secret')
  })
})
