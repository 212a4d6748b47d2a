import { describe, expect, it } from 'vitest'
import { evaluate } from './evaluate.ts'

describe('Finding the rules without a model', () => {
  it('puts a right rule among the first three for at least nine of ten questions', () => {
    const { answerable, recall, unanswerable, admitted } = evaluate('questions')
    expect(answerable).toBeGreaterThan(150)
    expect(recall[3]).toBeGreaterThanOrEqual(0.9)
    expect(admitted).toBeGreaterThanOrEqual(unanswerable / 2)
  })

  it('does not lose ground on questions that the rules were not worded for', () => {
    expect(evaluate('held-out').recall[3]).toBeGreaterThanOrEqual(0.55)
  })
})
