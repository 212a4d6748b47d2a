import { describe, expect, it } from 'vitest'
import { ENGLISH } from '#lib/messages.ts'
import { translateSentence } from '#lib/sentence.ts'
import { describeReleaseCheck, isNewer, newerThan, releaseSourceOf, versionOf } from './rules.ts'

describe('The releases are those of the repository on GitHub', () => {
  it.each([
    'github:someone/a.site',
    'someone/a.site',
    'https://github.com/someone/a.site',
    'https://github.com/someone/a.site/',
    'git+https://github.com/someone/a.site.git',
    'git+ssh://git@github.com/someone/a.site.git',
    'git@github.com:someone/a.site.git',
  ])('%s', (repository) => {
    expect(releaseSourceOf(repository)).toEqual({
      repository: 'someone/a.site',
      api: 'https://api.github.com/repos/someone/a.site/releases/latest',
      page: 'https://github.com/someone/a.site/releases/tag',
    })
  })

  it.each(['', 'https://gitlab.test/someone/site', 'gitlab:someone/site', 'https://github.com/someone', '../site/x/y'])(
    'and nobody else’s: %s',
    (repository) => {
      expect(releaseSourceOf(repository)).toBeNull()
    },
  )
})

describe('A version', () => {
  it.each([
    ['0.1.1', '0.1.0', true],
    ['0.10.0', '0.9.9', true],
    ['1.0.0', '0.99.0', true],
    ['1.0.0', '1.0.0-rc.1', true],
    ['0.1.0', '0.1.0', false],
    ['0.1.0', '0.2.0', false],
    ['0.9.9', '1.0.0-rc.1', false],
  ])('%s is newer than %s: %s', (one, other, expected) => {
    expect(isNewer(one, other)).toBe(expected)
  })

  it.each([
    ['v1.2.0', '1.2.0'],
    ['1.2.0', '1.2.0'],
    ['v2.0.0-rc.1', null],
    ['nightly', null],
    ['<script>', null],
  ])('is read from the tag %s: %s', (tag, version) => {
    expect(versionOf(tag)).toBe(version)
  })

  it('that is newer is told, and no other', () => {
    const release = { version: '0.2.0', page: 'https://github.com/someone/site/releases/tag/v0.2.0' }
    expect(newerThan('0.1.0', release)).toBe(release)
    expect(newerThan('0.2.0', release)).toBeNull()
    expect(newerThan('0.1.0', null)).toBeNull()
  })
})

it('The log and the doctor say where newer versions are looked for, or why they are not', () => {
  const source = releaseSourceOf('someone/site')
  const on = { updateCheck: true, isDemo: false }
  const told = (...given: Parameters<typeof describeReleaseCheck>) =>
    translateSentence(describeReleaseCheck(...given), ENGLISH)
  expect(told(source, on)).toBe('the site looks for newer versions once a day at github.com/someone/site')
  expect(told(null, on)).toBe('the site does not look for newer versions: package.json names no repository on GitHub')
  expect(told(source, { ...on, updateCheck: false })).toBe(
    'the site does not look for newer versions: UPDATE_CHECK is off',
  )
  expect(told(source, { ...on, isDemo: true })).toBe('the site does not look for newer versions in the demo')
})
