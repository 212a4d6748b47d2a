import { describe, expect, it } from 'vitest'
import { booksOf } from './books.ts'

describe('The list of the law book for a question', () => {
  it.each([
    ['fine for speeding', ['/penal-codes']],
    ['penal code for kidnapping', ['/penal-codes']],
    ['316.193', ['/penal-codes']],
    ['what does 10-50 mean', ['/ten-codes']],
    ['radio code for a traffic stop', ['/ten-codes']],
    ['code for murder, and how much jail', ['/penal-codes', '/ten-codes']],
    ['how old do i have to be', []],
  ])('the list for "%s" is determined by its words', (question, prefixes) => {
    expect(booksOf(question).map(({ prefix }) => prefix)).toEqual(prefixes)
  })
})
