import { expect, it } from 'vitest'
import type { View } from '#lib/list-preferences.ts'
import { useSharedWorld } from '#test/world.ts'
import { changeListPreferences, findListPreferences } from '../contract.ts'

const world = useSharedWorld()
const NOTHING = { views: [], hidden: [], widths: {}, density: null }
const LEAVE = { name: 'On leave', search: 'status=LOA' }

const keep = (list: string, version: number, views: View[]) =>
  ({ body: { list, version, preferences: { ...NOTHING, views } } }) as const

it('the preferences of a list are stored for one person only', async () => {
  const list = '/staff-roster'
  const { as } = world()
  expect((await as.staff(findListPreferences, { query: { list } })).body).toEqual({ version: 0, preferences: NOTHING })
  const kept = { views: [LEAVE], hidden: ['notes'], widths: { name: 240 }, density: 'compact' } as const
  const sent = { list, version: 0, preferences: { ...kept, views: [LEAVE], hidden: ['notes'] } }
  expect((await as.staff(changeListPreferences, { body: sent })).body.item).toEqual({ version: 1, preferences: kept })
  expect((await as.staff(findListPreferences, { query: { list } })).body.preferences).toEqual(kept)
  expect((await as.management(findListPreferences, { query: { list } })).body.version).toBe(0)
  expect((await as.staff(findListPreferences, { query: { list: '/dev-roster' } })).body.version).toBe(0)
})

it('a change of a stale version is refused with the stored preferences', async () => {
  const list = '/audit'
  const { as } = world()
  await as.owner(changeListPreferences, keep(list, 0, [LEAVE]))
  for (const version of [0, 7]) {
    const refused = await as.owner(changeListPreferences, keep(list, version, []))
    expect(refused).toMatchObject({ status: 409, body: { item: { version: 1 } } })
  }
})

it.each([
  ['two views with one name', [LEAVE, { ...LEAVE, name: 'on leave' }]],
  ['more views than fit a menu', Array.from({ length: 21 }, (_, at) => ({ name: `View ${at}`, search: '' }))],
  ['a view of another page', [{ name: 'Elsewhere', search: '#/audit?x' }]],
  ['a view with a control character', [{ name: 'Odd', search: 'status=\u0000' }]],
  ['a view with half of a surrogate pair', [{ name: 'Odd', search: 'status=\ud800' }]],
])('%s is not stored', async (_, views) => {
  expect((await world().as.staff(changeListPreferences, keep('/users', 0, views))).status).toBe(400)
})

it.each([7.5, -1, 2 ** 31 - 1, Number.MAX_SAFE_INTEGER])('the version %d is refused', async (version) => {
  expect((await world().as.staff(changeListPreferences, keep('/users', version, []))).status).toBe(400)
})
