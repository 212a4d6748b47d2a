import { afterAll, describe, expect, it } from 'vitest'
import { copyCommunity } from '#test/community-copy.ts'
import { navigationOf, readNavigation } from './navigation.ts'

const copy = copyCommunity()
afterAll(copy.discard)

const REST = 'footer: []\ndepartmentFooter: []\nsocial: []\n'
const hasPage = (path: string) => ['/', '/rules', '/ten-codes'].includes(path)

function read(bar: string) {
  copy.write('navigation.yaml', `off: []\nbar:\n${bar}\n${REST}`)
  return readNavigation(copy.dir, hasPage)
}

describe('navigation.yaml', () => {
  it('navigation.yaml can contain links of site.yaml, pages and other sites', () => {
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

  it('missing targets are omitted', () => {
    const file = read('  - { label: A, to: store }\n  - { label: B, to: /ten-codes }\n  - { label: C, to: / }')
    const { bar } = navigationOf(file, { discord: 'https://d.test' }, (path) => path !== '/ten-codes')
    expect(bar).toEqual([{ label: 'C', href: '/' }])
  })

  it('every icon can be used by its name', () => {
    const file = read('  - { label: A, to: /, icon: ship }')
    const [link] = navigationOf(file, { discord: 'https://d.test' }, hasPage).bar
    expect(link?.icon?.[0]?.[0]).toBe('path')
  })
})
