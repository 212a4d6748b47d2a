import { describe, expect, it } from 'vitest'
import { chat } from '#features/assistant/contract.ts'
import { addTenCode, listPenalCodes } from '#features/codes/contract.ts'
import { ENGLISH } from '#lib/messages.ts'
import { readCommunity } from '#server/config/community.ts'
import { BARE_PENAL_CODE } from '#test/penal-code.ts'
import { LAW } from '#test/site.ts'
import { useWorld } from '#test/world.ts'
import { siteLanguages } from './languages.ts'
import { passagesOfCodes } from './law-book.ts'

describe('Codes in the assistant', () => {
  const world = useWorld({ app: { chatLimits: { visitorMinute: 500, visitorDay: 500 } } })
  const ask = async (content: string) =>
    (await world().as.anyone(chat, { body: { chatMessages: [{ type: 'user', content }] } })).body

  it('a new code is found shortly after it was added, while questions are answered', async () => {
    expect((await ask('What does 10-299 mean?')).text).not.toContain('Alligator')
    await world().as.staff(addTenCode, { body: { code: '10-299', meaning: 'Alligator on the runway' } })
    const first = async () => (await ask('What does 10-299 mean?')).citations?.[0]
    await expect
      .poll(first, { timeout: 10_000, interval: 100 })
      .toEqual({ title: '10-299 Alligator on the runway', href: '/ten-codes#code-10-299' })
    expect((await ask('What does 10-299 mean?')).text).toContain('Alligator on the runway')
    expect((await world().as.anyone(listPenalCodes)).body.data).toEqual([])
  })

  it('a code can have the name of an object property', async () => {
    await world().as.staff(addTenCode, { body: { code: 'constructor', meaning: 'Crane on the scene' } })
    expect((await ask('code for a crane on the scene')).citations?.[0]?.title).toBe('constructor Crane on the scene')
  })

  it('the answer contains the penalty of a statute', () => {
    const [passage] = passagesOfCodes(
      [],
      [
        {
          ...BARE_PENAL_CODE,
          statute: '316.193(1)',
          title: 'DUI',
          class: 'Misdemeanor',
          fine: 1000,
          jail: 6,
          notes: 'Breath test.',
          fine_max: 2000,
          aliases: 'drink driving | dui',
        },
      ],
      { ten: new Map(), penal: new Map([['316.193(1)', ['drove home drunk']]]) },
      LAW,
      ENGLISH,
    )
    expect(passage).toEqual({
      kind: 'code',
      number: '316.193(1)',
      title: '316.193(1) DUI',
      trail: 'Penal Codes',
      href: '/penal-codes#statute-316-193-1',
      text: 'Statute 316.193(1), DUI: Misdemeanor. Fine $1,000–2,000. Jail 6 months. Breath test.',
      asked: ['drove home drunk', 'drink driving', 'dui'],
    })
  })
  it('the answer is in the language of the site', () => {
    const { translator } = siteLanguages(readCommunity('community'))('de')
    const phrases = { ten: new Map(), penal: new Map() }
    const texts = {
      statute: '§ 1',
      title: 'Raub',
      class: 'Verbrechen',
      fine: null,
      jail: null,
      points: 3,
      notes: null,
    }
    const penal = { ...BARE_PENAL_CODE, ...texts }
    const ten = { code: '10-1', meaning: 'Unfall', category: 'Verkehr', color: 'default' } as const
    expect(passagesOfCodes([ten], [penal], phrases, null, translator)).toMatchObject([
      { trail: '10-Codes', text: 'Der Funkcode 10-1 bedeutet: Unfall. Kategorie: Verkehr.' },
      { trail: 'Bußgeldkatalog', text: 'Paragraf § 1, Raub: Verbrechen. Punkte im Führerschein: 3.' },
    ])
  })
})
