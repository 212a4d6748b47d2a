import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StandInPerson } from './guild.ts'
import { buildStandIn, type StandIn } from './stand-in.ts'

const STAFF = '200000000000000003'
const NOLAN = '310000000000000101'
const KIT = '320000000000000101'

function person(id: string, globalName: string, card: StandInPerson['card']): StandInPerson {
  const member = { roles: [STAFF], nick: null, avatar: null, joinedAt: '2024-03-09T18:30:00.000000+00:00' }
  const account = { avatar: null, email: null, emailVerified: false, denies: false }
  return { id, username: `user${id.slice(-3)}`, globalName, member, card, ...account }
}

let standIn: StandIn
let address: string

beforeEach(async () => {
  standIn = buildStandIn({
    applicationName: 'The site',
    redirectUri: 'http://localhost:3000/auth/discord/callback',
    guild: {
      id: '300000000000000001',
      name: 'The guild',
      roles: [{ id: STAFF, name: 'staff' }],
      people: [person(NOLAN, 'Nolan <Reyes>', { title: 'Trial Moderator', sees: '' }), person(KIT, 'Kit', null)],
    },
  })
  const { cdnUrl } = await standIn.listen()
  address = `${cdnUrl}/console`
})
afterEach(() => standIn.close())

const read = async (query = '') => (await fetch(`${address}${query}`)).text()

/** Presses a button and returns the page that follows. */
async function press(form: [string, string][], headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams(form), headers })
  return response.text()
}

const rolesOf = (id: string) => standIn.people.find((one) => one.id === id)?.member?.roles ?? null

describe('The console of the fake Discord', () => {
  it('the console lists the people of the demo, finds others, and needs no script', async () => {
    const page = await read()
    expect(page).toContain('Nolan &lt;Reyes&gt;')
    expect(page).not.toContain('Save roles of Kit')
    expect(page).not.toContain('<script')
    expect(await read('?query=kIT')).toContain('Save roles of Kit')
    expect(await read('?query=zzz')).toContain('Nobody here has that name or id.')
  })

  it('the console changes roles, kicks, bans, and lets people in again', async () => {
    expect(
      await press([
        ['do', 'roles'],
        ['person', NOLAN],
      ]),
    ).toContain('The roles of Nolan &lt;Reyes&gt; are saved.')
    expect(rolesOf(NOLAN)).toEqual([])
    await press([
      ['do', 'roles'],
      ['person', NOLAN],
      ['roles', STAFF],
      ['roles', 'made-up'],
    ])
    expect(rolesOf(NOLAN)).toEqual([STAFF])
    await press([
      ['do', 'kick'],
      ['person', NOLAN],
    ])
    expect(rolesOf(NOLAN)).toBeNull()
    await press([
      ['do', 'roles'],
      ['person', NOLAN],
      ['roles', STAFF],
    ])
    expect(rolesOf(NOLAN)).toEqual([STAFF])
    expect(
      await press([
        ['do', 'ban'],
        ['person', NOLAN],
      ]),
    ).toContain('Lift the ban')
    await press([
      ['do', 'roles'],
      ['person', NOLAN],
      ['roles', STAFF],
    ])
    expect(rolesOf(NOLAN)).toBeNull()
    expect(
      await press([
        ['do', 'unban'],
        ['person', NOLAN],
      ]),
    ).toContain('Let in')
  })

  it('the console sets and removes a nickname, within the length limit of Discord', async () => {
    const nickOf = (id: string) => standIn.people.find((one) => one.id === id)?.member?.nick
    const call = (nick: string) =>
      press([
        ['do', 'nick'],
        ['person', NOLAN],
        ['nick', nick],
      ])
    expect(await call('<b>S-40')).toContain('goes by &lt;b&gt;S-40.')
    expect(nickOf(NOLAN)).toBe('<b>S-40')
    await call('x'.repeat(33))
    expect(nickOf(NOLAN)).toBe('<b>S-40')
    await call(' ')
    expect(nickOf(NOLAN)).toBeNull()
  })

  it('the console deletes a role from everybody', async () => {
    expect(
      await press([
        ['do', 'delete-role'],
        ['role', STAFF],
      ]),
    ).toContain('The role staff is deleted.')
    expect([rolesOf(NOLAN), rolesOf(KIT)]).toEqual([[], []])
  })

  it('the console switches Discord off and on', async () => {
    expect(await press([['do', 'go-down']])).toContain('Come back')
    expect((await fetch(address.replace('/console', '/api/v10/gateway/bot'))).status).toBe(503)
    expect(await press([['do', 'come-back']])).toContain('Go down')
  })

  it.each([
    [
      'nobody',
      [
        ['do', 'kick'],
        ['person', '1'],
      ],
    ],
    [
      'no such act',
      [
        ['do', 'promote'],
        ['person', NOLAN],
      ],
    ],
    [
      'no such role',
      [
        ['do', 'delete-role'],
        ['role', '1'],
      ],
    ],
  ] as [string, [string, string][]][])('nothing changes for %s', async (_, form) => {
    expect(await press(form)).toContain('Nothing was done')
    expect(rolesOf(NOLAN)).toEqual([STAFF])
  })

  it('a request from another site changes nothing', async () => {
    await press(
      [
        ['do', 'kick'],
        ['person', NOLAN],
      ],
      { 'sec-fetch-site': 'cross-site' },
    )
    expect(rolesOf(NOLAN)).toEqual([STAFF])
  })
})
