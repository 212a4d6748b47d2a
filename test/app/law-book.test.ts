import { afterAll, describe, expect, it } from 'vitest'
import { importPenalCodes, listPenalCodes } from '#features/codes/contract.ts'
import { copyCommunity } from '../community-copy.ts'
import { useSharedWorld } from '../world.ts'

const copy = copyCommunity()
copy.write(
  'law.yaml',
  `name: Das Regelwerk
lead: Bußen und Haft im Spiel.
disclaimer: Keine Rechtsberatung.
summary: Funkcodes und Bußen.
description: Bußen, wie die Lagunenwacht sie spielt.
jail: { unit: Tage, short: T }
currency: EUR
classes:
  - { name: Ordnungswidrigkeit, colour: lagoon }
  - { name: Verbrechen, colour: danger }
`,
)
copy.edit('site.yaml', 'language: en', 'language: de')
afterAll(copy.discard)

describe('The law book of another community', () => {
  const world = useSharedWorld({ communityDir: () => copy.dir })

  it('imports, the page and the assistant use the currency and unit of the community', async () => {
    const body = [
      'Statute;Title;Class;Fine;Tage;Points',
      'OWI 3;Parken auf der Feuerwehrzufahrt;Ordnungswidrigkeit;1.500 €;2 Tage;1',
      'STGB 9;Brandstiftung;Verbrechen;12.000 €;90;',
    ].join('\n')
    const imported = await world().as.management(importPenalCodes, { query: { missing: 'keep' }, body })
    expect(imported.body).toMatchObject({ ok: true, added: 2 })

    const { body: list } = await world().as.anyone(listPenalCodes)
    expect(list.data.map(({ statute, fine, jail }) => [statute, fine, jail])).toEqual([
      ['OWI 3', 1500, 2],
      ['STGB 9', 12_000, 90],
    ])

    const { html } = await world().visit('/penal-codes')
    expect(html).toContain('Das Regelwerk')
    expect(html).toContain('Bußen und Haft im Spiel. Keine Rechtsberatung.')
    expect(html).toContain('<meta name="description" content="Bußen, wie die Lagunenwacht sie spielt."')
    expect(html).toContain('1.500\u00a0€')
    expect(html).toContain('Haft (Tage)')
    expect(html).toContain('"dates":{"day":"DD.MM.YYYY","locale":"de-DE"}')
    const main = /<main.*<\/main>/s.exec(html)?.[0] ?? ''
    expect(main).not.toMatch(/Florida|\$\d|months/)
    expect(main.indexOf('Ordnungswidrigkeit')).toBeLessThan(main.indexOf('Verbrechen'))
    expect(main).toMatch(/text-danger[^>]*>(<svg.*?<\/svg>)?Verbrechen/)

    // This law book has no `calculator` section, so the calculator only adds up. A link can name the charges.
    const charged = await world().visit('/penal-codes/calculator?charges=owi-3*2,stgb-9&name=Kim')
    expect(charged.html).toContain('Strafrechner')
    expect(charged.html).toContain('Brandstiftung')
    expect(charged.html).toContain('15.000\u00a0€')
    expect(charged.html).toContain('94 T')
    expect((await world().visit('/penal-codes/calculator')).html).toContain('Noch nichts.')

    const answer = await world().app.inject({
      method: 'POST',
      url: '/api/chat',
      headers: { origin: 'http://localhost:3000' },
      payload: { chatMessages: [{ type: 'user', content: 'STGB 9 Brandstiftung' }] },
    })
    expect(answer.body).toContain('12.000\u00a0€')
    expect(answer.body).toContain('90 Tage')
  })
})
