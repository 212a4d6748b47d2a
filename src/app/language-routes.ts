import { stringifySetCookie } from 'cookie'
import type { FastifyInstance } from 'fastify'
import { LANGUAGE_COOKIE } from '#lib/languages.ts'
import type { Site } from '#lib/site.ts'

/** Seconds: as long as browsers keep a cookie. */
const KEPT_FOR = 400 * 24 * 60 * 60

/** A link for each language of the site: it keeps the visitor's choice and leads back to the page that they left. */
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
      // With its origin, so that it is a page of this site whatever its path looks like.
      return reply.redirect(referer.startsWith(`${origin}/`) ? referer : `${origin}/`, 303)
    })
  }
}
