import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '#server/paths.ts'
import { txAdminDatabase } from '#test/txadmin.ts'
import { UnreadableSource } from './entry-rules.ts'
import { readAdmins, readTxAdmin } from './txadmin-rules.ts'

const LICENSE = 'a1'.repeat(20)
const OTHER = 'b2'.repeat(20)
const ID = '310000000000000101'
const OTHER_ID = '310000000000000102'

const PLAYER = {
  license: LICENSE,
  ids: [`license:${LICENSE}`, `discord:${ID}`, 'steam:110000112345678'],
  hwids: [`2:${'f'.repeat(64)}`],
  displayName: 'Nolan',
  pureName: 'nolan',
  playTime: 300,
  tsLastConnection: 1_750_000_000,
  tsJoined: 1_740_000_000,
}
const BAN = {
  id: 'B2F3-9KQM',
  type: 'ban',
  ids: [`license:${LICENSE}`, `discord:${ID}`],
  hwids: [`2:${'f'.repeat(64)}`],
  playerName: 'Nolan',
  reason: 'Drove through ^1an active scene.',
  author: 'MDelgado',
  timestamp: 1_750_000_000,
  expiration: false,
  revocation: { timestamp: null, author: null },
}
const WARN = { ...BAN, id: 'W1B2-CD34', type: 'warn', acked: false }

const database = (
  version: unknown,
  { players = [PLAYER], actions = [BAN] }: { players?: unknown; actions?: unknown },
) => ({
  version,
  players,
  actions,
  whitelistApprovals: [],
  whitelistRequests: [],
})
const read = (content: { players?: unknown; actions?: unknown }, version: unknown = 5) =>
  readTxAdmin(database(version, content))
const onlyAction = (entry: object, version = 5) => read({ actions: [entry] }, version).actions[0]

