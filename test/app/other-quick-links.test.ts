import { afterAll, describe, expect, it } from 'vitest'
import { addQuickLink, findQuickLinkChoices, importQuickLinks, listQuickLinks } from '#features/quick-links/contract.ts'
import { fillQuickLinks } from '#features/quick-links/server/gateway.ts'
import { copyCommunity } from '../community-copy.ts'
import { PEOPLE } from '../people.ts'
import { useSharedWorld } from '../world.ts'

const copy = copyCommunity()
copy.write(
  'quick-links.yaml',
  `groups: [Wache, Einsatz, Sonstiges]
icons:
  - { name: Boot, icon: ship }
  - { name: Haus, icon: house }
links:
  - { key: boote, title: Bootsplan, group: Einsatz, icon: Boot, href: "https://boote.test" }
`,
)
afterAll(copy.discard)

describe('A community with other groups and icons of quick links', () => {
  const world = useSharedWorld({ communityDir: () => copy.dir })
  const draft = { key: 'haus', title: 'Wachbuch', group: 'Wache', icon: 'Haus', href: 'https://haus.test' }

  it('are in the API and in the page', async () => {
    const { body } = await world().as.es(findQuickLinkChoices)
    expect(body.groups).toEqual(['Wache', 'Einsatz', 'Sonstiges'])
    expect(body.icons.map(({ name, drawing }) => [name, drawing.length > 0])).toEqual([
      ['Boot', true],
      ['Haus', true],
    ])
    const { html } = await world().visit('/es', await world().signIn(PEOPLE.es))
    expect(html).toContain('["Wache","Einsatz","Sonstiges"]')
    expect(html).not.toContain('Department SOPs')
  })

  it('starts with its own links, in the order of its groups, and accepts no other group', async () => {
    expect(await fillQuickLinks({ database: world().database, clock: world().now, communityDir: copy.dir })).toBe(1)
    expect((await world().as.management(addQuickLink, { body: draft })).status).toBe(200)
    const { body } = await world().as.es(listQuickLinks)
    expect(body.data.map(({ key, group }) => [key, group])).toEqual([
      ['haus', 'Wache'],
      ['boote', 'Einsatz'],
    ])
    for (const [field, value] of [
      ['group', 'Operational'],
      ['icon', 'bolt'],
    ] as const) {
      const { status, error } = await world().as.management(addQuickLink, {
        body: { ...draft, key: 'more', [field]: value },
      })
      expect([status, Object.keys(error?.fields ?? {})]).toEqual([400, [field]])
    }
  })

  it('imports groups in any case, uses the last group for a row without one, and lists the existing groups', async () => {
    const importRows = (body: string) => world().as.management(importQuickLinks, { body, query: {} })
    const refused = await importRows('Titel;Gruppe;Adresse\nFunk;Operational;https://funk.test\n')
    expect(refused.body.errors).toMatchObject([
      { line: 2, field: 'group', message: '"Operational" is not one of these: Wache, Einsatz, Sonstiges.' },
    ])
    await importRows('Titel;Gruppe;Symbol;Adresse\nFunk;wache;boot;https://funk.test\nKarte;;;https://karte.test\n')
    const { body } = await world().as.es(listQuickLinks)
    expect(body.data.map(({ key, group, icon }) => [key, group, icon])).toEqual([
      ['funk', 'Wache', 'Boot'],
      ['haus', 'Wache', 'Haus'],
      ['boote', 'Einsatz', 'Boot'],
      ['karte', 'Sonstiges', 'Haus'],
    ])
  })
})
