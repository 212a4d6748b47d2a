import { afterAll, describe, expect, it } from 'vitest'
import { staffRoster } from '#features/roster/contract.ts'
import { copyCommunity } from '../community-copy.ts'
import { dataOf } from '../html.ts'
import { ORIGIN, useSharedWorld } from '../world.ts'

/** Copies the shipped community with other languages and returns its folder. */
function communityIn(languages: string, own: Record<string, string> = {}): () => string {
  const copy = copyCommunity()
  copy.edit('site.yaml', 'language: en\n', languages)
  for (const [name, text] of Object.entries(own)) copy.write(name, text)
  afterAll(copy.discard)
  return () => copy.dir
}

const headingOf = (html: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]

describe('A community with several languages', () => {
  const communityDir = communityIn('language: en\notherLanguages: [de, es]\n', {
    'messages.de.yaml': 'Sign in: Komm rein\nSign in with Discord: Mit Discord rein\n',
    'messages.en.yaml': 'Our Departments: Our Stations\n',
  })
  const world = useSharedWorld({ communityDir })

  it('pages are in the language of the community until a visitor chooses another', async () => {
    const { html } = await world().visit('/login')
    expect(html).toContain('<html lang="en">')
    expect(headingOf(html)).toBe('Sign in')
    expect(html).toContain('You do not need a new account')
  })

  it('pages are in the chosen language, including heading, title and text', async () => {
    const { html } = await world().visit('/login', 'language=es')
    expect(html).toContain('<html lang="es">')
    expect(headingOf(html)).toBe('Iniciar sesión')
    expect(html).toContain('<title>Iniciar sesión · Hammock Coast Roleplay</title>')
    expect(html).not.toContain('You do not need a new account')
  })

  it('own texts of the community replace messages, and the browser receives only these', async () => {
    const { html } = await world().visit('/login', 'language=de')
    expect(headingOf(html)).toBe('Komm rein')
    const data = dataOf(html)
    expect(data.language).toBe('de')
    expect(Object.values(data.messages)).toEqual(['Komm rein', 'Mit Discord rein'])
    expect(dataOf((await world().visit('/login', 'language=es')).html)).not.toHaveProperty('messages')
  })

  it('the community can replace the headings of its pages, in English too', async () => {
    const { html } = await world().visit('/')
    expect(html).toMatch(/<h2 id="departments"[^>]*>Our Stations<\/h2>/)
    expect((await world().visit('/', 'language=de')).html).not.toContain('Our Stations')
  })

  it('each language of a page has its own ETag, and a browser with that version gets 304', async () => {
    const tags = await Promise.all(
      ['language=en', 'language=de', 'language=es'].map(async (cookie) => {
        const { headers } = await world().visit('/login', cookie)
        expect(headers.vary).toContain('cookie')
        return String(headers.etag)
      }),
    )
    expect(new Set(tags).size).toBe(3)
    const again = (cookie: string, tag = '') =>
      world().app.inject({ url: '/login', headers: { cookie, accept: 'text/html', 'if-none-match': tag } })
    expect((await again('language=de', tags[1])).statusCode).toBe(304)
    expect((await again('language=en', tags[1])).statusCode).toBe(200)
  })

  it('a choice is stored and returns to the page of the visitor', async () => {
    const choose = (referer?: string) =>
      world().app.inject({ url: '/language/de', headers: referer === undefined ? {} : { referer } })
    const { statusCode, headers } = await choose(`${ORIGIN}/penal-codes?q=x`)
    expect([statusCode, headers.location]).toEqual([303, `${ORIGIN}/penal-codes?q=x`])
    expect(headers['set-cookie']).toMatch(/^language=de; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect((await choose()).headers.location).toBe(`${ORIGIN}/`)
    expect((await choose('https://evil.example/')).headers.location).toBe(`${ORIGIN}/`)
    expect((await choose(`${ORIGIN}//evil.example`)).headers.location).toBe(`${ORIGIN}//evil.example`)
  })

  it('each language is listed by its own name', async () => {
    const { html } = await world().visit('/supporters', 'language=de')
    expect(html).toMatch(/<ul aria-label="Sprache"[^>]*>.*English.*Deutsch.*Español/s)
    expect(html).toMatch(/<a [^>]*aria-current="true"[^>]*>Deutsch</)
  })

  it('errors of pages and calls are in the language of the visitor', async () => {
    const page = await world().visit('/staff-roster', 'language=de')
    expect(page.status).toBe(401)
    expect(page.html).toContain('Du bist nicht angemeldet, und diese Seite ist nur für Teammitglieder.')
    const call = await world().app.inject({ url: '/api/roster', headers: { cookie: 'language=de' } })
    expect(call.json()).toMatchObject({ error: { message: 'Melde dich zuerst mit Discord an.' } })
    expect((await world().app.inject({ url: '/api/roster' })).json()).toMatchObject({
      error: { message: 'Sign in with Discord first.' },
    })
  })

  it('validation errors are in the language of the visitor, with their numbers', async () => {
    const ask = (cookie: string, content: string) =>
      world().app.inject({
        method: 'POST',
        url: '/api/chat',
        headers: { cookie, origin: ORIGIN },
        payload: { chatMessages: [{ type: 'user', content }] },
      })
    const fieldsOf = async (cookie: string) => (await ask(cookie, 'x'.repeat(1001))).json().error
    const english = await fieldsOf('language=en')
    const german = await fieldsOf('language=de')
    expect(Object.keys(german.fields)).toEqual(Object.keys(english.fields))
    expect(Object.values(english.fields)).toEqual(['Use at most 1,000 characters.'])
    expect(Object.values(german.fields)).toEqual(['Höchstens 1.000 Zeichen.'])
    expect(german.message).toBe('Etwas von dem, was du gesendet hast, ist nicht gültig.')
  })

  it('the assistant responds in the language of the visitor, and quotes rules unchanged', async () => {
    const { body } = await world().app.inject({
      method: 'POST',
      url: '/api/chat',
      headers: { cookie: 'language=de', origin: ORIGIN },
      payload: { chatMessages: [{ type: 'user', content: 'How long is the New Life Rule?' }] },
    })
    expect(JSON.parse(body).text).toMatch(
      /^Das (ist die passendste Regel|sind die passendsten Regeln), die ich gefunden habe\.\n\n/,
    )
  })
})

describe('A community with German only', () => {
  const world = useSharedWorld({ communityDir: communityIn('language: de\n') })

  it('pages are in German, whatever the cookie says', async () => {
    for (const cookie of [undefined, 'language=en']) {
      const { html } = await world().visit('/login', cookie)
      expect(html).toContain('<html lang="de">')
      expect(headingOf(html)).toBe('Anmelden')
    }
  })

  it('import errors and returned rows are in German', async () => {
    const body = 'Discord-UID,Name,Position,Eingestellt\n12,Ann,Moderator,31.02.2025'
    const answer = await world().as.management(staffRoster.import, { body, query: { rows: 'good', dryRun: 'true' } })
    expect(answer.body.errors.map(({ message }) => message)).toEqual([
      '„31.02.2025“ ist kein Datum. Schreib es als 14.03.2026 oder 2026-03-14.',
      'Eine Discord-ID hat 17 bis 20 Ziffern und sonst nichts.',
    ])
    expect(answer.body.returned?.file).toContain('Eingestellt,Was nicht stimmt')
    expect(answer.body.returned?.file).toContain('Eingestellt: „31.02.2025“ ist kein Datum.')
    const refused = await world().as.management(staffRoster.import, { body })
    expect(refused.error?.message).toMatch(/^Die Datei wurde abgelehnt und nichts wurde geschrieben\. Zeile 2: /)
  })

  it('no choice of language is shown', async () => {
    expect((await world().visit('/supporters')).html).not.toContain('aria-label="Sprache"')
    expect((await world().visit('/language/en')).status).toBe(404)
  })
})
