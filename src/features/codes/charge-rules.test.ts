import { describe, expect, it } from 'vitest'
import { Calculator } from '#lib/law.ts'
import { BARE_PENAL_CODE } from '#test/penal-code.ts'
import { type ChargedCode, calculate, codesByKey, copiedLine, copiedList, withCharge } from './charge-rules.ts'
import { readCharges } from './link-rules.ts'

const code = (statute: string, rest: Partial<ChargedCode>): ChargedCode => ({
  statute,
  ...BARE_PENAL_CODE,
  title: `About ${statute}`,
  ...rest,
})

const CODES = codesByKey([
  code('park', { fine: 65 }),
  code('speed', { fine: 200, jail: 0, points: 3, points_max: 6 }),
  code('petit', { title: 'Petit theft', fine: 500, jail: 2, points: 0, counts: 3 }),
  code('grand', { fine: 1_000, fine_max: 5_000, jail: 6, jail_max: 60, points: 0, includes: 'petit' }),
  code('battery', { title: 'Battery', class: 'Misdemeanor', fine: 333, jail: 5, points: 0 }),
  code('aggravated', { fine: 2_000, fine_max: 4_001, jail: 30, jail_max: 61, points: 0, includes: 'Battery' }),
  code('robbery', { fine: 5_000, jail: 48, excludes: 'grand', includes: 'petit | nothing of ours' }),
  code('murder', { fine: 15_000, jail: 200, points: 0, counts: 1 }),
  code('reckless', { fine: 125, jail: 3, points: 4, excludes: 'careless' }),
  code('careless', { fine: 165, jail: 0, points: 3 }),
  code('odd', { fine: 1_010, fine_max: 1_024, jail: 3 }),
  code('first', { fine: 100, includes: 'second' }),
  code('second', { fine: 200, includes: 'first' }),
])

const LAW = Calculator.parse({
  modifiers: [
    { key: 'attempt', name: 'Attempt', of: 'charge', fine: 50, jail: 50 },
    { key: 'accessory', name: 'Accessory', of: 'charge', fine: 75, jail: 67 },
    { key: 'first-offender', name: 'First offender', of: 'suspect', jail: 80 },
    { key: 'plea', name: 'Plea', of: 'suspect', fine: 90, jail: 75 },
    { key: 'repeat', name: 'Repeat offender', of: 'suspect', fine: 150, jail: 200, points: 200 },
  ],
  round: { fine: 5 },
  caps: { fine: 20_000, jail: 240, points: 12 },
})

const calculated = (charges: string, modifiers: readonly string[] = [], law = LAW) =>
  calculate({ name: '', modifiers, charges: readCharges(charges) }, CODES, law)
const totals = (...args: Parameters<typeof calculated>) => {
  const { fine, jail, points } = calculated(...args).totals
  return [fine, jail, points]
}

