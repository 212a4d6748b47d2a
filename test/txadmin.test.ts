import { describe, expect, it } from 'vitest'
import { txAdminDatabase } from './txadmin.ts'

const databaseOf = (version: number) => txAdminDatabase({ version, players: 200, actions: 400, seed: 7 })

describe('The generated txAdmin database', () => {
  it('the same seed gives the same database, and another seed another one', () => {
    expect(databaseOf(5)).toEqual(databaseOf(5))
    expect(txAdminDatabase({ version: 5, players: 200, actions: 400, seed: 8 })).not.toEqual(databaseOf(5))
  })

  it('player and action ids are unique', () => {
    const { players, actions } = databaseOf(10)
    expect(new Set(players.map(({ license }) => license)).size).toBe(players.length)
    expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length)
  })

  it('every version has the same players, with the fields of that version', () => {
    const licenses = (version: number) => databaseOf(version).players.map(({ license }) => license)
    expect(licenses(1)).toEqual(licenses(10))
    expect(databaseOf(2).players[0]).not.toHaveProperty('ids')
    expect(databaseOf(3).actions[0]).toHaveProperty('identifiers')
    expect(databaseOf(4).actions.find(({ type }) => type === 'warn')).not.toHaveProperty('acked')
    expect(databaseOf(5).actions.find(({ type }) => type === 'warn')).toHaveProperty('acked')
    expect(databaseOf(10).actions.some(({ type }) => type === 'kick')).toBe(true)
  })

  it('warnings have the field names of each version', () => {
    const warning = (version: number) => databaseOf(version).actions.find(({ type }) => type === 'warn')?.id
    expect(warning(2)).toBe(warning(3)?.replace('W', 'A'))
  })
})
