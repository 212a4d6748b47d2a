import { expect, it } from 'vitest'
import { useSharedWorld } from '#test/world.ts'
import { listOffences } from '../contract.ts'

const world = useSharedWorld()

it('staff read the whole catalogue of offences, and others only offences of players', async () => {
  const families = async (who: 'staff' | 'member') =>
    new Set((await world().as[who](listOffences)).body.data.map(({ family }) => family))
  expect(await families('staff')).toEqual(new Set(['staff', 'players']))
  expect(await families('member')).toEqual(new Set(['players']))
})
