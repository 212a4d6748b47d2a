import type { FastifyInstance } from 'fastify'
import type { DepartmentPlace } from '#lib/site.ts'
import { pagesOf } from './routes.tsx'

/** What search engines ask first: where they may go (robots.txt) and which pages there are to find (sitemap.xml). */
export function crawlerRoutes(deps: {
  app: FastifyInstance
  origin: string
  departments: readonly DepartmentPlace[]
  /** The names of the rulebooks, whose pages say themselves what they show. */
  rulebooks: readonly string[]
}): void {
  const { app, origin } = deps
  const paths = pagesOf(deps.departments)
    // A page that names another as its own is found there.
    .filter(
      (page) =>
        page.access === 'anyone' && page.description !== undefined && (page.canonical ?? page.path) === page.path,
    )
    .map(({ path }) => path)
    .concat(deps.rulebooks.map((slug) => `/rules/${slug}`))

  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('\n')}
</urlset>
`
  const robots = `User-agent: *
Disallow: /api/
Disallow: /auth/

Sitemap: ${origin}/sitemap.xml
`
  const keep = 'public, max-age=3600'
  app.get('/sitemap.xml', (_request, reply) =>
    reply.type('application/xml; charset=utf-8').header('cache-control', keep).send(sitemap),
  )
  app.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', keep).send(robots),
  )
}
