import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignInProblem } from '#features/auth/contract.ts'
import { returnPath } from '#features/auth/rules.ts'
import type { AskGameServer } from '#features/game-server/server/gateway.ts'
import type { VerificationProvider } from '#features/verification/server/gateway.ts'
import type { Access } from '#lib/access.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import type { Language } from '#lib/languages.ts'
import type { Law } from '#lib/law.ts'
import { dateFormsOf } from '#lib/locale.ts'
import { PAGE_MEDIA } from '#lib/media.ts'
import { msg, type Speech } from '#lib/messages.ts'
import type { Navigation } from '#lib/navigation.ts'
import { HOME_IMAGE, type Page } from '#lib/page.ts'
import type { Part } from '#lib/part.ts'
import type { DepartmentPlace } from '#lib/site.ts'
import type { Topic } from '#lib/topics.ts'
import type { Changes } from '#server/changes.ts'
import type { Community } from '#server/config/community.ts'
import { type Look, styleSource } from '#server/config/look.ts'
import { answerHttpError } from '#server/http/answer-error.ts'
import { snapshotAnswers } from '#server/http/answer-snapshot.ts'
import { HttpError } from '#server/http/http-error.ts'
import { byLanguage } from '#server/http/language.ts'
import { type Limits, limitByAddress } from '#server/http/limits.ts'
import { pageHeaders } from '#server/http/security.ts'
import type { Serve } from '#server/http/serve.ts'
import type { Assets } from '#server/pages/assets.ts'
import { documentOf } from '#server/pages/document.ts'
import type { Media } from '#server/pages/media.ts'
import { keepSnapshot, type MaxStale, makeSnapshot, type Snapshot } from '#server/snapshots.ts'
import { ENDPOINTS } from './features.ts'
import type { SiteLanguage } from './languages.ts'
import type { PageData, Renderer } from './render.tsx'
import { pageAt, pagesOf } from './routes.tsx'
import type { Screen } from './screens.tsx'

export interface PageRoutesDeps {
  serve: Serve
  changes: Changes
  community: Community
  departments: readonly DepartmentPlace[]
  off: readonly Part[]
  /** What the community calls pages, where the site calls them something else. */
  titles: Readonly<Record<string, string>>
  navigation: Navigation
  law: Law | null
  look: Look
  hasSupporters: boolean
  origin: string
  cdnUrl: string
  isDemo: boolean
  verification: VerificationProvider | null
  askGameServer: AskGameServer | null
  development?: boolean
  clock: () => Date
  assets: Assets
  media: Media
  renderer: Renderer
  /** The names that `:slug` stands for, by the page's path. */
  slugs: Readonly<Record<string, readonly string[]>>
  /**
   * Pages that show what their query says, by their path: the further lists that it names, or null where it is not ours
   * and nothing of it is shown. Made for each request.
   */
  listsBySearch: Readonly<Record<string, (search: string) => readonly Endpoint['path'][] | null>>
  limits: Limits
  spoken(language: Language): SiteLanguage
  languageOf(cookies: string | undefined): SiteLanguage
}

/** Pages by their query, a minute: each is work, and readers open few. */
const PAGES_BY_SEARCH = 60

type NamedIn = PageRoutesDeps['listsBySearch'][string]

/** What a document is made of. */
interface Wanted {
  path: string
  /** The page's file. */
  source?: string
  /** What stands there in place of a page. */
  screen?: Screen
  lists?: readonly Endpoint['path'][]
  preload?: readonly string[]
  signIn?: string
  search?: string
}

/** The address of nothing: what screens are rendered at, so that no page is matched. */
const SCREEN_PATH = '/404'

/**
 * Stand in a kept document for what only a request knows. They are the same text in markup, in JSON and in an address,
 * and so is what takes their place.
 */
const BLANKS = { returnTo: 'RETURN-TO', requestId: 'REQUEST-ID' }
const HAS_BLANKS = new RegExp(Object.values(BLANKS).join('|'))

/** Where signing in begins that leads back; `asksEmail` where the e-mail address was asked for too. */
const signInHref = (asksEmail: boolean) =>
  `/auth/discord?${asksEmail ? 'prompt=consent&scope=identify%20email&' : ''}returnTo=${BLANKS.returnTo}`

/**
 * What the navigation bar of every page shows. Pages are not made anew for each player who comes or goes: the browser
 * asks for the count itself a moment later, and every minute.
 */
const IN_THE_BAR: Endpoint['path'] = '/api/game-server'
const BAR_MAY_BE_OLD = 5 * 60_000

/** A page's file is its path, unless it says another. */
function sourceOf(page: Page): string {
  const name = page.path === '/' ? 'home' : page.path.slice(1).replaceAll('/', '-').replace(':', '')
  return `src/app/pages/${page.file ?? `${name}.tsx`}`
}

/**
 * Serves every page. One for anyone is rendered signed out with its data, kept compressed under its own path (never the
 * query) and dropped when its data changes. One for some is a frame without data, refused to others with the spec's
 * screens.
 */
