import { stringifySetCookie } from 'cookie'
import type { FastifyInstance } from 'fastify'
import { LANGUAGE_COOKIE } from '#lib/languages.ts'
import type { Site } from '#lib/site.ts'

/** Seconds: the longest time that browsers keep a cookie. */
const KEPT_FOR = 400 * 24 * 60 * 60

/**
 * Serves a link for each language of the site. The link stores the visitor's choice in a cookie and redirects to the
 * page that they came from.
 */
export function languageRoutes({ app, origin, site }: { app: FastifyInstance; origin: string; site: Site }): void {
  if (site.otherLanguages.length === 0) return
  for (const language of [site.language, ...site.otherLanguages]) {
    const cookie = stringifySetCookie({
      name: LANGUAGE_COOKIE,
      value: language,
      path: '/',
      maxAge: KEPT_FOR,
      sameSite: 'lax',
      secure: origin.startsWith('https:'),
      httpOnly: true,
    })
    app.get(`/language/${language}`, (request, reply) => {
      const { referer = '' } = request.headers
      void reply.header('set-cookie', cookie).header('cache-control', 'no-store')
      // The address includes the origin, so that the redirect stays on this site whatever the path looks like.
      return reply.redirect(referer.startsWith(`${origin}/`) ? referer : `${origin}/`, 303)
    })
  }
}
