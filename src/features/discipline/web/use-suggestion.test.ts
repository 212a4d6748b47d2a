import { describe, expect, it } from 'vitest'
import type { OffenceSuggestion } from '../contract.ts'
import { typeOfTemplate, type WrittenTerms, withType } from './use-suggestion.ts'

const SUSPENSION: OffenceSuggestion = {
  ...{ rungs: [], type: 'Suspension', days: 14, points: 5, told: null, needs_evidence: false },
}
const WRITTEN: WrittenTerms = {
  ...{ user: '310000000000000101', offences: 'P-1', type: 'Suspension', days: '14', points: '5' },
  ...{ external_reason: '', deviation_why: '' },
}

describe('A type that is selected by hand', () => {
  it.each<[string, string, Partial<WrittenTerms>, object]>([
    ['takes away the days that were suggested for another type', 'Removal', {}, { type: 'Removal', days: '' }],
    ['keeps days that were written by hand', 'Removal', { days: '3' }, { type: 'Removal' }],
    [
      'brings the suggested days back with the suggested type',
      'Suspension',
      { type: 'Removal', days: '' },
      { type: 'Suspension', days: '14' },
    ],
    ['changes nothing else without an offence', 'Removal', { offences: '' }, { type: 'Removal' }],
  ])('a selected type: %s', (_, type, more, changed) => {
    expect(withType(type, { ...WRITTEN, ...more }, SUSPENSION)).toEqual(changed)
  })
})

it('a template sets the type only without an offence', () => {
  const template = { type: 'Verbal Warning' }
  expect(typeOfTemplate(WRITTEN, template)).toBe('Suspension')
  expect(typeOfTemplate({ ...WRITTEN, offences: '' }, template)).toBe('Verbal Warning')
})
