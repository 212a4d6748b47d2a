import { describe, expect, it } from 'vitest'
import { UnreadableSource } from './entry-rules.ts'
import { readSnailyCad } from './snailycad-rules.ts'

const PENAL_CODES = [
  {
    id: 'clx1',
    title: 'P.C. 1001 | Assault',
    description: 'Hitting somebody.',
    descriptionData: null,
    type: 'MISDEMEANOR',
    group: { id: 'g1', name: 'Persons', position: 1 },
    groupId: 'g1',
    isPrimary: true,
    warningApplicable: null,
    warningNotApplicable: { id: 'w1', fines: [100, 500], prisonTerm: [5, 10], bail: [1000, 2000] },
  },
  {
    title: 'Parking on a sidewalk',
    description: null,
    descriptionData: [
      { type: 'paragraph', children: [{ text: 'Wheels ' }, { text: 'on it.' }] },
      { children: [{ text: 'Two.' }] },
    ],
    type: 'INFRACTION',
    isPrimary: false,
    warningApplicable: { fines: [50] },
    warningNotApplicable: null,
  },
]

const code = (value: unknown, fields: object = {}) => ({
  value: { id: 'v', value },
  shouldDo: 'SET_STATUS',
  type: 'STATUS_CODE',
  color: null,
  ...fields,
})
const rowsOf = (...codes: unknown[]) => readSnailyCad(codes).csv.split('\n').slice(1)

describe('Values exported from SnailyCAD', () => {
  it('penal codes are read with their ranges and texts', () => {
    expect(readSnailyCad(PENAL_CODES)).toEqual({
      source: 'snailycad',
      version: null,
      list: 'penal-codes',
      csv: [
        'statute,title,class,fine,fine_max,jail,jail_max,notes',
        'P.C. 1001,Assault,Misdemeanor,100,500,5,10,"Hitting somebody.\nBail: 1000–2000"',
        'Parking on a sidewalk,Parking on a sidewalk,Infraction,50,,,,"Wheels on it.\nTwo."',
      ].join('\n'),
      rows: 2,
      unreadable: [],
      unknownFields: [],
    })
  })

  it.each([
    ['the meaning behind the code', code('10-4 - Understood'), '10-4,Understood,Status,default'],
    ['a meaning in brackets', code('10-8 (In service)'), '10-8,In service,Status,default'],
    [
      'a code alone, of a status with a purpose',
      code('10-8', { shouldDo: 'SET_ON_DUTY' }),
      '10-8,On duty,Status,default',
    ],
    ['a code alone', code('10-4'), '10-4,,Status,default'],
    ['a code with a letter', code('Code 4'), 'Code 4,,Status,default'],
    [
      'a value that is a text',
      { value: '10-99', shouldDo: 'PANIC_BUTTON', type: 'SITUATION_CODE' },
      '10-99,Panic button,Situation,default',
    ],
    ['a red', code('10-1', { color: '#ff2211' }), '10-1,,Status,red'],
    ['an orange', code('10-1', { color: '#ff9900' }), '10-1,,Status,orange'],
    ['a yellow', code('10-1', { color: '#f5e042' }), '10-1,,Status,yellow'],
    ['a green', code('10-1', { color: '#22c55e' }), '10-1,,Status,green'],
    ['a blue', code('10-1', { color: '3b82f6' }), '10-1,,Status,blue'],
    ['a grey', code('10-1', { color: '#808080' }), '10-1,,Status,default'],
    ['a colour by name', code('10-1', { color: 'tomato' }), '10-1,,Status,default'],
  ])('10-codes are read with %s', (_, value, row) => {
    expect(rowsOf(value)).toEqual([row])
  })

  it('unreadable values are returned with an error', () => {
    const [charge] = PENAL_CODES
    const { rows, unreadable, unknownFields } = readSnailyCad([
      charge,
      { ...charge, title: '' },
      5,
      { ...charge, mood: 1 },
    ])
    expect([rows, unknownFields]).toEqual([2, ['mood']])
    expect(unreadable).toEqual([
      { id: 'clx1', message: 'It has no title.' },
      { id: '#3', message: 'It is not a record.' },
    ])
    expect(readSnailyCad([code('10-4'), code(null)]).unreadable).toEqual([{ id: '#2', message: 'It has no code.' }])
  })

  it('nested text is read up to a depth limit', () => {
    let node: unknown = { text: 'deep' }
    for (let depth = 0; depth < 5000; depth += 1) node = { children: [node] }
    expect(readSnailyCad([{ ...PENAL_CODES[1], descriptionData: node }]).rows).toBe(1)
  })

  it.each([[[]], [{}], [[{ value: 'Sedan', hash: 'x' }]], [null]])(
    'values without a matching list are refused: %j',
    (json) => {
      expect(() => readSnailyCad(json)).toThrow(UnreadableSource)
    },
  )
})