describe('The player database of txAdmin', () => {
  it('players and their actions are read', () => {
    const { people, actions, ...rest } = readTxAdmin(database(5, {}), [{ name: 'mdelgado', discordId: OTHER_ID }])
    expect(people).toEqual([
      {
        identifiers: [`license:${LICENSE}`, `discord:${ID}`, 'steam:110000112345678'],
        name: 'Nolan',
        playMinutes: 300,
        firstSeen: '2025-02-19T21:20:00.000Z',
        lastSeen: '2025-06-15T15:06:40.000Z',
        note: null,
      },
    ])
    expect(actions).toEqual([
      {
        nativeId: 'B2F3-9KQM',
        kind: 'ban',
        identifiers: [`license:${LICENSE}`, `discord:${ID}`],
        name: 'Nolan',
        reason: 'Drove through ^1an active scene.',
        author: { name: 'MDelgado', discordId: OTHER_ID },
        at: '2025-06-15T15:06:40.000Z',
        expiresAt: null,
        isAcknowledged: true,
        revoked: null,
      },
    ])
    expect(rest).toEqual({ source: 'txadmin', version: '5', leftOut: 0, unreadable: [], unknownFields: [] })
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    'a database of version %i is read completely, without hardware ids',
    (version) => {
      const written = txAdminDatabase({ version, players: 120, actions: 300, seed: 3 })
      const history = readTxAdmin(JSON.parse(JSON.stringify(written)))
      expect(history.unreadable).toEqual([])
      expect(history.unknownFields).toEqual([])
      expect(history.people).toHaveLength(written.players.length)
      expect(history.actions.length + history.leftOut).toBe(written.actions.length)
      expect(history.leftOut > 0).toBe(version <= 2)
      expect(JSON.stringify(history)).not.toMatch(/"\d:[\da-f]{64}"/)
    },
  )

  it('an action is the same in every version', () => {
    const actionsOf = (version: number) =>
      readTxAdmin(txAdminDatabase({ version, players: 120, actions: 300, seed: 3 })).actions
    const known = new Map(actionsOf(10).map((action) => [action.nativeId, action]))
    for (const action of [1, 2, 3, 4, 5].flatMap(actionsOf)) {
      const newest = known.get(action.nativeId)
      expect(newest?.reason).toBe(action.reason)
      expect(newest?.at).toBe(action.at)
      expect(newest?.expiresAt).toBe(action.expiresAt)
      expect(newest?.revoked?.at).toBe(action.revoked?.at)
    }
  })

  it.each<[string, object, number, object]>([
    ['warnings of old versions are W…', { ...WARN, id: 'A1B2-CD34' }, 2, { nativeId: 'W1B2-CD34', kind: 'warn' }],
    ['bans of old versions keep their id', { ...BAN, id: 'A1B2-CD34' }, 2, { nativeId: 'A1B2-CD34', kind: 'ban' }],
    ['and so do warnings of later ones', { ...WARN, id: 'A1B2-CD34' }, 3, { nativeId: 'A1B2-CD34' }],
    [
      'identifiers had another name',
      { ...BAN, ids: undefined, identifiers: [`license:${OTHER}`] },
      3,
      { identifiers: [`license:${OTHER}`] },
    ],
    ['a warning without an answer counts as read', { ...WARN, acked: undefined }, 4, { isAcknowledged: true }],
    ['a warning that nobody has read', WARN, 5, { isAcknowledged: false }],
    ['a warning has no end', { ...WARN, expiration: 1_760_000_000 }, 5, { expiresAt: null }],
    ['a ban that ends', { ...BAN, expiration: 1_760_000_000 }, 5, { expiresAt: '2025-10-09T08:53:20.000Z' }],
    ['a ban that ends in ten thousand years', { ...BAN, expiration: 317_000_000_000 }, 5, { expiresAt: null }],
    ['a ban by identifiers alone', { ...BAN, playerName: false }, 5, { name: null }],
    ['a kick', { ...BAN, id: 'K1', type: 'kick', expiration: undefined }, 6, { kind: 'kick', expiresAt: null }],
    ['a revocation that is not there', { ...BAN, revocation: undefined }, 6, { revoked: null }],
    [
      'a revocation with a reason',
      { ...BAN, revocation: { timestamp: 1_750_003_600, author: 'x', reason: 'Wrong person.' } },
      6,
      { revoked: { at: '2025-06-15T16:06:40.000Z', by: 'x', reason: 'Wrong person.' } },
    ],
    [
      'a revocation by somebody who is gone',
      { ...BAN, revocation: { timestamp: 1_750_003_600, author: null } },
      5,
      { revoked: { at: '2025-06-15T16:06:40.000Z', by: null, reason: null } },
    ],
    ['an action without a reason', { ...BAN, reason: null }, 5, { reason: '' }],
    ['what no database can hold', { ...BAN, reason: 'a\0b\ud800' }, 5, { reason: 'ab\ufffd' }],
    ['an author who is not known', { ...BAN, author: 7.5 }, 5, { author: { name: '7.5', discordId: null } }],
    ['no author', { ...BAN, author: {} }, 5, { author: { name: 'Unknown', discordId: null } }],
    [
      'identifiers that are none, addresses and hardware ids',
      { ...BAN, ids: ['ip:127.0.0.1', `2:${'f'.repeat(64)}`, 'discord:1', null, 3, `LICENSE:${OTHER.toUpperCase()}`] },
      5,
      { identifiers: [`license:${OTHER}`] },
    ],
  ])('the action is read: %s', (_, entry, version, expected) => {
    expect(onlyAction(entry, version)).toMatchObject(expected)
  })

  it.each<[string, unknown, string, string]>([
    ['has no id', { ...BAN, id: '' }, '#1', 'It has no id.'],
    ['is no record', 'B2F3-9KQM', '#1', 'It is not a record.'],
    ['is null', null, '#1', 'It is not a record.'],
    ['is of another kind', { ...BAN, type: 'jail' }, BAN.id, 'Its kind is unknown: jail.'],
    ['names nobody', { ...BAN, ids: [], playerName: false }, BAN.id, 'It does not say who it is about.'],
    [
      'has no list of identifiers and no name',
      { ...BAN, ids: 7, playerName: null },
      BAN.id,
      'It does not say who it is about.',
    ],
    ['has its time in milliseconds', { ...BAN, timestamp: 1_750_000_000_000 }, BAN.id, 'Its time cannot be read.'],
    ['has no time', { ...BAN, timestamp: null }, BAN.id, 'Its time cannot be read.'],
    ['is of the year 1970', { ...BAN, timestamp: 5 }, BAN.id, 'Its time cannot be read.'],
    ['has a time without bounds', { ...BAN, timestamp: 1e300 }, BAN.id, 'Its time cannot be read.'],
    ['ends at no time', { ...BAN, expiration: 'soon' }, BAN.id, 'Its end cannot be read.'],
    ['ends before its time', { ...BAN, expiration: -1 }, BAN.id, 'Its end cannot be read.'],
    ['has a reason that is no text', { ...BAN, reason: ['x'] }, BAN.id, 'Its reason cannot be read.'],
    ['has a reason as long as a book', { ...BAN, reason: 'x'.repeat(10_001) }, BAN.id, 'Its reason cannot be read.'],
    ['may be revoked', { ...BAN, revocation: true }, BAN.id, 'The file does not say clearly whether it was revoked.'],
    [
      'was revoked at no time',
      { ...BAN, revocation: { timestamp: 'x', author: 'y' } },
      BAN.id,
      'The file does not say clearly whether it was revoked.',
    ],
  ])('an action that %s is returned with an error, and the others are read', (_, entry, id, message) => {
    const { actions, unreadable } = read({ actions: [entry, WARN] })
    expect(unreadable).toEqual([{ id, message }])
    expect(actions.map(({ nativeId }) => nativeId)).toEqual([WARN.id])
  })

  it('of two actions with the same id, the first is used', () => {
    const { actions, unreadable } = read({ actions: [BAN, { ...BAN, reason: 'Another one.' }] })
    expect(actions).toHaveLength(1)
    expect(unreadable).toEqual([{ id: BAN.id, message: 'Another entry of the file has the same id.' }])
  })

  it.each<[string, object, object]>([
    ['only a name, as old versions do', { license: LICENSE, name: 'Nolan' }, { name: 'Nolan' }],
    [
      'no times and a negative playing time',
      { ...PLAYER, tsJoined: 'x', playTime: -3 },
      { firstSeen: null, playMinutes: null },
    ],
    ['an empty note', { ...PLAYER, notes: { text: '', lastAdmin: null, tsLastEdit: null } }, { note: null }],
    [
      'a note',
      { ...PLAYER, notes: { text: 'Call him.', lastAdmin: 'x', tsLastEdit: 1_750_000_000 } },
      { note: { text: 'Call him.', by: 'x', at: '2025-06-15T15:06:40.000Z' } },
    ],
    ['no license that can be read, but an account', { ...PLAYER, license: 7 }, { identifiers: PLAYER.ids }],
  ])('a player with %s is identified', (_, player, known) => {
    const { people, unreadable } = read({ players: [player] })
    expect(people[0]).toMatchObject(known)
    expect(unreadable).toEqual([])
  })

  it('a player without an identifier is returned with an error', () => {
    const message = 'It has neither a license nor another identifier that can be read.'
    expect(read({ players: [{ license: 'abc', ids: [] }, []] }).unreadable).toEqual([
      { id: 'abc', message },
      { id: '#2', message: 'It is not a record.' },
    ])
  })

  describe('with an action without a Discord ID', () => {
    const entry = { ...BAN, ids: [`license:${LICENSE}`] }
    it.each<[string, unknown[], string[]]>([
      ['takes that of the license', [PLAYER], [`license:${LICENSE}`, `discord:${ID}`]],
      ['takes none of two', [{ ...PLAYER, ids: [...PLAYER.ids, `discord:${OTHER_ID}`] }], [`license:${LICENSE}`]],
      ['takes none of a player who is gone', [], [`license:${LICENSE}`]],
    ])('the player of the action is found: %s', (_, players, identifiers) => {
      expect(read({ players, actions: [entry] }).actions[0]?.identifiers).toEqual(identifiers)
    })
  })

  it('unknown fields are listed, and the rest is read', () => {
    const { actions, unknownFields } = readTxAdmin({
      ...database(10, { players: [{ ...PLAYER, nameHistory: [], shoeSize: 44 }], actions: [{ ...BAN, mood: 'bad' }] }),
      queue: [],
    })
    expect(unknownFields).toEqual(['queue', 'players[].shoeSize', 'actions[].mood'])
    expect(actions).toHaveLength(1)
  })

  it('the database of the demo is read completely', () => {
    const { people, actions, ...rest } = readTxAdmin(
      JSON.parse(readFileSync(join(root, 'demo/playersDB.json'), 'utf8')),
    )
    expect([people.length, actions.length]).toEqual([121, 202])
    expect(rest).toEqual({ source: 'txadmin', version: '5', leftOut: 0, unreadable: [], unknownFields: [] })
  })

  it.each([[0], [11], [1.5], ['5'], [null]])('a database of version %s is refused', (version) => {
    expect(() => read({}, version)).toThrow(UnreadableSource)
  })

  it.each([[null], ['text'], [[]], [{ version: 5 }], [{ version: 5, players: {}, actions: [] }]])(
    'the content %j is refused',
    (json) => {
      expect(() => readTxAdmin(json)).toThrow(UnreadableSource)
    },
  )
})

describe('admins.json', () => {
  const admin = (providers: unknown) => ({ name: 'mdelgado', master: true, password_hash: '$2b$11$secret', providers })

  it('admins.json yields only names and Discord IDs', () => {
    const admins = [
      {
        ...admin({ discord: { id: ID, identifier: `discord:${ID}`, data: { token: 'secret' } } }),
        permissions: ['all'],
      },
      { ...admin({ discord: { id: 'marcus', identifier: `discord:${OTHER_ID}` } }), name: 'second' },
      { ...admin({ citizenfx: { id: 'x', identifier: 'fivem:1' } }), name: 'without an account' },
      admin(null),
      null,
      'secret',
    ]
    expect(readAdmins(admins)).toEqual([
      { name: 'mdelgado', discordId: ID },
      { name: 'second', discordId: OTHER_ID },
    ])
  })

  it.each([[null], [{}], [[]], [[1]]])('an admins.json of %j is refused', (json) => {
    expect(() => readAdmins(json)).toThrow(UnreadableSource)
  })
})
