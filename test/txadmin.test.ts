import { describe, expect, it } from 'vitest'
import { txAdminDatabase } from './txadmin.ts'

const databaseOf = (version: number) => txAdminDatabase({ version, players: 200, actions: 400, seed: 7 })

describe('A txAdmin database for tests', () => {
  it('is the same one for the same seed, and another for another', () => {
    expect(databaseOf(5)).toEqual(databaseOf(5))
    expect(txAdminDatabase({ version: 5, players: 200, actions: 400, seed: 8 })).not.toEqual(databaseOf(5))
  })

  it('names nobody and no action twice', () => {
    const { players, actions } = databaseOf(10)
    expect(new Set(players.map(({ license }) => license)).size).toBe(players.length)
    expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length)
  })

  it('has the same players in every version, with the fields of it', () => {
    const licenses = (version: number) => databaseOf(version).players.map(({ license }) => license)
    expect(licenses(1)).toEqual(licenses(10))
    expect(databaseOf(2).players[0]).not.toHaveProperty('ids')
    expect(databaseOf(3).actions[0]).toHaveProperty('identifiers')
    expect(databaseOf(4).actions.find(({ type }) => type === 'warn')).not.toHaveProperty('acked')
    expect(databaseOf(5).actions.find(({ type }) => type === 'warn')).toHaveProperty('acked')
    expect(databaseOf(10).actions.some(({ type }) => type === 'kick')).toBe(true)
  })

  it('names warnings as each version does', () => {
    const warning = (version: number) => databaseOf(version).actions.find(({ type }) => type === 'warn')?.id
    expect(warning(2)).toBe(warning(3)?.replace('W', 'A'))
  })
})
