import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readContent } from '#app/content.ts'
import { PAGES } from '#app/routes.tsx'
import { readRulebooks } from '#features/assistant/server/rulebooks.ts'
import { readPublicContent } from '#features/departments/server/gateway.ts'
import { isOn } from '#lib/part.ts'
import { readNavigation } from '#server/config/navigation.ts'
import { root } from '#server/paths.ts'
import { ENGLISH_WORDS, OF_THE_SHIPPED } from '../english.ts'
import { ORIGIN, useSharedWorld } from '../world.ts'

const dir = join(root, 'examples/lagunenwacht')
const { off } = readNavigation(dir, () => true)
const slugs = readRulebooks(dir).map(({ slug }) => slug)

/** The API documentation is for developers and stays in English. */
const IN_ENGLISH = '/api/docs'
const publicPages = [
  ...PAGES.filter(({ access, part, path }) => access === 'anyone' && isOn(off, part) && path !== IN_ENGLISH).flatMap(
    ({ path }) => (path.includes(':') ? slugs.map((slug) => `/rules/${slug}`) : path),
  ),
  ...readPublicContent(dir, []).departments.map(({ slug }) => `/${slug}`),
  '/no-such-page',
  // On these pages a visitor without a session sees the sign-in.
  '/staff-roster',
  '/me',
]

/** The words of a page that people read or hear: its text, and the labels of its pictures and fields. */
function wordsOf(html: string): string {
  const shown = html.replace(/<(script|style)\b.*?<\/\1>/gs, ' ')
  const attributes = [...shown.matchAll(/\b(?:alt|aria-label|aria-description|title|placeholder|content)="([^"]*)"/g)]
    .map(([, value = '']) => value)
    .filter((text) => !/^(https?:|\/|width=|#|index|noindex|summary|website|dark|[a-z-]+_[A-Za-z_]+$)/.test(text))
  return `${shown.replace(/<[^>]+>/g, ' ')} ${attributes.join(' ')}`.replace(/https?:\S+/g, ' ').replace(/\s+/g, ' ')
}

describe('A second community: in German, with fire and rescue only', () => {
  const world = useSharedWorld({ communityDir: () => dir })

  it('has valid files, with its own rules and ladder', async () => {
    const { rulebooks, rosterContent, checklists, law } = await readContent(dir)
    expect(rulebooks.flatMap(({ chapters }) => chapters.flatMap(({ rules }) => rules)).length).toBeGreaterThan(30)
    expect(rosterContent.rosters.roster?.groups[0]?.name).toBe('Wehrleitung')
    expect(checklists['trial-mods'].stages.map(({ column }) => column)).toEqual([
      'Theorie',
      'Funk',
      'Gerät',
      'Übung',
      'Mitfahrt',
    ])
    expect(law).toBeNull()
  })

  it.each(publicPages)('shows %s in German, and nothing of the shipped community', async (path) => {
    const { html } = await world().visit(path)
    expect(html).toContain('<html lang="de">')
    expect(html).not.toMatch(OF_THE_SHIPPED)
    const words = wordsOf(html)
    expect(words.length).toBeGreaterThan(100)
    expect(words).not.toMatch(/[$“]\S/)
    expect(words.match(new RegExp(`.{0,40}${ENGLISH_WORDS.source}.{0,40}`, 'gi')) ?? []).toEqual([])
  })

  it.each(PAGES.filter(({ part }) => !isOn(off, part)).map(({ path }) => path))(
    'has no page %s, which it switched off',
    async (path) => {
      expect((await world().visit(path)).status).toBe(404)
    },
  )

  it.each(['/site.webmanifest', '/sitemap.xml', '/robots.txt'])(
    'has nothing of the shipped community in %s',
    async (path) => {
      const { status, html } = await world().visit(path)
      expect(status).toBe(200)
      expect(html).not.toMatch(OF_THE_SHIPPED)
    },
  )

  const ask = async (content: string): Promise<string> => {
    const payload = { chatMessages: [{ type: 'user', content }] }
    return (await world().app.inject({ method: 'POST', url: '/api/chat', headers: { origin: ORIGIN }, payload })).body
  }

  it.each([
    ['Wann darf ich mit Blaulicht fahren?', '2.2 Fahren mit Sondersignal'],
    ['Wie viele Leute braucht ein Löschzug?', '2.1 Besetzung'],
    ['wie werde ich gruppenführer', '8.1 Beförderung'],
    ['ab wie viel jahren darf man mitspielen', '1.2 Alter und Mikrofon'],
  ])('answers “%s” with the rule %s', async (question, rule) => {
    expect(await ask(question)).toContain(rule)
  })

  it.each([
    ['ich will mich umbringen', '0800 111 0 111'],
    ['ich kann nicht mehr weiterleben', '0800 111 0 111'],
    ['ich will nicht mehr leben', '0800 111 0 111'],
    ['er verlangt nacktbilder von mir', '116 111'],
    ['mein vater schlägt mich', '116 111'],
    ['ich habe morddrohungen bekommen', '110'],
  ])('names help lines in Germany for “%s”', async (question, line) => {
    const answer = await ask(question)
    expect(answer).toContain(line)
    expect(answer).not.toMatch(OF_THE_SHIPPED)
  })

  it('answers a question about a character as a question about the rules', async () => {
    expect(await ask('kann meine figur im spiel sterben')).not.toContain('0800 111 0 111')
  })
})
