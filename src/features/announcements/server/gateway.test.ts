import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '#server/paths.ts'
import { problemsOf, useCommunityCopy } from '#test/community-copy.ts'
import { announcedBy } from '../rules.ts'
import { readAnnouncements } from './gateway.ts'

const ANNOUNCED = announcedBy([{ events: { actionLogged: ['name'], verificationWaiting: [] } }])

describe('community/announcements.yaml', () => {
  const copy = useCommunityCopy()

  it('announcements.yaml is optional', () => {
    expect(readAnnouncements(join(root, 'docs'), ANNOUNCED)).toEqual({})
  })

  it('an address in place of a webhook name is refused, without the address in the error', () => {
    const webhook = 'https://discord.com/api/webhooks/1/secret'
    copy().write('announcements.yaml', `actionLogged:\n  words: x\n  webhook: ${webhook}`)
    const problems = problemsOf(() => readAnnouncements(copy().dir, ANNOUNCED))
    expect(problems).toEqual([expect.stringMatching(/yaml:3: actionLogged\.webhook: the name of a variable/)])
    expect(problems.join()).not.toContain('secret')
  })

  it('names of people are refused in a channel that must not contain them', () => {
    copy().write('announcements.yaml', 'verificationWaiting:\n  webhook: DISCORD_WEBHOOK_A\n  words: "{name} waits"')
    expect(problemsOf(() => readAnnouncements(copy().dir, ANNOUNCED))).toEqual([
      expect.stringContaining('yaml:3: verificationWaiting.words: these words may only name {link}'),
    ])
  })
})
