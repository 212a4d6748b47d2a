import { expect, it } from 'vitest'
import { byLanguage } from './language.ts'

const ENGLISH = { language: 'en', otherLanguages: ['de', 'es'] } as const
const named = (language: string) => ({ language })

it.each([
  ['no cookies', undefined, 'en'],
  ['other cookies', 'theme=dark; __Host-session=abc', 'en'],
  ['a choice alone', 'language=de', 'de'],
  ['a choice among others', '__Host-session=abc; language=es; theme=dark', 'es'],
  ['a language that the community does not offer', 'language=fr', 'en'],
  ['the language of the community', 'language=en', 'en'],
  ['a cookie whose name ends alike', 'my-language=de', 'en'],
])('the language of a request with %s', (_, cookies, expected) => {
  expect(byLanguage({ ...ENGLISH, otherLanguages: [...ENGLISH.otherLanguages] }, named)(cookies).language).toBe(
    expected,
  )
})

it('the cookie is ignored in a community with one language', () => {
  expect(byLanguage({ language: 'de', otherLanguages: [] }, named)('language=es').language).toBe('de')
})

it('the result is created once for each language', () => {
  const made: string[] = []
  const find = byLanguage({ language: 'en', otherLanguages: ['de'] }, (language) => {
    made.push(language)
    return named(language)
  })
  expect(find('language=de')).toBe(find('language=de'))
  expect(made).toEqual(['en', 'de'])
})
