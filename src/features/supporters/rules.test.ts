import { describe, expect, it } from 'vitest'
import type { SupporterRoles } from './contract.ts'
import { countLabel, type GuildPerson, isSupporter, namedWallOf, profileHref, shownBadges, wallOf } from './rules.ts'

const HIGH = '200000000000000011'
const LOW = '200000000000000012'
const badge = (index: number) => `20000000000000002${index}`

const ROLES: SupporterRoles = {
  primaryLabel: 'badge',
  tiers: [
    { key: 'high', label: 'High', title: 'Keeper', icon: '/media/high.svg', emphasis: 3, roles: [HIGH] },
    { key: 'low', label: 'Low', title: 'Regular', icon: '/media/low.svg', emphasis: 1, roles: [LOW] },
  ],
  badges: [1, 2, 3, 4, 5].map((index) => ({
    key: `b${index}`,
    label: `Badge ${index}`,
    icon: `/media/b${index}.svg`,
    roles: [badge(index)],
  })),
}

const person = (id: string, roles: string[], name = `Person ${id}`): GuildPerson => ({
  id,
  name,
  avatar: `/avatars/${id}`,
  roles,
})
const named = (people: GuildPerson[], roles = ROLES) =>
  wallOf(roles, people).tiers.map(({ key, members }) => [key, members.map(({ id }) => id)])

describe('The wall of supporters', () => {
  it('tiers have their order from the highest down, with icon, label and emphasis', () => {
    expect(wallOf(ROLES, []).tiers).toEqual([
      { key: 'high', label: 'High', iconUrl: '/media/high.svg', emphasis: 3, members: [] },
      { key: 'low', label: 'Low', iconUrl: '/media/low.svg', emphasis: 1, members: [] },
    ])
  })

  it('a supporter is in the highest tier only, and totals.overall counts each person once', () => {
    const people = [person('1', [LOW, HIGH]), person('2', [LOW]), person('3', [])]
    expect(named(people)).toEqual([
      ['high', ['1']],
      ['low', ['2']],
    ])
    expect(wallOf(ROLES, people).totals).toEqual({ overall: 2 })
  })

  it('a person who is listed twice, because the guild changed between two pages, counts once', () => {
    const people = [person('1', [LOW]), person('1', [HIGH])]
    expect(wallOf(ROLES, people).totals).toEqual({ overall: 1 })
    expect(named(people)).toEqual([
      ['high', ['1']],
      ['low', []],
    ])
  })

  it('a person with badges and without a tier is omitted', () => {
    expect(isSupporter(ROLES, [badge(1)])).toBe(false)
    expect(isSupporter(ROLES, [badge(1), LOW])).toBe(true)
    expect(wallOf(ROLES, [person('1', [badge(1)])]).totals).toEqual({ overall: 0 })
  })

  it('members of a tier are sorted by name in natural order, and equal names by id', () => {
    const people = [
      person('4', [LOW], 'unit 12'),
      person('3', [LOW], 'Unit 4'),
      person('2', [LOW], 'álvaro'),
      person('12', [LOW], 'Zoe'),
      person('9', [LOW], 'Zoe'),
    ]
    expect(named(people)[1]).toEqual(['low', ['2', '3', '4', '9', '12']])
  })
})

describe('Supporters in the file', () => {
  const KNOWN = new Map([['310000000000000101', { name: 'Priya Castell', avatar: '/priya' }]])
  const person = (about: Partial<{ id: string; name: string; badges: string[] }>) => ({
    id: about.id ?? null,
    name: about.name ?? null,
    badges: about.badges ?? [],
  })
  const wall = (high: ReturnType<typeof person>[], low: ReturnType<typeof person>[]) => {
    const [first, second] = ROLES.tiers
    if (first === undefined || second === undefined) throw new Error('the tiers of this test are gone')
    const tiers = [
      { ...first, people: high },
      { ...second, people: low },
    ]
    return namedWallOf({ ...ROLES, tiers }, KNOWN)
  }

  it('a name without an id is shown with badges and without a picture', () => {
    const { tiers, totals } = wall([person({ name: 'Saltmarsh Kit', badges: ['b2'] })], [])
    expect(totals).toEqual({ overall: 1 })
    expect(tiers[0]?.members).toEqual([
      {
        id: null,
        name: 'Saltmarsh Kit',
        avatar: '',
        badges: [{ key: 'b2', label: 'Badge 2', iconUrl: '/media/b2.svg' }],
        primaryLabel: 'Badge 2',
      },
    ])
  })

  it('an id is shown with name and picture once the person signed in', () => {
    const { tiers } = wall([], [person({ id: '310000000000000101' }), person({ id: '310000000000000199' })])
    expect(tiers[1]?.members).toMatchObject([{ id: '310000000000000101', name: 'Priya Castell', avatar: '/priya' }])
  })

  it('a name in the file has priority', () => {
    const { tiers } = wall([], [person({ id: '310000000000000101', name: 'Priya of the Coast' })])
    expect(tiers[1]?.members).toMatchObject([{ name: 'Priya of the Coast', avatar: '/priya' }])
  })

  it('a person who is named twice is shown once, in the highest tier', () => {
    const { tiers, totals } = wall([person({ name: 'Kit' })], [person({ name: 'kit' }), person({ name: 'Zoe' })])
    expect(totals).toEqual({ overall: 2 })
    expect(tiers.map(({ members }) => members.map(({ name }) => name))).toEqual([['Kit'], ['Zoe']])
  })
})

describe('The card of a supporter', () => {
  const [card] = wallOf(ROLES, [person('7', [badge(4), LOW, badge(2), '299999999999999999'])]).tiers[1]?.members ?? []

  it('a card has id, name, avatar, and badges in the order of the content', () => {
    expect(card).toMatchObject({ id: '7', name: 'Person 7', avatar: '/avatars/7' })
    expect(card?.badges).toEqual([
      { key: 'b2', label: 'Badge 2', iconUrl: '/media/b2.svg' },
      { key: 'b4', label: 'Badge 4', iconUrl: '/media/b4.svg' },
    ])
  })

  it.each([
    ['the first badge', 'badge', [LOW, badge(2), badge(1)], 'Badge 1'],
    ['the tier’s title where there is no badge', 'badge', [LOW], 'Regular'],
    ['the tier’s title where the community wants it so', 'tier', [LOW, badge(1)], 'Regular'],
  ] as const)('the primary label of a card is %s', (_, primaryLabel, roles, expected) => {
    const { tiers } = wallOf({ ...ROLES, primaryLabel }, [person('1', [...roles])])
    expect(tiers[1]?.members[0]?.primaryLabel).toBe(expected)
  })

  it.each([
    [0, [], 0],
    [1, ['b1'], 0],
    [3, ['b1', 'b2', 'b3'], 0],
    [4, ['b1', 'b2', 'b3'], 1],
    [5, ['b1', 'b2', 'b3'], 2],
  ])('a card with %i badges shows up to 3 plus +N', (count, keys, more) => {
    const badges = ROLES.badges.slice(0, count).map(({ key, label, icon }) => ({ key, label, iconUrl: icon }))
    const { shown, hidden } = shownBadges(badges)
    expect([shown.map(({ key }) => key), hidden.length]).toEqual([keys, more])
  })

  it('a card links to the Discord profile of the person', () => {
    expect(profileHref('310000000000000101')).toBe('https://discord.com/users/310000000000000101')
  })
})

it.each([
  [0, '0 members'],
  [1, '1 member'],
  [2, '2 members'],
  [1234, '1,234 members'],
])('the member count of %i reads %s', (count, label) => expect(countLabel(count)).toBe(label))
