import { beforeAll, describe, expect, it } from 'vitest'
import { findPassages } from '#features/assistant/contract.ts'
import { fillCodes } from '#features/codes/server/gateway.ts'
import { useSharedWorld } from '../world.ts'

const world = useSharedWorld()
const find = async (q: string, book?: 'rules' | 'penal-codes' | 'ten-codes') =>
  (await world().as.anyone(findPassages, { query: { q, ...(book && { book }) } })).body.data

beforeAll(async () => {
  await fillCodes({ database: world().database, communityDir: 'community', clock: world().now })
})

describe('The search over rules and codes of the shipped community', () => {
  it.each([
    ['speeding', '/penal-codes#statute-316-187'],
    ['weed', '/penal-codes#statute-893-13-6-b'],
    ['battry cop', '/penal-codes#statute-784-07-2-b'],
    ['10 50', '/ten-codes#code-10-50'],
    ['GTA', '/penal-codes#statute-812-014-2-c-6'],
    ['speedi', '/penal-codes#statute-316-187'],
    ['shoplift', '/penal-codes#statute-812-014-3-a'],
    ['316.193(1)', '/penal-codes#statute-316-193-1'],
    ['rdm', '/rules/roleplay-standards#61-rdm-random-deathmatch'],
    ['ban apeal', '/rules/staff-and-appeals#371-where-to-appeal-a-ban'],
  ])('the query %s has the expected result among the first three', async (q, href) => {
    expect((await find(q)).slice(0, 3).map((hit) => hit.href)).toContain(href)
  })

  it('results mark the matched words, also synonyms', async () => {
    const [hit] = await find('weed')
    expect(hit?.title.filter((_, at) => at % 2 === 1)).toEqual(['cannabis'])
    expect(hit?.title.join('')).toContain('Possession of cannabis')
  })

  it('a search in one book finds its entries, and nothing for nonsense', async () => {
    const rules = await find('theft', 'rules')
    expect(new Set(rules.map(({ book }) => book))).toEqual(new Set(['rules']))
    expect(await find('xqzzkw blarg')).toEqual([])
  })

  it('a search reads only visible characters, and a query that is too long is refused', async () => {
    expect(await find('we\u200be\u0000d')).toEqual(await find('weed'))
    expect(await find('\u0000')).toEqual([])
    const url = `/api/search?q=${'a'.repeat(101)}&books=rules`
    expect((await world().app.inject(url)).json().error.fields).toEqual({
      q: 'Use at most 100 characters.',
      books: 'This field is not known here.',
    })
  })
})

describe('The search page as the server renders it', () => {
  it('the page shows marked results, and search engines do not index it', async () => {
    const { status, html, headers } = await world().visit('/search?q=weed')
    expect(status).toBe(200)
    expect(html).toContain('893.13(6)(b)')
    expect(html).toMatch(/<mark[^>]*>cannabis<\/mark>/)
    expect(html).toMatch(/<input[^>]* name="q"[^>]* value="weed"/)
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(headers['cache-control']).toBe('no-store')
  })

  it('the page links to the same search in each book, and shows the query unchanged', async () => {
    const { html } = await world().visit('/search?q=%3Cb%3E10+50&in=ten-codes')
    expect(html).toContain('href="/search?q=%3Cb%3E10+50&amp;in=penal-codes"')
    expect(html).toContain('value="&lt;b&gt;10 50"')
    expect(html).not.toContain('<b>')
    expect(html).toMatch(/aria-current="page"[^>]*>10-Codes/)
  })

  it('the page shows no results without a query', async () => {
    const { status, html } = await world().visit('/search?q=')
    expect(status).toBe(200)
    expect(html).not.toContain('<mark')
  })
})
