import { describe, expect, it } from 'vitest'
import { amountsOf, chargeFrom, chargesAsCsv, splitTitle } from './charge-rules.ts'

describe('The title of a charge without a statute number', () => {
  it.each([
    ['784.011(1) Assault', '784.011(1)', 'Assault'],
    ['P.C. 1001 | Simple Assault', 'P.C. 1001', 'Simple Assault'],
    ['PC 187 - Murder', 'PC 187', 'Murder'],
    ['(1)02. Battery', '(1)02', 'Battery'],
    ['§ 12 - Mord', '§ 12', 'Mord'],
    ['1.01 Speeding', '1.01', 'Speeding'],
    ['12 - Speeding', '12', 'Speeding'],
    // In this title, the number is part of the charge.
    ['10 miles over the limit', '10 miles over the limit', '10 miles over the limit'],
    ['Battery', 'Battery', 'Battery'],
    [
      'A charge with a title of far more than forty letters',
      'A charge with a title of far more than f',
      'A charge with a title of far more than forty letters',
    ],
  ])('the title is split: %s', (title, statute, rest) => {
    expect(splitTitle(title)).toEqual({ statute, title: rest })
  })
})

describe('Charges', () => {
  const charge = {
    statute: '1',
    title: 'Assault',
    class: 'MISDEMEANOR',
    fine: [500, 100],
    jail: [5, 5],
    notes: 'a,\n"b"',
  }

  it('a charge becomes a row with the fields of a penal code', () => {
    expect(
      chargesAsCsv([chargeFrom(charge), chargeFrom({ ...charge, class: 'Third Degree', fine: [], jail: [0] })]),
    ).toBe(
      [
        'statute,title,class,fine,fine_max,jail,jail_max,notes',
        '1,Assault,Misdemeanor,100,500,5,,"a,\n""b"""',
        '1,Assault,Third Degree,,,0,,"a,\n""b"""',
      ].join('\n'),
    )
  })

  it.each([
    [
      [100, 500],
      [100, 500],
    ],
    [250, [250]],
    ['250', [250]],
    [99.6, [100]],
    [[null, 'x', -5, Number.NaN, Number.POSITIVE_INFINITY, 1e300], []],
    [undefined, []],
    [{}, []],
  ])('the amounts of %j are %j', (value, amounts) => {
    expect(amountsOf(value)).toEqual(amounts)
  })
})
