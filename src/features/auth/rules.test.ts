import { describe, expect, it } from 'vitest'
import { isLive, returnPath, rightsOf, roleAnswer, scopesFor } from './rules.ts'

const roles = { owner: ['1'], management: ['2'], staff: ['3'], es: ['4'] }
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe('rights come from Discord roles', () => {
  it.each([
    ['an owner is management and staff too', ['1'], { isOwner: true, isManagement: true, isStaff: true, isES: false }],
    ['management is staff too', ['2'], { isOwner: false, isManagement: true, isStaff: true, isES: false }],
    ['staff', ['3'], { isOwner: false, isManagement: false, isStaff: true, isES: false }],
    ['es stands apart', ['4'], { isOwner: false, isManagement: false, isStaff: false, isES: true }],
    ['a member has none', ['9'], { isOwner: false, isManagement: false, isStaff: false, isES: false }],
  ])('%s', (_, roleIds, expected) => {
    expect(rightsOf({ id: 'x', roleIds }, roles, [])).toMatchObject(expected)
  })

  it.each([
    [['1'], true],
    [['2'], true],
    [['3'], true],
    [['4'], true],
    [['9'], false],
  ])('quick access is for ES, staff, owner and management: %s', (roleIds, canESQuick) => {
    expect(rightsOf({ id: 'x', roleIds }, roles, []).canESQuick).toBe(canESQuick)
  })

  it('someone named in OWNER_IDS is an owner without any role', () => {
    expect(rightsOf({ id: 'x', roleIds: [] }, roles, ['x'])).toMatchObject({ isOwner: true, isStaff: true })
  })
})

describe('roles are trusted for ROLE_MAX_AGE, then Discord is asked', () => {
  it.each([
    ['fresh roles serve', 5 * minute, true, 'write', 'serve'],
    ['older ones are asked for again', 5 * minute + 1, true, 'write', 'ask'],
    ['when Discord cannot be asked, an hour still serves reads', hour, false, 'read', 'serve'],
    ['and refuses writes', 10 * minute, false, 'write', 'refuse'],
    ['past an hour reads refuse too', hour + 1, false, 'read', 'refuse'],
  ] as const)('%s', (_, age, canAsk, intent, expected) => {
    expect(roleAnswer({ age, maxAge: 5 * minute, canAsk, intent })).toBe(expected)
  })
})

describe('a session ends', () => {
  const now = new Date('2026-03-01T00:00:00Z')
  const ago = (ms: number) => new Date(now.getTime() - ms)
  it.each([
    ['a member idle for 7 days stays', false, 8 * day, 7 * day, true],
    ['longer ends it', false, 8 * day, 7 * day + 1, false],
    ['a member stays 30 days at most', false, 30 * day + 1, minute, false],
    ['staff idle for 24 hours stay', true, 2 * day, 24 * hour, true],
    ['longer ends it for staff', true, 2 * day, 24 * hour + 1, false],
    ['staff stay 7 days at most', true, 7 * day + 1, minute, false],
  ])('%s', (_, isStaff, created, seen, live) => {
    expect(isLive({ createdAt: ago(created), lastSeenAt: ago(seen) }, isStaff, now)).toBe(live)
  })
})

describe('returnTo is a path of this site, anything else becomes /', () => {
  it.each([
    ['/staff-roster?status=LOA#row', '/staff-roster?status=LOA#row'],
    ['/', '/'],
    [undefined, '/'],
    ['', '/'],
    ['https://evil.example/', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/a\nb', '/'],
    ['javascript:alert(1)', '/'],
    ['staff-roster', '/'],
    ['/api/roster', '/'],
    ['/auth/logout', '/'],
    ['/auth', '/'],
    ['/login', '/'],
    ['/session-expired', '/'],
    ['/authors', '/authors'],
    [`/${'a'.repeat(512)}`, '/'],
    [['/a', '/b'], '/'],
  ])('%s → %s', (given, expected) => {
    expect(returnPath(given, 'https://site.example')).toBe(expected)
  })
})

describe('the scopes that a sign-in asks for', () => {
  it.each([
    [undefined, 'identify guilds.members.read'],
    ['identify email', 'identify email guilds.members.read'],
    ['email', 'identify email guilds.members.read'],
    ['guilds bot', 'identify guilds.members.read'],
  ])('%s → %s', (asked, expected) => {
    expect(scopesFor(asked)).toBe(expected)
  })
})
