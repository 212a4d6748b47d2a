import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { copyCommunity } from '../community-copy.ts'
import { CONTENT, NAVIGATION, SITE } from '../site.ts'
import { ORIGIN, useSharedWorld } from '../world.ts'

const world = useSharedWorld()
const { origin } = CONTENT

/** Matches the address of a picture: its name and a hash of its content. */
const addressOf = (name: string, ending: string, site = '') =>
  new RegExp(`^${site}/media/${name}-[0-9a-f]{10}\\.${ending}$`)

/** The text of a page without tags and with one space between words. */
function words(html: string): string {
  const [body = ''] = html.split('<script type="application/json"')
  return body
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
}

async function open(path: string) {
  const { status, html } = await world().visit(path)
  expect(status).toBe(200)
  const [body = ''] = html.split('<script type="application/json"')
  return {
    html,
    text: words(html),
    links: [...body.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href),
    meta: (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1],
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1],
  }
}

const headings = (html: string, level: number) =>
  [...html.matchAll(new RegExp(`<h${level}[^>]*>(.*?)</h${level}>`, 'gs'))].map(([, inner]) =>
    words(inner ?? '').trim(),
  )

describe('The home page', () => {
  it('has a hero with the buttons Join, Create Account and Discord, and one that scrolls to the assistant', async () => {
    const { html } = await open('/')
    const hero = /<section.*?<\/section>/s.exec(html)?.[0] ?? ''
    const buttons = [...hero.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, href, label]) => [
      words(label ?? '').trim(),
      href,
    ])
    expect(buttons).toEqual([
      ['Join', SITE.links.connect],
      ['Create Account', SITE.links.createAccount],
      ['Discord', SITE.links.discord],
      ['Ask about the rules', '#assistant'],
    ])
    expect(html).toContain('id="assistant"')
  })

  it('has its still picture at once and loads its video later', async () => {
    const { html } = await open('/')
    expect(html).toMatch(
      /<picture>(<source [^>]*>)+<img src="\/media\/hero-poster-[0-9a-f]{10}\.webp"[^>]* fetchPriority="high"/i,
    )
    expect(html).not.toContain('<video')
  })

  it('has the sections Leadership Team, Our Departments and Confused on the rules?', async () => {
    const { html, text } = await open('/')
    expect(headings(html, 2).slice(0, 3)).toEqual(['Leadership Team', 'Our Departments', 'Confused on the rules?'])
    for (const name of ['Theo Marchetti', 'Dana Whitfield', 'Wren Holloway']) expect(text).toContain(name)
  })

  it('links department cards to /fhp, /hcso and /ttpd, and to external pages for staff and fire rescue', async () => {
    const { links } = await open('/')
    expect(links).toEqual(expect.arrayContaining(['/fhp', '/hcso', '/ttpd']))
    expect(links).toEqual(
      expect.arrayContaining(['https://fire.hammockcoast.example', 'https://staff.hammockcoast.example']),
    )
  })

  it('describes the organisation to search engines', async () => {
    const { html } = await open('/')
    const block = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
    expect(JSON.parse(block)).toMatchObject({ '@type': 'Organization', name: SITE.name, url: `${ORIGIN}/` })
  })

  it('has title, description, canonical address and social tags', async () => {
    const { title, meta, canonical } = await open('/')
    expect(title).toContain(SITE.name)
    expect(meta('description')).toBeTruthy()
    expect(canonical).toBe(`${origin}/`)
    expect(meta('og:title')).toBe(title)
    expect(meta('og:url')).toBe(`${origin}/`)
    expect(meta('og:image')).toMatch(addressOf('social/home', 'jpg', origin))
    expect(meta('twitter:card')).toBe('summary_large_image')
  })
})

const CHATS = NAVIGATION.departmentFooter[1]?.links.map(({ href }) => href) ?? []

