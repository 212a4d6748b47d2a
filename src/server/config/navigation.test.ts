import { afterAll, describe, expect, it } from 'vitest'
import { copyCommunity } from '#test/community-copy.ts'
import { BadConfiguration } from './environment.ts'
import { navigationOf, readNavigation } from './navigation.ts'

const copy = copyCommunity()
afterAll(copy.discard)

const REST = 'footer: []\ndepartmentFooter: []\nsocial: []\n'
const hasPage = (path: string) => ['/', '/rules', '/ten-codes'].includes(path)

function read(bar: string, off = '[]') {
  copy.write('navigation.yaml', `off: ${off}\nbar:\n${bar}\n${REST}`)
  return readNavigation(copy.dir, hasPage)
}

function problemsOf(bar: string, off?: string): string[] {
  try {
    read(bar, off)
    return []
  } catch (error) {
    if (error instanceof BadConfiguration) return error.problems
    throw error
  }
}

describe('navigation.yaml', () => {
  it('leads to links of site.yaml, to pages and to other sites', () => {
    const file = read(
      '  - { label: A, to: store }\n  - { label: B, to: /rules/ }\n  - { label: C, to: "https://c.test" }',
    )
    const { bar } = navigationOf(file, { discord: 'https://d.test', store: 'https://s.test' }, hasPage)
    expect(bar).toEqual([
      { label: 'A', href: 'https://s.test' },
      { label: 'B', href: '/rules/' },
      { label: 'C', href: 'https://c.test' },
    ])
  })

  it('leaves out what is not there', () => {
    const file = read('  - { label: A, to: store }\n  - { label: B, to: /ten-codes }\n  - { label: C, to: / }')
    const { bar } = navigationOf(file, { discord: 'https://d.test' }, (path) => path !== '/ten-codes')
    expect(bar).toEqual([{ label: 'C', href: '/' }])
  })

  it('draws any icon by its name', () => {
    const file = read('  - { label: A, to: /, icon: ship }')
    const [link] = navigationOf(file, { discord: 'https://d.test' }, hasPage).bar
    expect(link?.icon?.[0]?.[0]).toBe('path')
  })

  it.each([
    ['an unknown part', '  - { label: A, to: / }', '[tencodes]', 'navigation.yaml:1: off.0: '],
    ['an unknown link', '  - { label: A, to: stor }', '[]', 'Did you mean store?'],
    [
      'a page that is not there',
      '  - { label: A, to: /boats }',
      '[]',
      'navigation.yaml:3: bar.0.to: a page of this site',
    ],
    ['a script', '  - { label: A, to: "javascript:alert(1)" }', '[]', 'navigation.yaml:3: bar.0.to: a path (/…)'],
    ['an unknown icon', '  - { label: A, to: /, icon: shipp }', '[]', 'Did you mean ship?'],
    ['no label', '  - { to: / }', '[]', 'navigation.yaml:3: bar.0.label: this is missing'],
    [
      'labels that do not fit',
      Array.from({ length: 4 }, () => '  - { label: Fifteen letters, to: / }').join('\n'),
      '[]',
      'it needs about 572 pixels of 490',
    ],
  ])('with %s is refused', (_, bar, off, said) => {
    expect(problemsOf(bar, off).join('\n')).toContain(said)
  })
})
