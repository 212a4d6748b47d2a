import { expect, it } from 'vitest'
import { useSharedWorld } from '#test/world.ts'
import type { Offence } from '../contract.ts'
import { createOffenceBook } from './store.ts'

const world = useSharedWorld()
const missed: Offence = {
  ...{ code: 'A-1', name: 'Missed shift', category: 'Activity', text: 'A shift.', family: 'staff' },
  ladder: [{ type: 'Strike' }],
}
const bookOf = (offences: readonly Offence[]) =>
  createOffenceBook({ database: world().database, offences, clock: () => world().now() })
const keep = (offence: Offence) =>
  world().database.db.transaction((tx) => bookOf([offence]).keepVersions(tx, [offence]))

it('an offence is stored as it was given, and shown even after the file no longer has it', async () => {
  const [hash = ''] = await keep(missed)
  const { ladder, ...rest } = missed
  expect(await keep({ ladder, ...rest })).toEqual([hash])
  world().pass(1000)
  const changed = { ...missed, ladder: [{ type: 'Removal' }] }
  const [other = ''] = await keep(changed)
  expect(other).not.toBe(hash)
  const book = bookOf([changed])
  expect((await book.findVersions(world().database.db, [hash])).get(hash)).toEqual(missed)
  expect(await book.listRetired()).toEqual([])
  expect(await bookOf([]).listRetired()).toEqual([changed])
})