describe.each([
  ['/fhp', 'Florida Highway Patrol', 'https://apply.hammockcoast.example/forms/5', CHATS[0]],
  ['/hcso', "Hammock County Sheriff's Office", 'https://apply.hammockcoast.example/forms/7', CHATS[1]],
  ['/ttpd', 'Tarpon Trace Police Department', 'https://apply.hammockcoast.example/forms/6', CHATS[2]],
])('The department page %s', (path, title, application, chat) => {
  it('has a header with badge, title, SUBMIT APPLICATION and JOIN DISCORD', async () => {
    const { html } = await open(path)
    expect(headings(html, 1)).toEqual([title])
    expect(/<img[^>]* src="(\/media\/departments[^"]*)"/.exec(html)?.[1]).toMatch(
      addressOf(`departments${path}`, 'svg'),
    )
    expect(html).toMatch(new RegExp(`href="${application}"[^>]*>SUBMIT APPLICATION<`))
    expect(html).toMatch(new RegExp(`href="${chat}"[^>]*>JOIN DISCORD<`))
  })

  it('has a fixed back arrow to / labelled Return to Main Site', async () => {
    const { html } = await open(path)
    expect(html).toMatch(
      /<a (?=[^>]*class="fixed )(?=[^>]*href="\/")[^>]*><svg.*?<\/svg><span[^>]*>Return to Main Site</s,
    )
  })

  it('has COMMAND STAFF with Executive Command and Department Leadership, then its divisions', async () => {
    const { html } = await open(path)
    const [command, divisions] = headings(html, 2)
    expect(command).toBe('COMMAND STAFF')
    expect(divisions).toMatch(/^SPECIALIZED (DIVISIONS|UNITS)$/)
    expect(headings(html, 3).slice(0, 2)).toEqual(['Executive Command', 'Department Leadership'])
  })

  it('has the shared footer', async () => {
    const { html, links } = await open(path)
    const { rules, civilianSop, support, cad, radio, statistics, records, banAppeals, status, x, tiktok, email } =
      SITE.links
    expect(links.slice(links.lastIndexOf(x))).toEqual([
      ...[x, tiktok, email],
      ...[rules, civilianSop, support, cad, radio],
      ...CHATS,
      ...[statistics, records, banAppeals, status, '/verify/'],
      SITE.builtWith.href,
    ])
    const footer = /<footer.*<\/footer>/s.exec(html)?.[0] ?? ''
    expect(headings(footer, 2)).toEqual(['General Links', 'Department Discords', 'More'])
    for (const label of [
      'Official Rules',
      'Dispatch System',
      'FHP',
      'HCSO',
      'TTPD',
      'HCFR',
      'Player Records',
      '© 2026',
      'Built with',
    ]) {
      expect(footer).toContain(label)
    }
  })

  it('has title, description and social tags of its own', async () => {
    const { title: head, meta } = await open(path)
    expect(head?.replaceAll('&#x27;', "'")).toContain(title)
    expect(meta('description')).toBeTruthy()
    expect(meta('og:image')).toMatch(addressOf(`social${path}`, 'jpg', origin))
  })

  it('has no inline style, which the content security policy would block', async () => {
    const { html } = await open(path)
    expect(html).not.toMatch(/<[^>]* style=/)
    expect(html).toContain('<link rel="stylesheet" href="/departments.css"')
  })
})

describe('City police', () => {
  it('has chief and deputy chief of police, commander, two majors and two captains', async () => {
    const { html, text } = await open('/ttpd')
    for (const rank of ['Chief of Police', 'Deputy Chief of Police']) expect(text).toContain(rank)
    expect(html.match(/<blockquote/g)).toHaveLength(2)
    const posts = [
      'Commander',
      'Administrations Major',
      'Operations Major',
      'Administrations Captain',
      'Operations Captain',
    ]
    expect(headings(html, 4)).toEqual(expect.arrayContaining(posts))
  })

  it('has four divisions, with a note to join the chat server to apply for specialized units', async () => {
    const { html, text } = await open('/ttpd')
    expect(headings(html, 3).slice(2)).toEqual([
      'Community Policing',
      'Criminal Investigations',
      'Traffic Division',
      'Special Operations',
    ])
    expect(text).toContain('Join our Discord to apply for specialized units.')
  })

  it('has a canonical address of its own; a trailing slash is the same page', async () => {
    expect((await open('/ttpd')).canonical).toBe(`${origin}/ttpd`)
    expect((await open('/ttpd/')).canonical).toBe(`${origin}/ttpd`)
  })
})

