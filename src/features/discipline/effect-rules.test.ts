import { expect, it } from 'vitest'
import { type EndingAction, effectOf, typesWithEffect } from './effect-rules.ts'
import type { ActionType } from './type-rules.ts'

const TYPES: readonly ActionType[] = [
  { name: 'Strike', colour: 'warn' },
  { name: 'Probation', colour: 'amber', while: { rosterStatus: 'Probation' } },
  { name: 'Suspension', colour: 'amber', while: { rosterStatus: 'Suspended', blocksPromotion: true } },
  { name: 'Demotion', colour: 'sunset', while: { blocksPromotion: true } },
]
const [APR, MAY, JUN] = ['2026-04-01T12:00:00.000Z', '2026-05-01T12:00:00.000Z', '2026-06-01T12:00:00.000Z'] as const
const action = (id: number, type: string, until: string): EndingAction => ({ id, type, endsAt: new Date(until) })

it.each<[string, EndingAction[], string | null, string | null]>([
  ['nothing is in force', [], null, null],
  ['an action that does nothing', [action(1, 'Strike', MAY)], null, null],
  ['a type that the community no longer has', [action(1, 'Exile', MAY)], null, null],
  ['a status alone', [action(1, 'Probation', MAY)], `Probation #1 ${MAY}`, null],
  ['a block alone', [action(1, 'Demotion', MAY)], null, `#1 ${MAY}`],
  ['both', [action(1, 'Suspension', MAY)], `Suspended #1 ${MAY}`, `#1 ${MAY}`],
  [
    'of one type the one that ends last',
    [action(1, 'Suspension', MAY), action(2, 'Suspension', APR)],
    `Suspended #1 ${MAY}`,
    `#1 ${MAY}`,
  ],
  [
    'the graver type, though it ends sooner',
    [action(1, 'Probation', JUN), action(2, 'Suspension', APR)],
    `Suspended #2 ${APR}`,
    `#2 ${APR}`,
  ],
  [
    'the block that ends last, whatever gives the status',
    [action(1, 'Suspension', MAY), action(2, 'Demotion', JUN)],
    `Suspended #1 ${MAY}`,
    `#2 ${JUN}`,
  ],
  [
    'two that end at once',
    [action(1, 'Suspension', MAY), action(2, 'Suspension', MAY)],
    `Suspended #2 ${MAY}`,
    `#2 ${MAY}`,
  ],
])('the effect of actions: %s', (_, actions, status, promotion) => {
  const effect = effectOf(actions, TYPES)
  expect(effect.status && `${effect.status.status} #${effect.status.action} ${effect.status.until}`).toBe(status)
  expect(effect.promotion && `#${effect.promotion.action} ${effect.promotion.until}`).toBe(promotion)
})

it('only some types have an effect', () => {
  expect(typesWithEffect(TYPES).map(({ name }) => name)).toEqual(['Probation', 'Suspension', 'Demotion'])
})