export function pageRoutes(deps: PageRoutesDeps) {
  const { serve, changes, origin, departments, off, titles, navigation } = deps
  const pages = pagesOf(departments, off, titles)
  const {
    answer: answerSnapshot,
    answerDocument,
    write,
  } = snapshotAnswers(pageHeaders({ ...deps, styleSource: styleSource(deps.look.style) }))
  const screens = new Map<string, Promise<Snapshot>>()
  const { site } = deps.community
  const { spoken, languageOf } = deps
  const dates = dateFormsOf(site)
  const hasGameServer = deps.askGameServer !== null
  // A page whose own picture a community has not drawn is shown with that of the home page.
  const pictureOf = (name: string) => (name.startsWith('/media/social/') && !deps.media.has(name) ? HOME_IMAGE : name)
  const ofPages = PAGE_MEDIA.filter((name) => deps.media.has(pictureOf(name)))
  const pageMedia = Object.fromEntries(ofPages.map((name) => [name, deps.media.addressOf(pictureOf(name))]))
  const isFilmOff = !ofPages.includes('/media/hero.webm') && !ofPages.includes('/media/hero.mp4')
  const thisYear = () => deps.clock().getUTCFullYear()
  const maxStale: MaxStale = { topics: ['game-server'], milliseconds: BAR_MAY_BE_OLD, clock: deps.clock }

  /** What these lists answer now. One whose source is down is left out: the browser asks for it itself. */
  async function filledIn(lists: readonly Endpoint['path'][]): Promise<PageData['lists']> {
    const replies = lists.map(async (list): Promise<PageData['lists']> => {
      try {
        return [[list, await serve.reply(list)]]
      } catch (error) {
        if (error instanceof HttpError && error.status === 503) return []
        throw error
      }
    })
    return (await Promise.all(replies)).flat()
  }

  async function htmlOf(wanted: Wanted, { speech, messages }: SiteLanguage): Promise<string> {
    const { language } = speech
    const { path, source = null, screen = null, lists = [], preload = [], signIn, search } = wanted
    const data: PageData = {
      content: {
        site,
        isDemo: deps.isDemo,
        origin,
        departments,
        off,
        titles,
        law: deps.law,
        dates,
        navigation,
        year: thisYear(),
        isVerificationOff: deps.verification === null,
        isSupportersPageOff: !deps.hasSupporters,
        hasGameServer,
        drawings: deps.look.drawings,
        isFilmOff,
        signInHref: signIn,
        media: pageMedia,
      },
      screen,
      language,
      messages: Object.keys(messages).length === 0 ? undefined : messages,
      search,
      lists: await filledIn(lists),
    }
    const rendered = await deps.renderer.render(path, data, speech)
    return documentOf({
      ...rendered,
      language,
      failure: {
        text: speech.t(
          'Part of this page could not be loaded, so it does not work. Check your connection and refresh.',
        ),
        refresh: speech.t('Refresh'),
      },
      tags: deps.assets.tags(source, language, preload.length > 0),
      script: deps.assets.script(language, preload.length > 0),
      data,
      preload,
      media: deps.media.addressOf,
      look: deps.look,
    })
  }

  const make = async (wanted: Wanted, language: SiteLanguage) =>
    makeSnapshot(await htmlOf(wanted, language), 'text/html; charset=utf-8')

  /** Sends a kept document, its blanks filled in for this request. */
  function answerFilled(request: FastifyRequest, reply: FastifyReply, snapshot: Snapshot, returnTo: unknown) {
    const html = snapshot.plain.toString()
    if (!HAS_BLANKS.test(html)) return answerSnapshot(request, reply, snapshot)
    const path = encodeURIComponent(returnPath(returnTo, origin))
    const filled = html.replaceAll(BLANKS.returnTo, () => path).replaceAll(BLANKS.requestId, request.id)
    return answerDocument(request, reply, filled)
  }

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    screen: Screen,
    status: number,
    { returnTo = request.url, asksEmail = false } = {},
  ) {
    const language = languageOf(request.headers.cookie)
    const key = JSON.stringify([screen, asksEmail, thisYear(), language.speech.language])
    let kept = deps.development ? undefined : screens.get(key)
    if (kept === undefined) {
      const signIn = offersSignIn(screen) ? signInHref(asksEmail) : undefined
      kept = make({ path: SCREEN_PATH, screen, signIn }, language)
      kept.catch(() => screens.delete(key))
      screens.set(key, kept)
    }
    void reply.code(status).header('cache-control', 'no-store')
    return answerFilled(request, reply, await kept, returnTo)
  }

  const limitBySearch = limitByAddress(deps.limits, 'pages-by-search', PAGES_BY_SEARCH, 60)

  async function answerBySearch(request: FastifyRequest, reply: FastifyReply, wanted: Wanted, namedIn: NamedIn) {
    await limitBySearch(request.ip)
    const [, search = ''] = request.url.split('?', 2)
    const named = search === '' ? [] : namedIn(search)
    if (named === null) return reply.header('cache-control', 'no-store').redirect(wanted.path, 303)
    const lists = new Set([...(wanted.lists ?? []), ...named])
    const language = languageOf(request.headers.cookie)
    return answerDocument(request, reply, await htmlOf({ ...wanted, search, lists: [...lists] }, language))
  }

  const accessOf = (request: FastifyRequest) => pageAt(pages, request.routeOptions.url ?? '')?.access ?? 'member'

  for (const page of pages) {
    for (const { path, lists } of addressesOf(page, deps.slugs)) {
      const shown = hasGameServer && page.access === 'anyone' ? [...lists, IN_THE_BAR] : lists
      const signIn = page.leadsBack && signInHref(false)
      const wanted = { path, source: sourceOf(page), lists: shown, preload: preloadOf(page), signIn }
      const keepIn = byLanguage(site, (language) => {
        const making = () => make(wanted, spoken(language))
        return deps.development
          ? making
          : keepSnapshot(changes, topicsOf(lists), making, { maxStale, variant: thisYear })
      })
      const namedIn = deps.listsBySearch[path]
      serve.document(path, page.access, {
        keep: (cookies) => keepIn(cookies)(),
        write: deps.development || page.status !== undefined || namedIn !== undefined ? null : write,
        answer: (request, reply, snapshot) => {
          if (namedIn !== undefined) return answerBySearch(request, reply, wanted, namedIn)
          if (page.status !== undefined) void reply.code(page.status)
          return page.leadsBack
            ? answerFilled(request, reply, snapshot, placeLeft(request, origin))
            : answerSnapshot(request, reply, snapshot)
        },
      })
    }
  }

  return {
    showProblem: (
      request: FastifyRequest,
      reply: FastifyReply,
      problem: SignInProblem,
      status: number,
      attempt: { returnTo: string; asksEmail: boolean },
    ) => show(request, reply, { name: 'sign-in-problem', problem }, status, attempt),

    /** A failure as its caller can read it: the API's error body, or for a page the spec's screen. */
    answerFailure: async (request: FastifyRequest, reply: FastifyReply, failure: HttpError) => {
      const { speech } = languageOf(request.headers.cookie)
      if (!wantsPage(request)) return answerHttpError(reply, failure, speech)
      if (failure.code === 'session_ended') {
        return reply.redirect(`/session-expired?returnTo=${encodeURIComponent(request.url)}`, 303)
      }
      const { retryAfter } = failure.more
      if (retryAfter !== undefined) void reply.header('retry-after', String(Math.ceil(retryAfter)))
      try {
        return await show(request, reply, screenOf(failure, accessOf(request), speech), failure.status)
      } catch (error) {
        request.log.error({ err: error, requestId: request.id }, 'a screen could not be rendered')
        return answerHttpError(
          reply,
          new HttpError(500, 'unexpected', msg('Something went wrong. Please refresh.')),
          speech,
        )
      }
    },
  }
}

