import { describe, expect, it } from 'vitest'
import { parseRulebook } from '#features/assistant/rules.ts'
import type { NamedSupporter, SupporterRoles } from '#features/supporters/contract.ts'
import {
  checkChannels,
  checkLinks,
  checkOffenceLinks,
  checkPlaceholders,
  checkQuickLinks,
  checkSupporters,
} from './content-findings.ts'

const wrong = (found: { ok: boolean; what: string }[]) => found.filter(({ ok }) => !ok).map(({ what }) => what)

it('the doctor reports links that the demo left behind, on a real site only', () => {
  const links = { store: 'https://store.hcrp.example', rules: 'https://hcrp.test/example', email: 'mailto:a@b.example' }
  expect(checkLinks(links, false)).toMatchObject({
    ok: false,
    what: 'links that are still placeholders: store, email',
  })
  expect(checkLinks(links, true).ok).toBe(true)
  expect(checkLinks({ rules: links.rules }, false).ok).toBe(true)
})

it('the doctor reports placeholders in every file with their lines, on a real site only', () => {
  const files = [
    { name: 'departments/fhp.yaml', text: '# see https://x.example\nchat: https://discord.hammockcoast.example/fhp\n' },
    { name: 'site.yaml', text: 'store: https://store.hcrp.example\nstaff: ["200000000000000003"]' },
    { name: 'rules/01.md', text: 'For example, ask.' },
  ]
  expect(wrong(checkPlaceholders(files, false))).toEqual([
    'departments/fhp.yaml still has 1 placeholder: line 2 discord.hammockcoast.example',
    'site.yaml still has 1 placeholder: line 2 200000000000000003',
  ])
  expect(checkPlaceholders(files, true)).toEqual([{ ok: true, what: 'placeholders of the demo in other places: 2' }])
  expect(checkPlaceholders([], false)).toEqual([])
})

it('the doctor reports quick links that come from the shipped file', () => {
  const links = [
    { title: 'CAD', href: 'https://cad.hammockcoast.example' },
    { title: 'Radio', href: 'https://radio.hcrp.test' },
    { title: 'Wording', href: null },
  ]
  expect(wrong(checkQuickLinks(links, false))).toEqual(['quick links of the site that are still placeholders: CAD'])
  expect(checkQuickLinks(links, true)).toEqual([])
})

it('the doctor reports offences that link to an unknown rule', () => {
  const rulebooks = [parseRulebook('conduct', '# Conduct\n\nHow.\n\n## Chat\n\n### 1.1 Be kind\n\nBe kind.\n').rulebook]
  const site = { origin: 'https://hammock.example', rulebooks }
  const offence = (code: string, rule?: string) => ({ code, rule })
  const right = [
    offence('A-1'),
    offence('A-2', '/rules/conduct#11-be-kind'),
    offence('A-3', '/rules/conduct/'),
    offence('A-4', 'https://other.example/rules/conduct#12'),
    offence('A-5', '/penal-codes#statute-1'),
    offence('A-6', '/departments'),
  ]
  expect(checkOffenceLinks(right, site)).toEqual([])
  const bad = [
    offence('B-1', '/rules/conduct#12-be-quick'),
    offence('B-2', 'https://hammock.example/rules/conduct#12-be-quick'),
    offence('B-3', '/rules/nothing'),
  ]
  expect(wrong(checkOffenceLinks([...right, ...bad], site))).toEqual([
    'offences.yaml: B-1 links to /rules/conduct#12-be-quick, but the site has no rule there',
    'offences.yaml: B-2 links to https://hammock.example/rules/conduct#12-be-quick, but the site has no rule there',
    'offences.yaml: B-3 links to /rules/nothing, but the site has no rule there',
  ])
})

describe('Checks of the doctor: supporters', () => {
  const tier = { key: 'a', label: 'A', title: 'A', icon: '/media/a.svg', emphasis: 1 as const, roles: [] }
  const content = (...people: NamedSupporter[]): SupporterRoles => ({
    primaryLabel: 'tier',
    tiers: [{ ...tier, people }],
    badges: [],
  })
  const kit = { id: null, name: 'Kit', badges: [] }

  it('without a bot, the doctor checks that somebody is named or the page is not in the navigation', () => {
    expect(wrong(checkSupporters(content(), false))).toEqual([
      expect.stringContaining('the supporters page is empty and not in the navigation: without a bot'),
    ])
    const byId = { id: '310000000000000101', name: null, badges: [] }
    expect(checkSupporters(content(kit, byId), false)).toEqual([
      {
        ok: true,
        what: 'no bot: the supporters page shows the 2 people from supporters.yaml; 1 of them have only an id there and appear once they have signed in',
      },
    ])
    expect(checkSupporters({ ...content(), tiers: [] }, false)).toEqual([])
  })

  it('with a bot, the doctor reports that named people are not shown', () => {
    expect(checkSupporters(content(), true)).toEqual([])
    expect(checkSupporters(content(kit), true)).toEqual([
      {
        ok: true,
        what: 'supporters.yaml names 1 person, but they are not shown: the bot lists the people with the roles',
      },
    ])
  })
})

describe('Checks of the doctor: announcement channels', () => {
  const content = {
    actionLogged: { webhook: 'DISCORD_WEBHOOK_STAFF', words: 'x' },
    trialModPassed: { webhook: 'DISCORD_WEBHOOK_NEWS', words: 'x' },
  }
  const webhook = { id: '600000000000000001', token: 'secret' }

  it('the doctor mentions channels without an address, which can be intended', () => {
    expect(checkChannels(content, { DISCORD_WEBHOOK_STAFF: webhook })).toEqual([
      { ok: true, what: 'not announced, because DISCORD_WEBHOOK_NEWS is not set: trialModPassed' },
    ])
    expect(checkChannels(content, { DISCORD_WEBHOOK_STAFF: webhook, DISCORD_WEBHOOK_NEWS: webhook })).toEqual([])
  })

  it('the doctor reports addresses without events', () => {
    expect(wrong(checkChannels({}, { DISCORD_WEBHOOK_STAF: webhook }))).toEqual([
      'DISCORD_WEBHOOK_STAF is set, but announcements.yaml does not use it',
    ])
  })
})
