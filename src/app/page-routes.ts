import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SignInProblem } from '#features/auth/contract.ts'
import type { VerificationProvider } from '#features/verification/server/gateway.ts'
import type { Page } from '#lib/page.ts'
import type { Changes } from '#server/changes.ts'
import type { Community } from '#server/config/community.ts'
import { answerRefusal } from '#server/http/answer-error.ts'
import { snapshotAnswers } from '#server/http/answer-snapshot.ts'
import { Refusal } from '#server/http/refusal.ts'
import { pageHeaders } from '#server/http/security.ts'
import type { Door, Serve } from '#server/http/serve.ts'
import type { Assets } from '#server/pages/assets.ts'
import { documentOf } from '#server/pages/document.ts'
import { keepSnapshot, makeSnapshot, type Snapshot } from '#server/snapshots.ts'
import type { PageData, Rendered } from './render.tsx'
import { PAGES } from './routes.tsx'
import type { Screen } from './screens.tsx'

/** The React side of the pages, as the server sees it: built beside it, or made by Vite during development. */
export interface Renderer {
  render(path: string, data: PageData): Promise<Rendered>
}

export interface PageRoutesDeps {
  app: FastifyInstance
  serve: Serve
  door: Door
  changes: Changes
  community: Community
  origin: string
  cdnUrl: string
  isDemo: boolean
  verification: VerificationProvider | null
  development?: boolean
  clock: () => Date
  assets: Assets
  renderer: Renderer
}

/** The address of nothing: what screens are rendered at, so that no page is matched. */
const SCREEN_PATH = '/404'

/** A page's file is its path. */
function sourceOf(page: Page): string {
  return `src/app/pages/${page.path === '/' ? 'home' : page.path.slice(1).replaceAll('/', '-')}.tsx`
}

/**
 * Serves every page: rendered signed out for everybody, kept compressed under its own path (never the query) and
 * dropped when what it shows changes. A page for some is refused to others with the spec's screens.
 */
export function pageRoutes(deps: PageRoutesDeps) {
  const { app, serve, door, changes } = deps
  const answerSnapshot = snapshotAnswers(pageHeaders(deps))
  const screens = new Map<string, Promise<Snapshot>>()

  async function make(path: string, source: string | null, screen: Screen | null, page?: Page): Promise<Snapshot> {
    const data: PageData = {
      content: {
        site: deps.community.site,
        isDemo: deps.isDemo,
        year: deps.clock().getUTCFullYear(),
        isVerificationOff: deps.verification === null,
      },
      screen,
      lists: await Promise.all(
        (page?.lists ?? []).map(async (list): Promise<[string, unknown]> => [list.path, await serve.reply(list)]),
      ),
    }
    const rendered = await deps.renderer.render(path, data)
    const html = documentOf({ ...rendered, tags: deps.assets.tags(source), data })
    return makeSnapshot(html, 'text/html; charset=utf-8')
  }

  async function show(request: FastifyRequest, reply: FastifyReply, screen: Screen, status: number) {
    const key = JSON.stringify(screen)
    let kept = deps.development ? undefined : screens.get(key)
    if (kept === undefined) {
      kept = make(SCREEN_PATH, null, screen)
      kept.catch(() => screens.delete(key))
      screens.set(key, kept)
    }
    void reply.code(status).header('cache-control', 'no-store')
    return answerSnapshot(request, reply, await kept)
  }

  for (const page of PAGES) {
    const kept = deps.development
      ? () => make(page.path, sourceOf(page), null, page)
      : keepSnapshot(changes, page.topics ?? [], () => make(page.path, sourceOf(page), null, page))
    app.get(page.path, async (request, reply) => {
      if (page.access !== 'anyone') await door.open(page.access, request)
      const made = kept()
      if (page.status !== undefined) void reply.code(page.status)
      return answerSnapshot(request, reply, made instanceof Promise ? await made : made)
    })
  }

  return {
    showProblem: (request: FastifyRequest, reply: FastifyReply, problem: SignInProblem, status: number) =>
      show(request, reply, { name: 'sign-in-problem', problem }, status),

    /** A failure as its caller can read it: the API's error body, or for a page the spec's screen. */
    answerFailure: async (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => {
      if (!wantsPage(request)) return answerRefusal(reply, refusal)
      if (refusal.code === 'session_ended') return reply.redirect('/session-expired', 303)
      const { retryAfter } = refusal.more
      if (retryAfter !== undefined) void reply.header('retry-after', String(Math.ceil(retryAfter)))
      try {
        return await show(request, reply, screenOf(request, refusal), refusal.status)
      } catch (error) {
        request.log.error({ err: error, requestId: request.id }, 'a screen could not be rendered')
        return answerRefusal(reply, new Refusal(500, 'unexpected', 'Something went wrong. Please refresh.'))
      }
    },
  }
}

/** Reads of anything but the API and files are people opening pages. */
function wantsPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const path = request.url.split('?')[0] ?? ''
  if (path.startsWith('/api/') && path !== '/api/auth/discord/start' && path !== '/api/docs') return false
  return !/^\/(assets|media)\//.test(path)
}

function screenOf(request: FastifyRequest, refusal: Refusal): Screen {
  switch (refusal.status) {
    case 401:
    case 403: {
      const page = PAGES.find(({ path }) => path === request.routeOptions.url)
      return { name: 'access-denied', access: page?.access ?? 'member' }
    }
    case 404:
      return { name: 'not-found' }
    case 429:
      return { name: 'rate-limit' }
    default:
      return { name: 'error' }
  }
}
