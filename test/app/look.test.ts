import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from '#server/paths.ts'
import { copyCommunity } from '../community-copy.ts'
import { useSharedWorld } from '../world.ts'

const styleIn = (html: string) => /<style>(.*?)<\/style>/s.exec(html)?.[1]

/** Matches the green of American road signs, or the posts of the signs that we ship. */
const ROAD_SIGN = /#0c6b5c|viewBox="0 0 320 480"/

describe('The look of another community', () => {
  const copy = copyCommunity()
  copy.edit('look.yaml', 'colours: {}', 'colours: { night: "#06140f", sunset: "#f2d14b", sky-low: "#2c5a4a" }')
  const boats = '/media/boats.svg'
  copy.edit(
    'look.yaml',
    'drawings: {}',
    `drawings: { screens: ${boats}, supporters: ${boats}, signs: /media/post.svg }`,
  )
  for (const file of ['boats', 'post'])
    copy.write(`media/${file}.svg`, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 5"></svg>')
  for (const file of ['hero.webm', 'hero.mp4', 'hero-poster.avif', 'hero-poster-narrow.avif'])
    copy.remove(`media/${file}`)
  afterAll(copy.discard)
  const world = useSharedWorld({ communityDir: () => copy.dir })

  it.each(['/', '/rules', '/staff-roster', '/no-such-page'])(
    '%s has the colours of the community and allows no other style',
    async (path) => {
      const { html, headers } = await world().visit(path)
      const style = styleIn(html)
      expect(style).toContain(
        '@media not print{:root{--color-night:#06140f;--color-sunset:#f2d14b;--color-sky-low:#2c5a4a;--sky-deep:',
      )
      const hash = createHash('sha256')
        .update(style ?? '')
        .digest('base64')
      expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}'`)
      expect(html).toContain('<meta name="theme-color" content="#06140f">')
    },
  )

  it('the theme colour on the home screen of a phone is that of the community', async () => {
    const { html } = await world().visit('/site.webmanifest')
    expect(JSON.parse(html)).toMatchObject({ background_color: '#06140f', theme_color: '#06140f' })
  })

  it.each(['/no-such-page', '/supporters'])('%s has the drawing of the community', async (path) => {
    const { html } = await world().visit(path)
    expect(html).toMatch(/<img[^>]* src="\/media\/boats-[0-9a-f]{10}\.svg"/)
  })

  it.each(['/no-such-page', '/rate-limit', '/staff-roster'])('%s has the sign of the community', async (path) => {
    const { html } = await world().visit(path)
    expect(html).toMatch(/<img[^>]* src="\/media\/post-[0-9a-f]{10}\.svg"/)
    expect(html).not.toMatch(ROAD_SIGN)
  })

  it('leaders have plain plates instead of American road signs', async () => {
    const { html } = await world().visit('/')
    expect(html).toContain('HA-12')
    expect(html).not.toMatch(ROAD_SIGN)
  })

  it('the hero has a still picture if there is no video', async () => {
    const { html } = await world().visit('/')
    expect(html).toMatch(/<img[^>]* src="\/media\/hero-poster-[0-9a-f]{10}\.webp"/)
    expect(html).toContain('hero-poster-narrow-')
    expect(html).not.toContain('hero-poster.avif')
    expect(html).toContain('"isFilmOff":true')
  })
})

describe('The fonts of another community', () => {
  const copy = copyCommunity()
  copy.edit('look.yaml', 'fonts: {}', 'fonts: { display: Open Sans, text: /media/fonts/ours.woff2 }')
  copy.write('media/fonts/ours.woff2', readFileSync(join(root, 'src/ui/fonts/overpass.woff2')))
  afterAll(copy.discard)
  const world = useSharedWorld({ communityDir: () => copy.dir })

  it.each(['/', '/staff-roster', '/no-such-page'])('%s uses the fonts of the community', async (path) => {
    const style = styleIn((await world().visit(path)).html) ?? ''
    expect(style).toContain(':root{--font-sign:"Open Sans",')
    expect(style).toContain(':root{--font-sans:"Own /media/fonts/ours.woff2",')
    expect(style).toMatch(/font-weight:400 900;[^}]*ours-[0-9a-f]{10}\.woff2\)[^}]*unicode-range:U\+20-7E, /)
  })

  it('fonts are served with a cache time of a year', async () => {
    const style = styleIn((await world().visit('/')).html) ?? ''
    const files = [...style.matchAll(/url\(([^)]+)\)/g)].map(([, file = '']) => file)
    expect(files).toHaveLength(5)
    for (const url of files) {
      const { statusCode, headers } = await world().app.inject({ url })
      expect([url, statusCode, headers['content-type']]).toEqual([url, 200, 'font/woff2'])
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
  })
})

describe('The default look', () => {
  const world = useSharedWorld()

  it.each(['/', '/no-such-page'])('%s has American road signs', async (path) => {
    expect((await world().visit(path)).html).toMatch(ROAD_SIGN)
  })

  it('the document needs no inline style', async () => {
    const { html, headers } = await world().visit('/')
    expect(styleIn(html)).toBeUndefined()
    expect(headers['content-security-policy']).toContain("style-src 'self';")
  })
})