/** All expected numbers were calculated by hand. */
describe('what charges add up to', () => {
  it.each<[what: string, charges: string, modifiers: string[], sum: [number, number, number]]>([
    ['nothing at all', '', [], [0, 0, 0]],
    ['one charge that states a fine alone', 'park', [], [65, 0, 0]],
    ['three counts of it', 'park*3', [], [195, 0, 0]],
    ['a count of 0 is one', 'park*0', [], [65, 0, 0]],
    ['a range begins at its lowest', 'speed', [], [200, 0, 3]],
    ['the highest of a range', 'speed_p6', [], [200, 0, 6]],
    ['something between, for two counts', 'speed*2_p5', [], [400, 0, 10]],
    ['more than a range allows is its highest', 'speed_p9', [], [200, 0, 6]],
    ['less than a range allows is its lowest', 'speed_p1', [], [200, 0, 3]],
    ['an amount without a range cannot be chosen', 'park_f900', [], [65, 0, 0]],
    ['an amount that is not stated cannot be chosen', 'park_j9', [], [65, 0, 0]],
    ['two of three counts', 'petit*2', [], [1_000, 4, 0]],
    ['five where three are allowed', 'petit*5', [], [1_500, 6, 0]],
    ['two where one is allowed', 'murder*2', [], [15_000, 200, 0]],
    ['two ranges at their lowest', 'grand', [], [1_000, 6, 0]],
    ['two ranges chosen', 'grand_f2500_j24', [], [2_500, 24, 0]],
    ['two counts at the highest', 'grand*2_f5000_j60', [], [10_000, 120, 0]],
    ['an amount of the law book is never rounded', 'battery', [], [333, 5, 0]],
    ['nor are three counts of it', 'battery*3', [], [999, 15, 0]],
    // 166.5 → 165 in steps of 5; 2.5 → 3
    ['half of it is rounded, and a half goes up', 'battery_attempt', [], [165, 3, 0]],
    // 499.5 → 500, not 3 × 165; 7.5 → 8
    ['counts are rounded together', 'battery*3_attempt', [], [500, 8, 0]],
    // 249.75 → 250; 3.35 → 3
    ['three quarters and two thirds', 'battery_accessory', [], [250, 3, 0]],
    // 124.875 → 125; 5 × 0.5 × 0.67 = 1.675 → 2
    ['two modifiers of a charge, rounded once', 'battery_attempt_accessory', [], [125, 2, 0]],
    ['the same modifier twice counts once', 'battery_attempt_attempt', [], [165, 3, 0]],
    // 299.7 → 300; 3.75 → 4
    ['a modifier of the suspect', 'battery', ['plea'], [300, 4, 0]],
    ['a modifier that leaves the fine leaves it unrounded', 'battery', ['first-offender'], [333, 4, 0]],
    // 5 × 0.8 × 0.75 = 3
    ['two modifiers of the suspect', 'battery', ['first-offender', 'plea'], [300, 3, 0]],
    // 149.85 → 150; 1.875 → 2
    ['modifiers of the charge and of the suspect', 'battery_attempt', ['plea'], [150, 2, 0]],
    // 500 and 10; 333 × 1.5 = 499.5
    ['a modifier that makes it worse', 'battery', ['repeat'], [500, 10, 0]],
    ['points stay where a modifier does not name them', 'speed', ['plea'], [180, 0, 3]],
    ['points twice', 'speed', ['repeat'], [300, 0, 6]],
    // 299.7 → 300 and 450; 3.75 → 4 and 1.5 → 2, not 5.25 → 5
    ['each charge is rounded by itself', 'battery,petit', ['plea'], [750, 6, 0]],
    // 909 → 910; 2.25 → 2
    ['a quarter goes down', 'odd', ['plea'], [910, 2, 0]],
    ['a modifier that nobody knows', 'park_nonsense', ['nonsense'], [65, 0, 0]],
    ['a modifier of suspects on a charge', 'battery_plea', [], [333, 5, 0]],
    ['a modifier of charges on a suspect', 'battery', ['attempt'], [333, 5, 0]],
    ['two charges', 'murder,battery', [], [15_333, 205, 0]],
    ['three counts up to a cap exactly', 'speed*3_p4', [], [600, 0, 12]],
    ['points above the cap', 'speed*5', [], [1_000, 0, 12]],
    ['jail above the cap, the fine at it exactly', 'murder,robbery', [], [20_000, 240, 0]],
    // 22,500 and 400
    ['a cap after a modifier', 'murder', ['repeat'], [20_000, 240, 0]],
    // 15,000 × 1.5 × 0.9 = 20,250; 200 × 2 × 0.75 = 300
    ['a cap after two modifiers', 'murder', ['repeat', 'plea'], [20_000, 240, 0]],
    ['a modifier brings a total below the cap', 'murder,robbery', ['plea'], [18_000, 186, 0]],
    ['a charge that another one includes', 'grand,petit', [], [1_000, 6, 0]],
    ['likewise the other way around', 'petit*2,grand', [], [1_000, 6, 0]],
    ['an attempt includes it too', 'grand_attempt,petit', [], [500, 3, 0]],
    ['a statute is named in any case', 'aggravated,battery*2', [], [2_000, 30, 0]],
    ['two charges that do not stand together: the first counts', 'reckless,careless', [], [125, 3, 4]],
    ['whichever of them says so', 'careless,reckless', [], [165, 0, 3]],
    ['what stands between is left alone', 'careless,speed,reckless', [], [365, 0, 6]],
    ['what is left out includes nothing', 'robbery,grand,petit', [], [5_000, 48, 0]],
    ['what is left out excludes nothing', 'grand,robbery,petit', [], [1_000, 6, 0]],
    ['of two that include each other the first counts', 'second,first', [], [200, 0, 0]],
    ['a statute twice counts once', 'park,park', [], [65, 0, 0]],
    ['a statute that is not in the list', 'gone,park', [], [65, 0, 0]],
  ])('%s', (_, charges, modifiers, sum) => {
    expect(totals(charges, modifiers)).toEqual(sum)
  })

  it('begins a range where the owner says, rounded and within it', () => {
    const from = (start: 'middle' | 'highest', round = {}) => Calculator.parse({ start, round: { fine: 5, ...round } })
    expect(totals('grand', [], from('middle'))).toEqual([3_000, 33, 0])
    // 3,000.5 → 3,000; 45.5 → 46
    expect(totals('aggravated', [], from('middle'))).toEqual([3_000, 46, 0])
    // 4.5 → 5
    expect(totals('speed', [], from('middle'))).toEqual([200, 0, 5])
    // 1,017 → 1,000, which is below the range
    expect(totals('odd', [], from('middle', { fine: 100 }))).toEqual([1_010, 3, 0])
    expect(totals('aggravated', [], from('highest'))).toEqual([4_001, 61, 0])
    expect(totals('aggravated_f2500', [], from('highest'))).toEqual([2_500, 61, 0])
  })

  it('without an owner’s table adds up, without caps', () => {
    expect(totals('murder,robbery,speed*9', ['plea'], Calculator.parse({}))).toEqual([21_800, 248, 27])
  })

  it('says what is left out, why, and what the totals would be without a cap', () => {
    const { charges, sums, capped, unknown } = calculated('murder,robbery,petit,grand,gone')
    expect(charges.map(({ code, leftOut }) => [code.statute, leftOut])).toEqual([
      ['murder', null],
      ['robbery', null],
      ['petit', { why: 'included', by: 'robbery' }],
      ['grand', { why: 'excluded', by: 'robbery' }],
    ])
    expect(sums).toEqual({ fine: 20_000, jail: 248, points: 0 })
    expect(capped).toEqual(['jail'])
    expect(unknown).toEqual(['gone'])
  })
})

