import { describe, expect, it } from 'vitest'
import { readEasyAdmin } from './easyadmin-rules.ts'
import { UnreadableSource } from './entry-rules.ts'

const LICENSE = `license:${'a1'.repeat(20)}`
const TAKEN = '2026-03-14T18:30:00.000Z'
const BAN = {
  banid: 12,
  username: 'Nolan',
  identifiers: [LICENSE, 'discord:310000000000000101', 'ip:127.0.0.1', `4:${'f'.repeat(64)}`],
  banner: 'mdelgado',
  reason: 'Shot at an ambulance. ( Nickname: Nolan ), Banned by: mdelgado',
  expire: 1_760_000_000,
  expireString: '9/10/2025',
  time: 1_750_000_000,
  type: 'BAN',
}
/** A ban in the format of older versions. */
const OLD = { banner: 'mdelgado', reason: BAN.reason, expire: 10_444_633_200, identifiers: [LICENSE] }
const read = (...bans: unknown[]) => readEasyAdmin(bans, TAKEN)

describe('A ban list of EasyAdmin', () => {
  it('bans are read with person, author and end', () => {
    const { actions, ...rest } = read(BAN)
    expect(actions).toEqual([
      {
        nativeId: expect.stringMatching(/^[\da-f]{16}$/),
        kind: 'ban',
        identifiers: [LICENSE, 'discord:310000000000000101'],
        name: 'Nolan',
        reason: BAN.reason,
        author: { name: 'mdelgado', discordId: null },
        at: '2025-06-15T15:06:40.000Z',
        expiresAt: '2025-10-09T08:53:20.000Z',
        isAcknowledged: true,
        revoked: null,
      },
    ])
    expect(rest).toEqual({
      source: 'easyadmin',
      version: null,
      people: [],
      leftOut: 0,
      unreadable: [],
      unknownFields: [],
    })
  })

  it.each<[string, object, object]>([
    ['a ban for good', { ...BAN, expire: 10_444_633_200 }, { expiresAt: null }],
    [
      'a ban of an old version: its name is in the reason, its time is when the file was',
      OLD,
      { name: 'Nolan', at: TAKEN, expiresAt: null },
    ],
    [
      'identifiers that Lua wrote as an object',
      { ...BAN, identifiers: { 1: LICENSE, 3: '' } },
      { identifiers: [LICENSE] },
    ],
    [
      'identifiers of the oldest version',
      { ...OLD, identifiers: undefined, identifier: LICENSE, discord: 'discord:310000000000000102' },
      { identifiers: [LICENSE, 'discord:310000000000000102'] },
    ],
  ])('a ban is read: %s', (_, ban, expected) => {
    expect(read(ban).actions[0]).toMatchObject(expected)
  })

  it('the file is a list, or an object as Lua writes it', () => {
    expect(readEasyAdmin({ 1: BAN, x: OLD }, TAKEN).actions).toHaveLength(2)
  })

  it('a ban with a corrected reason is recognized, and differs from a later one with the same number', () => {
    const [id] = read(BAN).actions.map(({ nativeId }) => nativeId)
    expect(read({ ...BAN, reason: 'Another one.', expire: 0 + 1_770_000_000 }).actions[0]?.nativeId).toBe(id)
    expect(read({ ...BAN, time: 1_751_000_000 }).actions[0]?.nativeId).not.toBe(id)
  })

  it('unreadable bans are returned with an error, and the rest is read', () => {
    const { actions, unreadable, unknownFields } = read(
      { ...BAN, expire: 'never' },
      { ...OLD, identifiers: [], reason: 'x' },
      null,
      { ...BAN, reason: {} },
      OLD,
      OLD,
      { ...BAN, mood: 1 },
    )
    expect(unreadable).toEqual([
      { id: '12', message: 'Its end cannot be read.' },
      { id: '#2', message: 'It does not say who it is about.' },
      { id: '#3', message: 'It is not a record.' },
      { id: '12', message: 'Its reason cannot be read.' },
      { id: '#6', message: 'Another entry has the same ban.' },
    ])
    expect(actions).toHaveLength(2)
    expect(unknownFields).toEqual(['mood'])
  })

  it.each([[null], ['x'], [{ a: 1 }]])('the content %j is refused', (json) => {
    expect(() => readEasyAdmin(json, TAKEN)).toThrow(UnreadableSource)
  })
})
