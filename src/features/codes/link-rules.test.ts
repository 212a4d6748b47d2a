import { expect, it } from 'vitest'
import { BARE_PENAL_CODE } from '#test/penal-code.ts'
import { addressWithCharge, readCharges, readSuspects, writeCharges, writeSuspects } from './link-rules.ts'

it('a charge in an address contains its statute, counts, amounts and modifiers', () => {
  expect(readCharges('812-014-2-c-6*2_f750_j0_attempt_accessory')).toEqual([
    { key: '812-014-2-c-6', counts: 2, chosen: { fine: 750, jail: 0 }, modifiers: ['attempt', 'accessory'] },
  ])
})

it.each(['316-193-1', '784-03*3', '812-014*2_f750_p3', 'a_attempt,b*99,c_j1', 'körperverletzung-223'])(
  'the charge %s is written as it is read',
  (text) => {
    expect(writeCharges(readCharges(text))).toBe(text)
  },
)

it.each([
  ['', ''],
  [',,', ''],
  ['a*1', 'a'],
  ['a*', 'a'],
  ['a*-3', 'a'],
  ['a*1000', 'a*99'],
  ['a*x', 'a'],
  ['a_f', 'a'],
  ['a_f-5', 'a'],
  ['a_f99999999999', 'a'],
  ['a_f1_f2', 'a_f2'],
  ['_attempt', ''],
  ['a,a*3', 'a'],
  [`${'x'.repeat(300)},b`, 'b'],
])('the charge %s is read as %s', (text, read) => {
  expect(writeCharges(readCharges(text))).toBe(read)
})

it('at most sixty charges are read', () => {
  const text = Array.from({ length: 70 }, (_, at) => `c${at}`).join(',')
  expect(readCharges(text)).toHaveLength(60)
})

it.each([
  [{ charges: '', name: '', with: '' }],
  [{ charges: '316-193-1', name: '', with: 'plea' }],
  [{ charges: 'a,b*2;c', name: ';Ana Ruiz', with: 'plea,first-offender;' }],
  [{ charges: 'a;', name: '', with: '' }],
])('suspects are written as they are read: %j', (texts) => {
  expect(writeSuspects(readSuspects(texts))).toEqual(texts)
})

it('there are one to six suspects', () => {
  expect(readSuspects({ charges: '', name: '', with: '' })).toEqual([{ name: '', modifiers: [], charges: [] }])
  expect(readSuspects({ charges: 'a;b;c;d;e;f;g', name: '', with: '' })).toHaveLength(6)
})

it('the name of a suspect cannot create another suspect', () => {
  const [first] = readSuspects({ charges: '', name: 'x'.repeat(100), with: '' })
  expect(first?.name).toHaveLength(60)
  expect(writeSuspects([{ name: 'Ray; Ana', modifiers: [], charges: [] }]).name).toBe('Ray, Ana')
})

it('a charge from another page is added to the last suspect of the calculator', () => {
  const code = { ...BARE_PENAL_CODE, statute: '784.03', title: 'Battery' }
  const at = (pathname: string, search: string) => addressWithCharge({ pathname, search }, code)
  const calculator = '/penal-codes/calculator'
  expect(at('/staff-roster', '?charges=812-014')).toBe(`${calculator}?charges=784-03`)
  expect(at(calculator, '')).toBe(`${calculator}?charges=784-03`)
  expect(at(calculator, '?charges=812-014;316-193&name=Ann&person=1')).toBe(
    `${calculator}?charges=812-014%3B316-193,784-03&name=Ann%3B&person=1`,
  )
  expect(at(calculator, '?charges=784-03')).toBe(`${calculator}?charges=784-03*2`)
})
