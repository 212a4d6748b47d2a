import { describe, expect, it } from 'vitest'
import { UnreadableSource } from './entry-rules.ts'
import { readZeppelin } from './zeppelin-rules.ts'

const note = (body: unknown) => ({ mod_id: '1', mod_name: 'x', body, created_at: '2025-06-15 15:06:40' })
const caseOf = (case_number: unknown, type: unknown, fields: object = {}) => ({
  case_number,
  user_id: '310000000000000101',
  user_name: 'nolan',
  mod_id: '310000000000000102',
  mod_name: 'mdelgado',
  type,
  created_at: `2025-06-15 15:0${Number(case_number) % 10}:40`,
  is_hidden: false,
  pp_id: null,
  pp_name: null,
  notes: [note(`Reason ${case_number}.`)],
  ...fields,
})
const read = (...cases: unknown[]) => readZeppelin({ cases })

describe('An export of Zeppelin', () => {
  it('cases are read, with their notes as the reason', () => {
    expect(read(caseOf(6, 4, { notes: [note('Spam.'), note('Third time.')] })).actions).toEqual([
      {
        nativeId: '6',
        kind: 'warn',
        identifiers: ['discord:310000000000000101'],
        name: 'nolan',
        reason: 'Spam.\nThird time.',
        author: { name: 'mdelgado', discordId: '310000000000000102' },
        at: '2025-06-15T15:06:40.000Z',
        expiresAt: null,
        isAcknowledged: true,
        revoked: null,
      },
    ])
  })

  it('types become notes, warnings, kicks and bans, and deleted cases are omitted', () => {
    const { actions, leftOut, unreadable } = read(...[1, 3, 4, 5, 6, 7, 8, 9].map((type) => caseOf(type, type)))
    expect(actions.map(({ nativeId, kind }) => [nativeId, kind])).toEqual([
      ['1', 'ban'],
      ['3', 'note'],
      ['4', 'warn'],
      ['5', 'kick'],
      ['6', 'warn'],
      ['7', 'note'],
      ['9', 'kick'],
    ])
    expect([leftOut, unreadable]).toEqual([1, []])
  })

  it('a ban is revoked by the next unban of the same person, in the order of the cases', () => {
    const somebodyElse = { user_id: '310000000000000103' }
    const { actions } = read(caseOf(4, 2), caseOf(1, 1), caseOf(2, 1, somebodyElse), caseOf(3, 4), caseOf(5, 2))
    expect(actions.map(({ nativeId, kind, revoked }) => [nativeId, kind, revoked?.at, revoked?.reason])).toEqual([
      ['1', 'ban', '2025-06-15T15:04:40.000Z', 'Reason 4.'],
      ['2', 'ban', undefined, undefined],
      ['3', 'warn', undefined, undefined],
      // There was no ban left to revoke.
      ['5', 'note', undefined, undefined],
    ])
  })

  it('one unban revokes all earlier bans of the same person, and a later ban stays', () => {
    const { actions } = read(caseOf(1, 1), caseOf(2, 1), caseOf(3, 2), caseOf(4, 1))
    expect(actions.map(({ nativeId, revoked }) => [nativeId, revoked?.at])).toEqual([
      ['1', expect.any(String)],
      ['2', actions[0]?.revoked?.at],
      ['4', undefined],
    ])
  })

  it('moderators can be missing', () => {
    expect(read(caseOf(1, 4, { mod_id: null, mod_name: null, notes: null })).actions[0]).toMatchObject({
      author: { name: 'Unknown', discordId: null },
      reason: '',
    })
  })

  it('unreadable cases are returned with an error, and the rest is read', () => {
    const { actions, unreadable, unknownFields } = read(
      caseOf(1, 10),
      caseOf(2, 4, { created_at: 'yesterday' }),
      caseOf(3, 4, { user_id: 5, user_name: '' }),
      caseOf(4, 4, { notes: 'x' }),
      caseOf(5, 4, { notes: [note({})] }),
      caseOf(null, 4),
      caseOf(7, 4, { mood: 1 }),
      caseOf(7, 4),
    )
    expect(unreadable).toEqual([
      { id: '1', message: 'Its kind is unknown: 10.' },
      { id: '2', message: 'Its time cannot be read.' },
      { id: '3', message: 'It does not say who it is about.' },
      { id: '4', message: 'Its reason cannot be read.' },
      { id: '5', message: 'Its reason cannot be read.' },
      { id: '#6', message: 'It has no id.' },
      { id: '7', message: 'Another entry of the file has the same id.' },
    ])
    expect(actions).toHaveLength(1)
    expect(unknownFields).toEqual(['cases[].mood'])
  })

  it.each([[null], [[]], [{ cases: {} }]])('the content %j is refused', (json) => {
    expect(() => readZeppelin(json)).toThrow(UnreadableSource)
  })
})
