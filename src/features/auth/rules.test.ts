import { describe, expect, it } from 'vitest'
import {
  decideByRoleAge,
  deviceOf,
  grantsOf,
  hasStaffSession,
  isLive,
  recentWatches,
  returnPath,
  rightsOf,
  scopesFor,
  trueUntil,
} from './rules.ts'

const roles = { owner: ['1'], management: ['2'], staff: ['3'], es: ['4'] }
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe('The validity of roles', () => {
  const watches = [
    { since: 100, until: 200 },
    { since: 300, until: 400 },
  ]
  it.each([
    ['before anybody listened', 50, 50],
    ['in the moment that somebody began to listen', 100, 200],
    ['while somebody listened', 150, 200],
    ['when nobody listened any more', 200, 200],
    ['between two watches', 250, 250],
    ['in the second watch', 399, 400],
    ['after all of them', 500, 500],
  ])('%s are valid while every event was received', (_, readAt, until) => {
    expect(trueUntil(readAt, watches)).toBe(until)
  })

  it('roles have no validity from a connection that ended over an hour ago', () => {
    const hour = 3_600_000
    expect(recentWatches(watches, hour + 200)).toEqual(watches)
    expect(recentWatches(watches, hour + 201)).toEqual(watches.slice(1))
    expect(recentWatches([{ since: 0, until: Number.POSITIVE_INFINITY }], 5 * hour)).toHaveLength(1)
  })
})

describe('Rights from Discord roles', () => {
  it.each([
    ['an owner is management and staff too', ['1'], { isOwner: true, isManagement: true, isStaff: true, isES: false }],
    ['management is staff too', ['2'], { isOwner: false, isManagement: true, isStaff: true, isES: false }],
    ['staff', ['3'], { isOwner: false, isManagement: false, isStaff: true, isES: false }],
    ['es stands apart', ['4'], { isOwner: false, isManagement: false, isStaff: false, isES: true }],
    ['a member has none', ['9'], { isOwner: false, isManagement: false, isStaff: false, isES: false }],
  ])('a role gives rights: %s', (_, roleIds, expected) => {
    expect(rightsOf({ id: 'x', roleIds }, roles, [])).toMatchObject(expected)
  })

  it.each([
    [['1'], true],
    [['2'], true],
    [['3'], true],
    [['4'], true],
    [['9'], false],
  ])('quick access is for ES, staff, management and owners: %s', (roleIds, canESQuick) => {
    expect(rightsOf({ id: 'x', roleIds }, roles, []).canESQuick).toBe(canESQuick)
  })

  it('a person in OWNER_IDS is an owner without a role', () => {
    expect(rightsOf({ id: 'x', roleIds: [] }, roles, ['x'])).toMatchObject({ isOwner: true, isStaff: true })
  })
})

describe('The age of roles', () => {
  it.each([
    ['fresh roles serve', 5 * minute, true, 'write', 'serve'],
    ['older ones are asked for again', 5 * minute + 1, true, 'write', 'ask'],
    ['when Discord cannot be asked, an hour still serves reads', hour, false, 'read', 'serve'],
    ['and refuses writes', 10 * minute, false, 'write', 'refuse'],
    ['past an hour reads refuse too', hour + 1, false, 'read', 'refuse'],
    ['another process’s clock may be ahead', -10 * minute, true, 'read', 'serve'],
    ['an hour ahead it was set back, and their age is not known', -hour, true, 'read', 'ask'],
    ['which serves nobody', -hour, false, 'read', 'refuse'],
    ['while all is heard they have no age', Number.NEGATIVE_INFINITY, false, 'write', 'serve'],
  ] as const)('roles by age: %s', (_, age, canAsk, intent, expected) => {
    expect(decideByRoleAge({ age, maxAge: 5 * minute, canAsk, intent })).toBe(expected)
  })
})

