import { expect, it } from 'vitest'
import { listPictures, MAX_PICTURES } from '#features/auth/contract.ts'
import { saveUser } from '#features/auth/server/store.ts'
import { PEOPLE, userOf } from '../people.ts'
import { useWorld } from '../world.ts'

const world = useWorld()
const list = (ids: readonly string[]) => world().as.staff(listPictures, { query: { ids: ids.join() } })

it('the response has profile pictures only of requested people who signed in and have one', async () => {
  const { db } = world().database
  const { es, member, owner } = PEOPLE
  await saveUser(db, { ...userOf(es, world().now()), avatar: 'chosen' })
  await saveUser(db, { ...userOf(owner, world().now()), avatar: 'chosen' })
  await saveUser(db, userOf(member, world().now()))
  const { status, body } = await list([es.id, member.id, '999999999999999999'])
  expect(status).toBe(200)
  expect(body.data).toEqual({ [es.id]: `https://cdn.discordapp.com/embed/avatars/${es.id.slice(-1)}.png` })
})

it('profile pictures are available to staff only', async () => {
  expect((await world().as.member(listPictures, { query: { ids: PEOPLE.es.id } })).status).toBe(403)
})

it('profile pictures are requested by Discord IDs, for as many people as a list shows', async () => {
  const many = Array.from({ length: MAX_PICTURES }, (_, index) => `3100000000000${10_000 + index}`)
  expect((await list(many)).status).toBe(200)
  for (const ids of [[...many, '1'], [], ['subject:12'], ['1', '']]) expect((await list(ids)).status).toBe(400)
})
