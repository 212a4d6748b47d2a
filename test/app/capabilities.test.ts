import { afterAll, describe, expect, it } from 'vitest'
import { readContent } from '#app/content.ts'
import { createDeciders } from '#app/deciders.ts'
import { ENDPOINTS } from '#app/features.ts'
import { checkAuth } from '#features/auth/contract.ts'
import { rightsOf } from '#features/auth/rules.ts'
import { endpointsOf, furtherRosters } from '#features/roster/contract.ts'
import { readRosterContent } from '#features/roster/server/gateway.ts'
import { allows, CAPABILITY_NAMES, can } from '#lib/access.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import { readCommunity } from '#server/config/community.ts'
import { copyCommunity } from '../community-copy.ts'
import { ROLE_IDS } from '../people.ts'
import { useSharedWorld } from '../world.ts'

const roleOf = (index: number) => `2000000000000001${10 + index}`
const IN_FHP = { name: 'ranks.change in fhp', access: can('ranks.change', 'fhp'), roleId: roleOf(80) }
/** `evidence.internal` cannot be given to a role: all staff have it, and it opens nothing to others. */
const GIVEN = CAPABILITY_NAMES.filter((name) => name !== 'evidence.internal')
const HOLDERS = [...GIVEN.map((name, index) => ({ name, access: can(name), roleId: roleOf(index) })), IN_FHP].map(
  (holder, index) => ({ ...holder, id: `3100000000000007${10 + index}` }),
)

const roster = (key: string) => `
  ${key}-roster:
    title: Roster of ${key}
    department: ${key}
    groups: [{ name: Troopers }]
    others: Troopers
`
const mapping = `capabilities:
${GIVEN.map((name, index) =>
  name === 'ranks.change'
    ? `  ${name}: ["${roleOf(index)}", { role: "${IN_FHP.roleId}", in: fhp }]`
    : `  ${name}: ["${roleOf(index)}"]`,
).join('\n')}
`
const copy = copyCommunity()
copy.edit('rosters.yaml', /^ {2}dev-roster:/m, `${roster('fhp').slice(1)}${roster('ttpd').slice(1)}  dev-roster:`)
copy.edit('site.yaml', /^roles:/m, `${mapping}roles:`)
afterAll(() => copy.discard())

const departmental = furtherRosters(readRosterContent(copy.dir)).flatMap(endpointsOf)
const calls: readonly Endpoint[] = [...ENDPOINTS, ...departmental].filter(({ keyHeader }) => keyHeader === null)
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

describe('A community with its own capabilities', () => {
  const world = useSharedWorld({ communityDir: () => copy.dir })

  it.each(HOLDERS)(
    'the role with $name has access to what the capability covers, and to nothing else',
    async ({ id, roleId, access }) => {
      const person = { id, username: 'sam', name: 'Sam Ortega', roleIds: [roleId] }
      const cookie = await world().signIn(person)
      const member = { ...person, avatarUrl: '', ...rightsOf(person, ROLE_IDS, []), capabilities: [access] }
      const wrong = []
      for (const endpoint of calls) {
        if (endpoint.path === '/api/auth/logout') continue
        const { statusCode } = await world().app.inject({
          method: endpoint.method,
          // Each person has an address of their own, because writes are limited by address.
          remoteAddress: `203.0.113.${id.slice(-2)}`,
          url: endpoint.path.replace(/\{\w+\}/g, '1'),
          headers: { 'sec-fetch-site': 'same-origin', cookie },
        })
        const isOpen = statusCode !== 401 && statusCode !== 403 && statusCode < 500
        if (isOpen !== allows(endpoint.access, member)) wrong.push([nameOf(endpoint), statusCode])
      }
      expect(wrong).toEqual([])
      const { body } = await world().app.inject({ url: checkAuth.path, headers: { cookie } })
      expect(JSON.parse(body)).toMatchObject({ isStaff: false, isOwner: false, capabilities: [access] })
    },
  )

  it('only a role with appeals.decide is considered when the site determines who can decide on an appeal', async () => {
    const people = HOLDERS.map(({ id, roleId }) => ({
      id,
      username: `sam-${id}`,
      name: 'Sam Ortega',
      roleIds: [roleId],
    }))
    for (const person of people) await world().signIn(person)
    const community = readCommunity(copy.dir)
    const deciders = createDeciders({
      database: world().database,
      community: { roles: ROLE_IDS, capabilityRoles: community.capabilityRoles },
      ownerIds: [],
      rosterContent: readRosterContent(copy.dir),
      roster: { list: async () => [] },
    })
    const { people: mayDecide } = await deciders()
    const expected = HOLDERS.filter(({ name }) => name === 'appeals.decide').map(({ id }) => ({ id, rank: null }))
    expect(mayDecide.filter(({ id }) => people.some((person) => person.id === id))).toEqual(expected)
  })

  it('some calls are allowed only by a capability of one department', () => {
    const opened = (capabilities: string[]) => {
      const member = {
        id: '1',
        username: '',
        name: '',
        avatarUrl: '',
        ...rightsOf({ id: '1', roleIds: [] }, ROLE_IDS, []),
      }
      return departmental.filter(({ access }) => allows(access, { ...member, capabilities })).map(nameOf)
    }
    expect(opened(['can:ranks.change@fhp'])).toContain('POST /api/rosters/fhp-roster')
    expect(opened(['can:ranks.change@fhp']).filter((call) => call.includes('ttpd'))).toEqual([])
    expect(opened(['can:ranks.change'])).toContain('POST /api/rosters/ttpd-roster')
  })
})

it('a capability of a department without a roster, or of an unknown roster, stops the start', async () => {
  const other = copyCommunity()
  other.edit('rosters.yaml', /^ {2}dev-roster:/m, `${roster('nowhere').slice(1)}  dev-roster:`)
  other.edit(
    'site.yaml',
    /^roles:/m,
    'capabilities:\n  ranks.change: [{ role: "200000000000000110", in: fhp }]\nroles:',
  )
  const reading = readContent(other.dir)
  await expect(reading).rejects.toThrow('rosters.nowhere-roster.department: one of fhp, hcso, ttpd')
  await expect(reading).rejects.toThrow('capabilities.ranks.change: in: fhp: a department that a roster')
  other.discard()
})