describe('The end of a session', () => {
  const now = new Date('2026-03-01T00:00:00Z')
  const ago = (ms: number) => new Date(now.getTime() - ms)
  it.each([
    ['a member idle for 7 days stays', false, 8 * day, 7 * day, true],
    ['longer ends it', false, 8 * day, 7 * day + 1, false],
    ['a member stays 30 days at most', false, 30 * day + 1, minute, false],
    ['staff idle for 24 hours stay', true, 2 * day, 24 * hour, true],
    ['longer ends it for staff', true, 2 * day, 24 * hour + 1, false],
    ['staff stay 7 days at most', true, 7 * day + 1, minute, false],
  ])('a session by idle time: %s', (_, isStaff, created, seen, live) => {
    expect(isLive({ createdAt: ago(created), lastSeenAt: ago(seen) }, isStaff, now)).toBe(live)
  })

  it.each([
    ['the community may let it end sooner', false, 3 * day + 1, false],
    ['not yet', false, 3 * day, true],
    ['for staff too', true, 3 * day + 1, false],
  ])('a session by age: %s', (_, isStaff, created, live) => {
    expect(isLive({ createdAt: ago(created), lastSeenAt: ago(minute) }, isStaff, now, 3 * day)).toBe(live)
  })
})

describe('The returnTo parameter', () => {
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
    ['/.//evil.example', '/'],
    ['/a/..//evil.example/', '/'],
    ['/%2e/%2E%2e/\\evil.example', '/'],
    ['/rules//x', '/rules//x'],
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
  ])('returnTo is a path of this site, and anything else becomes /: %s → %s', (given, expected) => {
    expect(returnPath(given, 'https://site.example')).toBe(expected)
  })
})

describe('Scopes of a sign-in', () => {
  it.each([
    [undefined, 'identify guilds.members.read'],
    ['identify email', 'identify email guilds.members.read'],
    ['email', 'identify email guilds.members.read'],
    ['guilds bot', 'identify guilds.members.read'],
  ])('the scopes for a sign-in: %s → %s', (asked, expected) => {
    expect(scopesFor(asked)).toBe(expected)
  })
})

describe('The origin of a right', () => {
  it('a right lists its roles, the highest first, without included ones', () => {
    expect(grantsOf({ id: 'x', roleIds: ['4', '9', '2'] }, { ...roles, es: ['4', '5'] }, [])).toEqual([
      { right: 'management', roleIds: ['2'], isNamed: false },
      { right: 'es', roleIds: ['4'], isNamed: false },
    ])
  })

  it('a right can come from OWNER_IDS, with or without a role', () => {
    expect(grantsOf({ id: 'x', roleIds: ['1'] }, roles, ['x'])).toEqual([
      { right: 'owner', roleIds: ['1'], isNamed: true },
    ])
    expect(grantsOf({ id: 'x', roleIds: [] }, roles, ['x'])).toEqual([{ right: 'owner', roleIds: [], isNamed: true }])
  })
})

describe('Names of devices', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
      'Chrome on Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36 Edg/141.0',
      'Edge on Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    ['curl/8.5.0', 'Unknown device'],
    ['<b>Windows</b>', 'Windows'],
    [undefined, 'Unknown device'],
  ])('the device is named %s', (userAgent, expected) => {
    expect(deviceOf(userAgent)).toBe(expected)
  })
})

describe('Capabilities', () => {
  const given = [
    { capability: 'law.edit' as const, department: null, roleId: '7' },
    { capability: 'ranks.change' as const, department: 'fhp', roleId: '7' },
    { capability: 'ranks.change' as const, department: null, roleId: '8' },
  ]
  const none = { owner: ['1'], management: ['2'], staff: ['3'], es: [] }
  const of = (...roleIds: string[]) => rightsOf({ id: 'x', roleIds }, none, [], given).capabilities

  it('capabilities come only from the roles in the file', () => {
    expect(of('7')).toEqual(['can:law.edit', 'can:ranks.change@fhp'])
    expect(of('9')).toEqual([])
    expect(rightsOf({ id: 'x', roleIds: ['7'] }, none, [], given)).toMatchObject({ isStaff: false, isOwner: false })
  })

  it('capabilities of one department apply in that department', () => {
    expect(of('7', '8')).toEqual(['can:law.edit', 'can:ranks.change'])
  })

  it('capabilities shorten sessions like those of staff', () => {
    expect(hasStaffSession({ isStaff: false, capabilities: of('7') })).toBe(true)
    expect(hasStaffSession({ isStaff: false, capabilities: [] })).toBe(false)
  })
})
