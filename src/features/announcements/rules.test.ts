import { describe, expect, it } from 'vitest'
import { announcedBy, announcementsOf, escapeMarkdown, webhooksIn } from './rules.ts'

const Announcements = announcementsOf(
  announcedBy([{ events: { actionLogged: ['name'], rosterMemberAdded: ['name'], trialModPassed: ['name'] } }]),
)

describe('Messages with names', () => {
  it('a name is escaped, so that Discord does not format it', () => {
    expect(escapeMarkdown('**@everyone** <@&200000000000000001> [x](https://evil.test) `a` #b')).toBe(
      '\\*\\*\\@everyone\\*\\* \\<\\@\\&200000000000000001\\> \\[x\\]\\(https\\:\\/\\/evil\\.test\\) \\`a\\` \\#b',
    )
    expect(escapeMarkdown('one\n> two\u202e\u200b\u0007')).toBe('one \\> two')
    expect(escapeMarkdown('Zoë 👩‍🚒 → Łukasz')).toBe('Zoë 👩‍🚒 → Łukasz')
  })
})

describe('Announcement settings of the community', () => {
  const words = { webhook: 'DISCORD_WEBHOOK_STAFF', words: '{name} {link}' }

  it('each channel has one name', () => {
    const two = Announcements.parse({ actionLogged: words, rosterMemberAdded: words, trialModPassed: words })
    expect(webhooksIn(two)).toEqual(['DISCORD_WEBHOOK_STAFF'])
  })

  it.each([
    ['an address instead of a name', { ...words, webhook: 'https://discord.com/api/webhooks/1/x' }],
    ['another variable', { ...words, webhook: 'DATABASE_URL' }],
    ['what an action does not tell', { ...words, words: '{reason}' }],
    ['no words', { ...words, words: ' ' }],
    ['too many words', { ...words, words: 'x'.repeat(501) }],
  ])('announcement settings with %s are refused', (_, actionLogged) => {
    expect(Announcements.safeParse({ actionLogged }).success).toBe(false)
  })
})
