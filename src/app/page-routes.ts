import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#lib/endpoint.ts'
import type { Language } from '#lib/languages.ts'
import type { Page } from '#lib/page.ts'
import type { Topic } from '#lib/topics.ts'
import type { Changes } from '#server/changes.ts'
import { styleSource } from '#server/config/look.ts'
import { snapshotAnswers } from '#server/http/answer-snapshot.ts'
import { byLanguage } from '#server/http/language.ts'
import { type Limits, limitByAddress } from '#server/http/limits.ts'
import { pageHeaders } from '#server/http/security.ts'
import type { Serve } from '#server/http/serve.ts'
import { keepSnapshot, type MaxStale, makeSnapshot } from '#server/snapshots.ts'
import { pageAt, pagesOf } from './community-pages.tsx'
import { currentYear } from './current-year.ts'
import { ENDPOINTS } from './features.ts'
import { furtherPages } from './further-pages.tsx'
import type { SiteLanguage } from './languages.ts'
import { createDocumentRenderer, type DocumentDeps, type DocumentInput } from './page-document.ts'
import { createScreens, signInHref } from './page-screens.ts'
import type { PageData } from './render.tsx'

export interface PageRoutesDeps extends Omit<DocumentDeps, 'thisYear'> {
  serve: Serve
  changes: Changes
  cdnUrl: string
  clock: () => Date
  development?: boolean
  /** The slugs that `:slug` stands for, by the page's path. */
  slugs: Readonly<Record<string, readonly string[]>>
  /** Pages whose content depends on their query, by path. Such a page is rendered for each request that has a query. */
  bySearch: Readonly<Record<string, (search: string, ip: string) => BySearch | Promise<BySearch>>>
  limits: Limits
  siteLanguageOf(language: Language): SiteLanguage
  languageOf(cookies: string | undefined): SiteLanguage
}

/**
 * What a query adds to the lists of its page: further lists, and replies to other endpoints by their addresses. Null
 * when the query is not valid: the request is then redirected to the page without it.
 */
type BySearch = { lists?: readonly Endpoint['path'][]; replies?: PageData['lists'] } | null

/** The most pages with a query that one address may open per minute. Each is rendered anew, and readers open few. */
const PAGES_BY_SEARCH = 60

type NamedIn = PageRoutesDeps['bySearch'][string]

/**
 * The player count in the navigation bar of every page. A page is not rendered again whenever a player joins or leaves:
 * the browser asks for the count itself a moment later, and then every minute.
 */
const IN_THE_BAR: Endpoint['path'] = '/api/game-server'
const BAR_MAY_BE_OLD = 5 * 60_000

/** The source file of a page: its path as a file name, unless the page names another. */
function sourceOf(page: Page): string {
  const name = page.path === '/' ? 'home' : page.path.slice(1).replaceAll('/', '-').replace(':', '')
  return `src/app/pages/${page.file ?? `${name}.tsx`}`
}

/**
 * Serves every page. A page for anyone is rendered signed out with its data. It is kept compressed under its own path
 * (never the query) and dropped when its data changes. A restricted page is a frame without data. People who may not
 * open it get one of the spec's screens.
 */
