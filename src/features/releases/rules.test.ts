import { describe, expect, it } from 'vitest'
import { ENGLISH } from '#lib/messages.ts'
import { translateSentence } from '#lib/sentence.ts'
import { describeReleaseCheck, isNewer, newerThan, releaseSourceOf, versionOf } from './rules.ts'

describe('The address of the repository', () => {
  it.each([
    'github:someone/a.site',
    'someone/a.site',
    'https://github.com/someone/a.site',
    'https://github.com/someone/a.site/',
    'git+https://github.com/someone/a.site.git',
    'git+ssh://git@github.com/someone/a.site.git',
    'git@github.com:someone/a.site.git',
  ])('the repository is on GitHub: %s', (repository) => {
    expect(releaseSourceOf(repository)).toEqual({
      repository: 'someone/a.site',
      api: 'https://api.github.com/repos/someone/a.site/releases/latest',
      page: 'https://github.com/someone/a.site/releases/tag',
    })
  })

  it.each(['', 'https://gitlab.test/someone/site', 'gitlab:someone/site', 'https://github.com/someone', '../site/x/y'])(
    'the repository is not on GitHub: %s',
    (repository) => {
      expect(releaseSourceOf(repository)).toBeNull()
    },
  )
})

describe('Versions', () => {
  it.each([
    ['0.1.1', '0.1.0', true],
    ['0.10.0', '0.9.9', true],
    ['1.0.0', '0.99.0', true],
    ['1.0.0', '1.0.0-rc.1', true],
    ['0.1.0', '0.1.0', false],
    ['0.1.0', '0.2.0', false],
    ['0.9.9', '1.0.0-rc.1', false],
  ])('version %s is newer than %s: %s', (one, other, expected) => {
    expect(isNewer(one, other)).toBe(expected)
  })

  it.each([
    ['v1.2.0', '1.2.0'],
    ['1.2.0', '1.2.0'],
    ['v2.0.0-rc.1', null],
    ['nightly', null],
    ['<script>', null],
  ])('the tag %s has the version %s', (tag, version) => {
    expect(versionOf(tag)).toBe(version)
  })

  it('only a newer version is reported', () => {
    const release = { version: '0.2.0', page: 'https://github.com/someone/site/releases/tag/v0.2.0' }
    expect(newerThan('0.1.0', release)).toBe(release)
    expect(newerThan('0.2.0', release)).toBeNull()
    expect(newerThan('0.1.0', null)).toBeNull()
  })
})

it('the log and the doctor say where newer versions are looked up, or why not', () => {
  const source = releaseSourceOf('someone/site')
  const on = { updateCheck: true, isDemo: false }
  const description = (...given: Parameters<typeof describeReleaseCheck>) =>
    translateSentence(describeReleaseCheck(...given), ENGLISH)
  expect(description(source, on)).toBe('the site looks for newer versions once a day at github.com/someone/site')
  expect(description(null, on)).toBe(
    'the site does not look for newer versions: package.json names no repository on GitHub',
  )
  expect(description(source, { ...on, updateCheck: false })).toBe(
    'the site does not look for newer versions: UPDATE_CHECK is off',
  )
  expect(description(source, { ...on, isDemo: true })).toBe('the site does not look for newer versions in the demo')
})
