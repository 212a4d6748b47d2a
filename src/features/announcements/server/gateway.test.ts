import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '#server/paths.ts'
import { problemsOf, useCommunityCopy } from '#test/community-copy.ts'
import { announcedBy } from '../rules.ts'
import { readAnnouncements } from './gateway.ts'

const ANNOUNCED = announcedBy([{ events: { actionLogged: ['name'], verificationWaiting: [] } }])

describe('community/announcements.yaml', () => {
  const copy = useCommunityCopy()

  it('may be left out', () => {
    expect(readAnnouncements(join(root, 'docs'), ANNOUNCED)).toEqual({})
  })

  it('with an address where its name belongs is refused, and the address is not repeated', () => {
    const webhook = 'https://discord.com/api/webhooks/1/secret'
    copy().write('announcements.yaml', `actionLogged:\n  words: x\n  webhook: ${webhook}`)
    const problems = problemsOf(() => readAnnouncements(copy().dir, ANNOUNCED))
    expect(problems).toEqual([expect.stringMatching(/yaml:3: actionLogged\.webhook: the name of a variable/)])
    expect(problems.join()).not.toContain('secret')
  })

  it('names nobody to a channel that must not know', () => {
    copy().write('announcements.yaml', 'verificationWaiting:\n  webhook: DISCORD_WEBHOOK_A\n  words: "{name} waits"')
    expect(problemsOf(() => readAnnouncements(copy().dir, ANNOUNCED))).toEqual([
      expect.stringContaining('yaml:3: verificationWaiting.words: these words may only name {link}'),
    ])
  })
})