export function pageRoutes(deps: PageRoutesDeps) {
  const { serve, changes, origin, siteLanguageOf, languageOf } = deps
  const pages = pagesOf({ ...deps, further: furtherPages(deps.further) })
  const answers = snapshotAnswers(pageHeaders({ ...deps, styleSource: styleSource(deps.look.style) }))
  const { answer: answerSnapshot, answerDocument, write } = answers
  const { site } = deps.community
  const thisYear = currentYear(deps.clock, site.timeZone)
  const maxStale: MaxStale = { topics: ['game-server'], milliseconds: BAR_MAY_BE_OLD, clock: deps.clock }
  const htmlOf = createDocumentRenderer({ ...deps, thisYear })
  const make = async (input: DocumentInput, language: SiteLanguage) =>
    makeSnapshot(await htmlOf(input, language), 'text/html; charset=utf-8')
  const accessOf = (request: FastifyRequest) => pageAt(pages, request.routeOptions.url ?? '')?.access ?? 'member'
  const screens = createScreens({ ...deps, answers, make, accessOf, thisYear })

  const limitBySearch = limitByAddress(deps.limits, 'pages-by-search', PAGES_BY_SEARCH, 60)

  async function answerBySearch(request: FastifyRequest, reply: FastifyReply, input: DocumentInput, namedIn: NamedIn) {
    await limitBySearch(request.ip)
    const [, search = ''] = request.url.split('?', 2)
    const named = await namedIn(search, request.ip)
    if (named === null) return reply.header('cache-control', 'no-store').redirect(input.path, 303)
    const lists = new Set([...(input.lists ?? []), ...(named.lists ?? [])])
    const language = languageOf(request.headers.cookie)
    const { replies } = named
    return answerDocument(request, reply, await htmlOf({ ...input, search, lists: [...lists], replies }, language))
  }

  for (const page of pages) {
    for (const { path, lists } of addressesOf(page, deps.slugs)) {
      const shown = deps.queryGameServer !== null && page.access === 'anyone' ? [...lists, IN_THE_BAR] : lists
      const signIn = page.leadsBack && signInHref(false)
      const input = { path, source: sourceOf(page), lists: shown, preload: preloadOf(page), signIn }
      const keepIn = byLanguage(site, (language) => {
        const making = () => make(input, siteLanguageOf(language))
        return deps.development
          ? making
          : keepSnapshot(changes, topicsOf(lists), making, { maxStale, variant: thisYear })
      })
      const namedIn = deps.bySearch[path]
      serve.document(path, page.access, {
        keep: (cookies) => keepIn(cookies)(),
        write: deps.development || page.status !== undefined || namedIn !== undefined ? null : write,
        answer: (request, reply, snapshot) => {
          if (namedIn !== undefined && request.url.includes('?')) return answerBySearch(request, reply, input, namedIn)
          if (page.status !== undefined) void reply.code(page.status)
          return page.leadsBack
            ? screens.answerFilled(request, reply, snapshot, placeLeft(request, origin))
            : answerSnapshot(request, reply, snapshot)
        },
      })
    }
  }

  return screens
}

/** What the document of a restricted page requests at once: the session check, and what the page itself names. */
function preloadOf({ access, preload = [] }: Page): readonly string[] {
  const whoLooks: Endpoint['path'] = '/api/auth/check'
  return access === 'anyone' ? [] : [whoLooks, ...preload]
}

const TOPICS = new Map(
  ENDPOINTS.flatMap(({ method, path, topic }) => (method === 'GET' && topic !== null ? [[path, topic] as const] : [])),
)

/** The topics that make a page with these lists stale. */
const topicsOf = (lists: readonly Endpoint['path'][]): Topic[] => lists.flatMap((path) => TOPICS.get(path) ?? [])

/** Each address of a page, with the lists that are shown there. */
function addressesOf(
  { path, lists = [] }: Page,
  slugs: PageRoutesDeps['slugs'],
): { path: string; lists: readonly Endpoint['path'][] }[] {
  if (typeof lists !== 'function') return [{ path, lists }]
  return (slugs[path] ?? []).map((slug) => ({ path: path.replace(':slug', slug), lists: lists(slug) }))
}

/**
 * The page to return to after signing in: the denied page, which the server's redirect names, or else the page of this
 * site that linked here.
 */
function placeLeft({ query, headers }: FastifyRequest, origin: string): unknown {
  if (typeof query === 'object' && query !== null && 'returnTo' in query) return query.returnTo
  const { referer } = headers
  return referer?.startsWith(`${origin}/`) ? referer.slice(origin.length) : '/'
}
