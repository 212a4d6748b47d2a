import { describe, expect, it } from 'vitest'
import { createPhrases, phraseProblem } from './phrases.ts'

const LISTS = { want: ['want', 'feel like'], need: ['<want>', 'need'] }
const wordsOf = (text: string) => text.split(' ').map((word) => ({ readings: [word], written: word, sentence: 0 }))

/** The words that a phrase matches, or null. */
function find(phrase: string, text: string): string | null {
  const [match] = createPhrases([[phrase, true]], LISTS, new Set(['to', 'really']))(wordsOf(text))
  return match === undefined
    ? null
    : text
        .split(' ')
        .slice(match.start, match.end + 1)
        .join(' ')
}

describe('Phrases', () => {
  it.each([
    ['kill time', 'we kill time here', 'kill time'],
    ['kill/end it', 'do end it', 'end it'],
    ['(end/give up) it', 'i give up it', 'give up it'],
    ['swat* me', 'he is swatting me', 'swatting me'],
    ['<want> die', 'i feel like die', 'feel like die'],
    ['<need> die', 'i feel like die', 'feel like die'],
    ['i so? want', 'i want', 'i want'],
    ['i (so very)? want', 'i so very want', 'i so very want'],
    ['want ... die', 'i want him to die', 'want him to die'],
    ['/ kill', '/ kill', '/ kill'],
    ['want die', 'want to really die', 'want to really die'],
  ])('the phrase “%s” is found in “%s”', (phrase, text, found) => {
    expect(find(phrase, text)).toBe(found)
  })

  it.each([
    ['kill time', 'kill some time'],
    ['(end/give up) it', 'up it'],
    ['swat* me', 'a swat of me'],
    ['want ... die', 'want a b c d die'],
    ['i (so very)? want', 'i so want'],
  ])('the phrase “%s” is not found in “%s”', (phrase, text) => {
    expect(find(phrase, text)).toBeNull()
  })

  it.each([
    ['(kill me', /brackets/],
    ['kill ((me))', /brackets/],
    ['<hurt> me', /<hurt>/],
    ['kill so-called', /words/],
    ['so? ...', /must stand there/],
    ['kill me + me?', /must stand there/],
  ])('the phrase “%s” is refused', (phrase, problem) => {
    expect(phraseProblem(phrase, ['want'])).toMatch(problem)
  })

  it('a phrase with everything that it can contain is accepted', () => {
    expect(phraseProblem('<want> ... (to the/in) so? kill*/end / me + irl', ['want'])).toBeNull()
  })
})
