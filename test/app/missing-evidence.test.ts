import { expect, it } from 'vitest'
import { addAction, exportActions, listActions, listActionWeeks, revokeAction } from '#features/discipline/contract.ts'
import { addImage, removeEvidence } from '#features/evidence/contract.ts'
import { PEOPLE } from '../people.ts'
import { lossy, riff } from '../webp.ts'
import { useWorld } from '../world.ts'

const world = useWorld()
const PERSON = PEOPLE.member

async function give(...offences: string[]) {
  const reasons = { internal_reason: 'between staff', external_reason: 'Told.', deviation_why: 'So decided.' }
  const body = { user: PERSON.id, user_name: PERSON.name, type: 'Strike', points: 1, ...reasons, offences }
  const answer = await world().as.management(addAction, { body })
  expect(answer.status).toBe(200)
  return answer.body.item.id
}
const query = { evidence: 'missing' } as const
const missing = async () => (await world().as.staff(listActions, { query })).body.rows.map(({ id }) => id)

it('actions for offences with required evidence can be filtered until they have some', async () => {
  await give()
  await give('A-1')
  const first = await give('C-1')
  const second = await give('A-1', 'C-1')
  expect(await missing()).toEqual([second, first])
  const { body: weeks } = await world().as.staff(listActionWeeks, { query })
  expect(weeks.data.at(-1)?.counts.Strike).toBe(2)
  const file = await world().as.staff(exportActions.all, { query: { ...query, format: 'json' } })
  expect(file.body).toHaveLength(2)

  const picture = { family: 'staff', action: String(first), shown: 'false' } as const
  const added = await world().as.management(addImage, { query: picture, body: riff(lossy(64, 64)) })
  expect([added.status, await missing()]).toEqual([200, [second]])
  await world().as.management(removeEvidence, { params: { id: String(added.body.item.id) } })
  expect(await missing()).toEqual([second, first])
  const body = { outcome: 'expunged' as const, why: 'No clip' }
  await world().as.management(revokeAction, { params: { id: String(second) }, body })
  expect(await missing()).toEqual([first])
})
