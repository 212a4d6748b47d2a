import { expect, it } from 'vitest'
import { createNumberLists } from './number-lists.ts'

it('number lists keep their values under each name, in order and with repetitions', () => {
  const lists = createNumberLists()
  const put = { ban: [3, 1, 1], kick: [0], warn: [7, 4_000_000_000] }
  for (const at of [0, 1, 2]) {
    for (const [name, numbers] of Object.entries(put)) {
      const number = numbers[at]
      if (number !== undefined) lists.add(name, number)
    }
  }
  lists.pack()
  for (const [name, numbers] of Object.entries(put)) expect([...lists.of(name)]).toEqual(numbers)
  expect([...lists.of('fine')]).toEqual([])
})

it('many number lists are separate', () => {
  const lists = createNumberLists()
  for (let number = 0; number < 50_000; number++) lists.add(`of ${number % 3}`, number)
  lists.pack()
  for (const rest of [0, 1, 2]) {
    const numbers = [...lists.of(`of ${rest}`)]
    expect(numbers).toHaveLength(rest === 2 ? 16_666 : 16_667)
    expect(numbers.every((number, at) => number === at * 3 + rest)).toBe(true)
  }
})

it('number lists can be empty', () => {
  const lists = createNumberLists()
  lists.pack()
  expect([...lists.of('ban')]).toEqual([])
})
