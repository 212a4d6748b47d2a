import { describe, expect, it } from 'vitest'
import { diffOf } from './rules.ts'

describe('Comparing both states of an entry', () => {
  it('states are compared by field, in the order of the record, and unchanged fields are counted', () => {
    const before = { id: 'x', name: 'Nolan', notes: null, tags: ['a', 'b'], place: { room: 1, isOpen: true } }
    const after = { id: 'x', name: 'Nolan R.', notes: 'New', tags: ['a'], place: { room: 1, isOpen: false } }
    expect(diffOf(before, after)).toEqual({
      fields: [
        { label: 'name', left: 'Nolan', right: 'Nolan R.' },
        { label: 'tags', left: 'a, b', right: 'a' },
        { label: 'place › isOpen', left: 'yes', right: 'no' },
        { label: 'notes', left: '', right: 'New' },
      ],
      same: 2,
    })
  })

  it.each([
    ['an addition', null, { name: 'a' }, [{ label: 'name', left: '', right: 'a' }]],
    ['a removal', { name: 'a' }, null, [{ label: 'name', left: 'a', right: '' }]],
    ['a bare value', 1, 2, [{ label: 'Value', left: '1', right: '2' }]],
    [
      'a list of records',
      [{ device: 'a' }, { device: 'b' }],
      null,
      [
        { label: '1 › device', left: 'a', right: '' },
        { label: '2 › device', left: 'b', right: '' },
      ],
    ],
    ['nothing', null, null, []],
    ['empty ones', {}, [], []],
  ])('the compared fields of %s', (_, before, after, fields) => {
    expect(diffOf(before, after)).toEqual({ fields, same: 0 })
  })
})