/** What a page for some asks for at once: who looks, and what it says itself. */
function preloadOf({ access, preload = [] }: Page): readonly string[] {
  const whoLooks: Endpoint['path'] = '/api/auth/check'
  return access === 'anyone' ? [] : [whoLooks, ...preload]
}

/** What makes a page of these lists stale. */
function topicsOf(lists: readonly Endpoint['path'][]): Topic[] {
  return ENDPOINTS.flatMap(({ method, path, topic }) =>
    method === 'GET' && topic !== null && lists.includes(path) ? [topic] : [],
  )
}

/** Each address of a page that exists, with the lists that it shows there. */
function addressesOf(
  { path, lists = [] }: Page,
  slugs: PageRoutesDeps['slugs'],
): { path: string; lists: readonly Endpoint['path'][] }[] {
  if (typeof lists !== 'function') return [{ path, lists }]
  return (slugs[path] ?? []).map((slug) => ({ path: path.replace(':slug', slug), lists: lists(slug) }))
}

/** The page that was refused, which the server's redirect names, or the open page that led here. */
function placeLeft({ query, headers }: FastifyRequest, origin: string): unknown {
  if (typeof query === 'object' && query !== null && 'returnTo' in query) return query.returnTo
  const { referer } = headers
  return referer?.startsWith(`${origin}/`) ? referer.slice(origin.length) : '/'
}

/** Reads of anything but the API and files are people opening pages. */
function wantsPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const path = request.url.split('?')[0] ?? ''
  if (path.startsWith('/api/') && path !== '/api/auth/discord/start' && path !== '/api/docs') return false
  return !/^\/(assets|media)\//.test(path)
}

const offersSignIn = (screen: Screen) =>
  screen.name === 'sign-in-problem' || (screen.name === 'access-denied' && screen.isSignedOut)

function screenOf(failure: HttpError, access: Access, speech: Speech): Screen {
  switch (failure.status) {
    case 401:
    case 403:
      return { name: 'access-denied', access, isSignedOut: failure.status === 401 }
    case 404:
      return { name: 'not-found' }
    case 429:
      return { name: 'rate-limit' }
    case 500:
      return { name: 'error', why: speech.t('If it happens again, tell us and quote {id}.', { id: BLANKS.requestId }) }
    default:
      return { name: 'error', why: failure.messageIn(speech) }
  }
}
