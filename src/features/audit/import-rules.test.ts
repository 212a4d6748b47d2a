import { describe, expect, it } from 'vitest'
import { type ImportedRecord, planUndo } from './import-rules.ts'

const record = (name: string, more: Partial<ImportedRecord> = {}): ImportedRecord => ({
  ...{ record: name, name, isAdded: false, isThere: true, isAsLeft: true, about: null, holder: null, needs: [] },
  ...more,
})

const READER = '310000000000000201'

describe('Undo of an import', () => {
  const CASES: [string, Partial<ImportedRecord>, 'removes' | 'restores' | 'stays' | 'nothing'][] = [
    ['removes what it added', { isAdded: true }, 'removes'],
    ['gives back what it changed', {}, 'restores'],
    ['gives back what it removed', { isThere: false }, 'restores'],
    ['leaves what it added and somebody changed since', { isAdded: true, isAsLeft: false }, 'stays'],
    ['leaves what it changed and somebody changed since', { isAsLeft: false }, 'stays'],
    ['leaves what it changed and somebody removed since', { isThere: false, isAsLeft: false }, 'stays'],
    [
      'does nothing to what it added and somebody removed',
      { isAdded: true, isThere: false, isAsLeft: false },
      'nothing',
    ],
    ['leaves what is about the person who undoes it', { about: READER }, 'stays'],
    ['gives back what is about others', { about: '310000000000000202' }, 'restores'],
  ]
  it.each(CASES)('undo: %s', (_title, more, expected) => {
    const plan = planUndo([record('one', more)], READER)
    const found = (['removes', 'restores', 'stays'] as const).filter((part) => plan[part].length > 0)
    expect(found).toEqual(expected === 'nothing' ? [] : [expected])
  })

  it('a person who undoes their own import restores records about themselves too', () => {
    expect(planUndo([record('one', { about: READER })], null).restores).toHaveLength(1)
  })

  it('a record whose callsign is in use stays, and so does a record that needs its callsign', () => {
    const plan = planUndo(
      [record('a', { holder: 'new' }), record('b', { holder: 'a' }), record('c', { holder: 'b' }), record('d')],
      null,
    )
    expect(plan.stays.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    expect(plan.restores.map(({ name }) => name)).toEqual(['d'])
  })

  it('swapped callsigns are restored, and those of added records are free again', () => {
    const swapped = [record('a', { holder: 'b' }), record('b', { holder: 'a' })]
    const added = [record('c', { holder: 'new' }), record('new', { isAdded: true })]
    const plan = planUndo([...swapped, ...added], null)
    expect([plan.restores.length, plan.removes.length, plan.stays.length]).toEqual([3, 1, 0])
  })
})
