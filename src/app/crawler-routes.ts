import type { FastifyInstance } from 'fastify'
import type { Part } from '#lib/part.ts'
import type { DepartmentPlace, Site } from '#lib/site.ts'
import type { Media } from '#server/pages/media.ts'
import { pagesOf } from './community-pages.tsx'

interface CrawlerRoutesDeps {
  app: FastifyInstance
  origin: string
  site: Site
  departments: readonly DepartmentPlace[]
  off: readonly Part[]
  /** The background colour of the page. */
  night: string
  /** The slugs of the rulebooks. Their pages decide themselves what they show. */
  rulebooks: readonly string[]
  hasSupporters: boolean
  media: Media
}

/**
 * Serves what search engines ask for first: where they may go (robots.txt) and which pages exist (sitemap.xml). Also
 * serves what a phone asks for when the site is on its home screen (site.webmanifest).
 */
export function crawlerRoutes(deps: CrawlerRoutesDeps): void {
  const { app, origin } = deps
  const paths = pagesOf(deps)
    // A page that names another page as its canonical address is found there.
    .filter(
      (page) =>
        page.access === 'anyone' && page.description !== undefined && (page.canonical ?? page.path) === page.path,
    )
    .map(({ path }) => path)
    .filter((path) => path !== '/supporters' || deps.hasSupporters)
    .concat(deps.rulebooks.map((slug) => `/rules/${slug}`))

  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('\n')}
</urlset>
`
  const robots = `User-agent: *
Disallow: /api/
Disallow: /auth/
Disallow: /language/

Sitemap: ${origin}/sitemap.xml
`
  for (const [path, type, content] of [
    ['/sitemap.xml', 'application/xml', sitemap],
    ['/robots.txt', 'text/plain', robots],
    ['/site.webmanifest', 'application/manifest+json', manifestOf(deps)],
  ] as const) {
    app.get(path, (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).header('cache-control', 'public, max-age=3600').send(content),
    )
  }
}

function manifestOf({ site, night, media }: Pick<CrawlerRoutesDeps, 'site' | 'night' | 'media'>) {
  return {
    name: site.name,
    short_name: site.shortName,
    description: site.description,
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: night,
    theme_color: night,
    icons: [
      { src: media.addressOf('/media/icons/favicon.svg'), sizes: 'any', type: 'image/svg+xml' },
      { src: media.addressOf('/media/icons/icon-192.png'), sizes: '192x192', type: 'image/png' },
      { src: media.addressOf('/media/icons/icon-512.png'), sizes: '512x512', type: 'image/png' },
      {
        src: media.addressOf('/media/icons/maskable-512.png'),
        sizes: '512x512',
        type: 'image/png',
        purpose: 'maskable',
      },
    ],
  }
}