describe('adding a charge', () => {
  const charges = readCharges('petit*2,murder')

  it('puts a new one last, and a further count on one that is there', () => {
    expect(withCharge(charges, CODES.get('battery'))).toEqual(readCharges('petit*2,murder,battery'))
    expect(withCharge(charges, CODES.get('petit'))).toEqual(readCharges('petit*3,murder'))
  })

  it('adds no count that is not allowed', () => {
    expect(withCharge(charges, CODES.get('murder'))).toEqual(charges)
    expect(withCharge(charges, undefined)).toEqual(charges)
  })
})

describe('what is copied', () => {
  const texts = {
    fine: (amount: number) => `$${amount}`,
    jail: (time: number) => `${time} mo`,
    points: (of: number) => `${of} pts`,
  }
  const suspect = { name: 'Ray Castillo', modifiers: ['plea'], charges: readCharges('battery*2_attempt,petit,grand') }
  const calculation = calculate(suspect, CODES, LAW)

  it('is one line in the owner’s template', () => {
    const law = Calculator.parse({
      ...LAW,
      copy: { line: '{name} ({with}): {charges}. {fine}, {jail}, {points}', charge: '{statute} x{counts} {with}' },
    })
    expect(copiedLine(suspect, calculation, law, texts)).toBe(
      // 333 × 2 × 0.5 × 0.9 = 299.7 → 300, 1000 × 0.9; 5 × 2 × 0.5 × 0.75 = 3.75 → 4, 6 × 0.75 = 4.5 → 5
      'Ray Castillo (Plea): battery x2 Attempt, grand x1. $1200, 9 mo, 0 pts',
    )
  })

  it('is a list, with a line for each charge that counts', () => {
    const law = Calculator.parse({
      ...LAW,
      copy: { first: 'SUSPECT {name}', item: '- {title} [{class}] {fine}', last: 'TOTAL {jail}' },
    })
    expect(copiedList(suspect, calculation, law, texts)).toBe(
      'SUSPECT Ray Castillo\n- Battery [Misdemeanor] $300\n- About grand [] $900\nTOTAL 9 mo',
    )
  })
})
