import { describe, expect, it } from 'vitest'
import { UnreadableSource } from './entry-rules.ts'
import { readVMenu } from './vmenu-rules.ts'

const LICENSE = `license:${'a1'.repeat(20)}`
const TAKEN = '2026-03-14T18:30:00.000Z'
const BAN = {
  playerName: 'Nolan',
  identifiers: [LICENSE, 'ip:127.0.0.1'],
  bannedUntil: '2026-04-01T12:00:00.1234567-04:00',
  banReason: 'Shot at an ambulance.\nYour ban id: 7c9e6679-7425-40de-944b-e07fc1f90ae7',
  bannedBy: 'mdelgado',
  uuid: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
}
const read = (...bans: unknown[]) => readVMenu(bans, TAKEN)

describe('Bans of vMenu', () => {
  it('bans are read with person, author and end', () => {
    expect(read(BAN)).toEqual({
      source: 'vmenu',
      version: null,
      people: [],
      actions: [
        {
          nativeId: BAN.uuid,
          kind: 'ban',
          identifiers: [LICENSE],
          name: 'Nolan',
          reason: BAN.banReason,
          author: { name: 'mdelgado', discordId: null },
          at: TAKEN,
          expiresAt: '2026-04-01T16:00:00.000Z',
          isAcknowledged: true,
          revoked: null,
        },
      ],
      leftOut: 0,
      unreadable: [],
      unknownFields: [],
    })
  })

  it.each<[string, object, object]>([
    ['for good', { ...BAN, bannedUntil: '3000-01-01T00:00:00' }, { expiresAt: null }],
    ['without an offset', { ...BAN, bannedUntil: '2026-04-01T12:00:00' }, { expiresAt: '2026-04-01T12:00:00.000Z' }],
  ])('a ban is read: %s', (_, ban, expected) => {
    expect(read(ban).actions[0]).toMatchObject(expected)
  })

  it('bans of old versions have no id, and are recognized again', () => {
    const old = { ...BAN, uuid: '00000000-0000-0000-0000-000000000000' }
    const [one] = read(old).actions
    expect(one?.nativeId).toMatch(/^[\da-f]{16}$/)
    expect(readVMenu([{ ...old, uuid: undefined }], '2027-01-01T00:00:00.000Z').actions[0]?.nativeId).toBe(
      one?.nativeId,
    )
  })

  it('unreadable bans are returned with an error', () => {
    const { actions, unreadable } = read(
      { ...BAN, bannedUntil: 'soon' },
      { ...BAN, playerName: '', identifiers: null },
      7,
      BAN,
      BAN,
    )
    expect(actions).toHaveLength(1)
    expect(unreadable).toEqual([
      { id: BAN.uuid, message: 'Its end cannot be read.' },
      { id: BAN.uuid, message: 'It does not say who it is about.' },
      { id: '#3', message: 'It is not a record.' },
      { id: BAN.uuid, message: 'Another entry has the same ban.' },
    ])
  })

  it('the file must be a list', () => {
    expect(() => readVMenu({}, TAKEN)).toThrow(UnreadableSource)
  })
})
