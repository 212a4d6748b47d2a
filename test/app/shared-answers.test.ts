import { describe, expect, it } from 'vitest'
import { chat, findRulebook } from '#features/assistant/contract.ts'
import { createAnswerTokens } from '#features/assistant/server/answer-tokens.ts'
import { readShare } from '#features/assistant/share-rules.ts'
import { dataOf, mainTextOf } from '../html.ts'
import { useWorld } from '../world.ts'

const world = useWorld()

describe('A shared answer', () => {
  const NLR = 'rule=roleplay-standards/67-new-life-rule-nlr'
  const tokens = createAnswerTokens('a secret of this test', () => new Date())
  const open = (query: string) =>
    world().visit(`/rules/answer?${query}&signature=${tokens.sign(readShare(`?${query}`))}`)

  it('a link that the assistant did not create shows nothing of its content', async () => {
    const { body } = await world().as.anyone(chat, {
      body: { chatMessages: [{ type: 'user', content: 'What is the minimum age to play?' }] },
    })
    const { share = '' } = body
    const given = await world().visit(share)
    expect([given.status, mainTextOf(given.html).includes('“What is the minimum age to play?”')]).toEqual([200, true])
    const [unsigned = ''] = share.split('&signature=')
    for (const link of [unsigned, `${unsigned}&signature=x`, share.replace('q=What', 'q=Staff%20lie.%20What')]) {
      const { status, headers } = await world().visit(link)
      expect([status, headers.location, headers['cache-control']]).toEqual([303, '/rules/answer', 'no-store'])
    }
    const nothing = await world().visit('/rules/answer')
    expect([nothing.status, mainTextOf(nothing.html).includes('There is no answer at this link.')]).toEqual([200, true])
    expect(nothing.html).toContain('href="/rules"')
  })

  it('a shared answer shows the question and the full text of its rules in the initial HTML, with links', async () => {
    const rulebook = await world().as.anyone(findRulebook, { params: { slug: 'roleplay-standards' } })
    const rule = rulebook.body.data.chapters.flatMap(({ rules }) => rules)[0]
    const seen = await open(`q=What%20is%20roleplay%3F&rule=roleplay-standards/${rule?.anchor}`)
    expect(seen.status).toBe(200)
    expect(mainTextOf(seen.html)).toContain('“What is roleplay?”')
    expect(mainTextOf(seen.html)).toContain('A visitor asked this, in their own words.')
    for (const block of rule?.blocks ?? []) {
      for (const text of block.kind === 'list' ? block.items : [block.text]) {
        expect(mainTextOf(seen.html)).toContain(text.split(/[`'"&]/)[0])
      }
    }
    expect(seen.html).toContain(`href="/rules/roleplay-standards#${rule?.anchor}"`)
    expect(seen.html).toContain('href="/rules#assistant"')
  })

  it.each(['', '&rule=roleplay-standards/no-such-rule', '&rule=no-such-book/67-new-life-rule-nlr'])(
    'a question that the assistant did not answer with a rule is not shown: %j',
    async (named) => {
      const { status, html } = await world().visit(`/rules/answer?q=staff%20were%20arrested${named}`)
      expect(status).toBe(303)
      expect(mainTextOf(html)).not.toContain('staff were arrested')
      expect(mainTextOf(html)).not.toContain('A visitor asked this')
    },
  )

  it('a shared answer is rendered for each request, is not cached and is not indexed', async () => {
    const seen = await open(`q=one&${NLR}`)
    expect(seen.headers).toMatchObject({ 'cache-control': 'no-store' })
    expect(seen.headers).not.toHaveProperty('etag')
    expect(seen.html).toContain('<meta name="robots" content="noindex"/>')
    expect((await open(`q=two&${NLR}`)).html).toContain('“two”')
    expect((await world().visit('/sitemap.xml')).html).not.toContain('/rules/answer')
  })

  it.each([
    '<script>alert(1)</script><img src=x onerror=alert(1)>',
    '"><a href="https://evil.example">free</a>',
    '</script><!--',
    'https://evil.example/free javascript:alert(1) [x](javascript:alert(1))',
  ])('shows a hostile question as plain text: %s', async (hostile) => {
    const { html } = await open(`q=${encodeURIComponent(hostile)}&${NLR}`)
    const shown = readShare(`?q=${encodeURIComponent(hostile)}`).question
    const quote = /<blockquote[^>]*>(.*?)<\/blockquote>/s.exec(html)?.[1] ?? ''
    expect(quote).not.toMatch(/[<>"]/)
    const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'", '&amp;': '&' }
    expect(quote.replace(/&[^;]+;/g, (entity) => entities[entity] ?? entity)).toBe(`“${shown}”`)
    const scripts = (page: string) => page.match(/<\/?script/g)?.length
    expect(scripts(html)).toBe(scripts((await open(`q=x&${NLR}`)).html))
  })

  it('a question that is too long is cut', async () => {
    const seen = await open(`q=${'x'.repeat(5_000)}&${NLR}`)
    expect(/“(x+…)”/.exec(mainTextOf(seen.html))?.[1]).toHaveLength(200)
  })

  it.each([
    ['a rulebook that is none', 'rule=no-such-book/1', 'does not exist (any more)'],
    ['a rule that is gone', 'rule=roleplay-standards/999-gone', 'does not exist (any more)'],
    ['no rule', '', 'There is no answer at this link.'],
    ['what is no rule', 'rule=../../etc/passwd', 'There is no answer at this link.'],
  ])('an explanation is shown if the link names %s', async (_, query, words) => {
    const seen = await open(`q=x&${query}`)
    expect(seen.status).toBe(200)
    expect(mainTextOf(seen.html)).toContain(words)
  })

  it('existing rules are shown beside one that is gone', async () => {
    const seen = await open('q=x&rule=no-such-book/1&rule=general-conduct/13-language')
    expect(seen.html.includes('id="13-language"')).toBe(true)
    expect(mainTextOf(seen.html)).toContain('does not exist (any more)')
  })

  it('only the rulebooks of the answer are read, each once', async () => {
    const seen = await open('rule=general-conduct/13-language&rule=general-conduct/36-going-afk')
    const { lists } = dataOf(seen.html)
    expect(lists.map(([path]: [string]) => path)).toEqual(['/api/rules', '/api/rules/general-conduct'])
  })

  it('requests for shared answers are limited for each visitor', async () => {
    for (let count = 0; count < 60; count++) expect((await open('')).status).toBe(200)
    const over = await open('')
    expect(over.status).toBe(429)
    expect(mainTextOf(over.html)).toContain("You've sent too many requests in a short time.")
  })
})
