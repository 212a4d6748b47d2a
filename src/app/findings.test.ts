import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnvironment } from '#server/config/environment.ts'
import {
  checkAddresses,
  checkClock,
  checkEvidence,
  checkFolder,
  checkGameServer,
  checkNode,
  checkSpace,
} from './findings.ts'

const REAL = {
  DISCORD_CLIENT_ID: '400000000000000001',
  DISCORD_CLIENT_SECRET: 'the-client-secret',
  DISCORD_GUILD_ID: '300000000000000001',
}
const GOOD = { ...REAL, PUBLIC_URL: 'https://www.hcrp.test', TRUST_PROXY: '1' }
const wrong = (found: { ok: boolean; what: string }[]) => found.filter(({ ok }) => !ok).map(({ what }) => what)

describe('Checks of the doctor: Node', () => {
  it.each([
    ['v20.19.0', true],
    ['v20.18.9', false],
    ['v18.20.0', false],
    ['v24.1.0', true],
  ])('the Node version is checked: %s', (version, ok) => {
    expect(checkNode(version, '>=20.19').ok).toBe(ok)
  })
})

describe('Checks of the doctor: address of the site', () => {
  it.each([
    ['a proxy with a certificate in front', GOOD, []],
    ['this machine only', { ...REAL }, []],
    ['the demo', {}, []],
    ['a public address without https', { ...REAL, PUBLIC_URL: 'http://www.hcrp.test' }, ['is not encrypted']],
    ['https without a trusted proxy', { ...GOOD, TRUST_PROXY: '0' }, ['TRUST_PROXY is 0']],
    ['a trusted proxy where there is none', { ...REAL, TRUST_PROXY: '1' }, ['TRUST_PROXY is set']],
    ['roles that are trusted for a day', { ...GOOD, ROLE_MAX_AGE: '86400' }, ['ROLE_MAX_AGE is over an hour']],
  ])('the address is checked: %s', (_, env, problems) => {
    const found = wrong(checkAddresses(readEnvironment(env)))
    expect(found).toEqual(problems.map((problem) => expect.stringContaining(problem)))
  })
})

it('the doctor checks the game server if there is one', () => {
  expect(checkGameServer({ players: 3, slots: 64 })).toEqual({ ok: true, what: 'game server: 3 of 64 players online' })
  expect(wrong([checkGameServer('unreachable'), checkGameServer('unreadable')])).toEqual([
    'the game server does not answer',
    'the game server answers, but does not say how many people are playing',
  ])
})

describe('Checks of the doctor: clock', () => {
  const now = new Date('2026-03-14T18:30:00.000Z')
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60_000)
  const look = (first: number, newest: number, keepDays?: number) =>
    checkClock({ first: daysAgo(first), newest: daysAgo(newest), cutAt: null }, daysAgo(newest), now, keepDays)

  it('an old or missing newest audit entry is accepted', () => {
    expect(look(300, 6)).toEqual([])
    expect(checkClock(null, null, now, 90)).toEqual([])
  })

  it.each([
    ['400 days ahead', 400, ' 2025-02-07: until you fix this, nothing old is deleted'],
    ['400 days behind', -400, ' 2027-04-18'],
  ])('the clock is checked if the newest audit entry is %s', (_, newest, expected) => {
    expect(wrong(look(500, newest))).toEqual([
      expect.stringMatching(new RegExp(`today is 2026-03-14, .* (from|on)${expected}$`)),
    ])
  })

  it('the doctor reports an audit log that is older than its retention', () => {
    expect(look(91, 1, 90)).toEqual([])
    expect(look(100, 1, 90)).toEqual([
      {
        ok: true,
        what: expect.stringContaining(
          'back to 2025-12-04, 10 days longer than AUDIT_KEEP_DAYS; the site deletes one day',
        ),
      },
    ])
  })
})

it('the doctor checks the free disk space', () => {
  expect(checkSpace(5 * 1024 ** 3, '/data')).toEqual({ ok: true, what: '5.0 GB free in /data' })
  expect(checkSpace(0.5 * 1024 ** 3, '/data').ok).toBe(false)
})

it.runIf(process.platform !== 'win32')(
  'the doctor reports others who can read the folder of the embedded database',
  () => {
    const database = mkdtempSync(join(tmpdir(), 'open-to-others-'))
    chmodSync(database, 0o755)
    expect(wrong(checkFolder(database, 'linux'))).toEqual([
      `other users of this machine can reach the database: ${database} has the mode 0755, not 0700`,
    ])
    expect(checkFolder(database, 'win32')).toEqual([])
    chmodSync(database, 0o700)
    expect(checkFolder(database, 'linux')).toEqual([])
    rmSync(database, { recursive: true })
  },
)

it('the doctor reports the storage for evidence before it is full', () => {
  const GB = 1024 ** 3
  expect(checkEvidence(0, 2 * GB)).toMatchObject({ ok: true, what: 'pictures of evidence use 0 of 2048 MB' })
  expect(checkEvidence(1.7 * GB, 2 * GB).ok).toBe(true)
  expect(checkEvidence(1.8 * GB, 2 * GB)).toMatchObject({
    ok: false,
    fix: expect.stringContaining('EVIDENCE_QUOTA_MB'),
  })
})