describe('State highway patrol', () => {
  it('has one vacant Lieutenant Colonel position, shown as an open position with a link to apply', async () => {
    const { text, html } = await open('/fhp')
    expect(text).toMatch(/Lieutenant Colonel FHP-2 Vacant This post is open/)
    expect(html).toMatch(/href="https:\/\/apply.hammockcoast.example\/forms\/5"[^>]*>Apply for this post</)
  })

  it('has the number plates of its cars, with the name of the community', async () => {
    expect((await open('/fhp')).text).toMatch(/\bHCRP CVE FHP\b/)
  })

  it('has six department leadership cards with rank and unit, and four specialized units with heads', async () => {
    const { html, text } = await open('/fhp')
    expect(headings(html, 4).filter((rank) => /^(Major|Captain)$/.test(rank))).toHaveLength(6)
    expect(text).toMatch(/Major Field Operations .*Captain Troop A · Gulf Interstate/)
    expect(headings(html, 3).slice(2, 6)).toEqual([
      'Commercial Vehicle Enforcement',
      'Criminal Interdiction',
      'Canine',
      'Special Response Team',
    ])
    for (const head of ['Lt. Marguerite Dunn', 'Sgt. Amos Kettering', 'Sgt. Noor Vasquez', 'Lt. Callum Reyes']) {
      expect(text).toContain(head)
    }
  })

  it('accepts an optional subdivisions list', async () => {
    expect(headings((await open('/fhp')).html, 3)).toContain('Subdivisions')
    expect(headings((await open('/ttpd')).html, 3)).not.toContain('Subdivisions')
  })
})

describe('County sheriff', () => {
  it('has sheriff and chief deputy with quotes, five leadership cards and four divisions', async () => {
    const { html, text } = await open('/hcso')
    for (const rank of ['Sheriff HCSO-1', 'Chief Deputy HCSO-2']) expect(text).toContain(rank)
    expect(html.match(/<blockquote/g)).toHaveLength(2)
    expect(headings(html, 4).slice(2)).toEqual([
      'Colonel',
      'Administrations Major',
      'Operations Major',
      'Administrations Captain',
      'Operations Captain',
    ])
    expect(headings(html, 3).slice(2)).toEqual(['Patrol', 'Investigations', 'Traffic', 'Special Operations'])
  })

  it('has a canonical address pointing to the home page', async () => {
    expect((await open('/hcso')).canonical).toBe(`${origin}/`)
  })
})

describe('Metadata files', () => {
  it('sitemap.xml contains the public pages, and no page with another canonical address', async () => {
    const { html, headers } = await world().visit('/sitemap.xml')
    expect(headers['content-type']).toMatch(/^application\/xml/)
    const found = [...html.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)
    expect(found).toEqual(expect.arrayContaining([`${origin}/`, `${origin}/fhp`, `${origin}/ttpd`]))
    for (const path of ['/hcso', '/login', '/session-expired', '/staff-roster'])
      expect(found).not.toContain(origin + path)
  })

  it('site.webmanifest contains the name of the community and existing icons', async () => {
    const { html, headers } = await world().visit('/site.webmanifest')
    expect(headers['content-type']).toContain('application/manifest+json')
    const manifest: { name: string; icons: { src: string }[] } = JSON.parse(html)
    expect(manifest.name).toBe(SITE.name)
    const page = (await world().visit('/')).html
    const named = [...page.matchAll(/<link rel="(?:icon|apple-touch-icon)" href="([^"]*)"/g)].map(
      ([, href]) => href ?? '',
    )
    expect(named).toHaveLength(2)
    for (const src of [...named, ...manifest.icons.map((icon) => icon.src)]) {
      expect((await world().visit(src)).status, src).toBe(200)
    }
  })

  it('robots.txt allows the site and names the sitemap', async () => {
    const { html } = await world().visit('/robots.txt')
    expect(html).toContain('User-agent: *')
    expect(html).toContain(`Sitemap: ${origin}/sitemap.xml`)
    expect(html).not.toMatch(/^Disallow: \/$/m)
  })
})

describe('A fourth department', () => {
  const copy = copyCommunity()
  copy.write('departments/marine-patrol.yaml', readFileSync(join(copy.dir, 'departments/ttpd.yaml')))
  afterAll(copy.discard)
  const larger = useSharedWorld({ communityDir: () => copy.dir })

  it('is one new YAML file, which adds its page, card, accents and sitemap entry', async () => {
    const page = await larger().visit('/marine-patrol')
    expect(page.status).toBe(200)
    expect(page.html).toContain('data-department="marine-patrol"')
    expect((await larger().visit('/')).html).toContain('href="/marine-patrol"')
    expect((await larger().visit('/departments.css')).html).toContain('[data-department="marine-patrol"]')
    expect((await larger().visit('/sitemap.xml')).html).toContain(`${origin}/marine-patrol</loc>`)
    expect((await world().visit('/marine-patrol')).status).toBe(404)
  })
})
