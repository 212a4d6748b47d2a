import { QueryClient } from '@tanstack/react-query'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { checkAuth, findListPreferences } from '#features/auth/contract.ts'
import { NO_PREFERENCES } from '#lib/list-preferences.ts'

type Answers = Record<string, (query: URLSearchParams) => Response | Promise<Response>>

interface FakeServer {
  /** Replies by method and path, for example `GET /api/roster`. */
  answers: Answers
  asked: { call: string; query: URLSearchParams; body: Record<string, unknown> | undefined }[]
  /** The texts that the page copied to the clipboard. */
  copied: string[]
}

/** A fake server for page tests. A call without a prepared reply fails the test. */
export function fakeServer(usual: () => Answers): FakeServer {
  const server: FakeServer = { answers: {}, asked: [], copied: [] }
  beforeEach(() => {
    Object.assign(server, { answers: usual(), asked: [], copied: [] })
    vi.stubGlobal('fetch', async (address: string | URL | Request, init?: RequestInit) => {
      const { pathname, searchParams: query } = new URL(String(address), 'http://localhost')
      const call = `${init?.method} ${pathname}`
      server.asked.push({ call, query, body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined })
      const answer = server.answers[call]
      if (answer === undefined) throw new Error(`unexpected call: ${call}`)
      return answer(query)
    })
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void server.copied.push(text) },
    })
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  return server
}

export const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status })

const RIGHTS = { isOwner: false, isManagement: false, isStaff: true, isES: false, canESQuick: true }

/** A query client of a signed-in user with staff or other rights. `known` are replies by path. */
export function clientOfStaff(rights: object, known: Readonly<Record<string, unknown>> = {}): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })
  // The user has no stored preferences for any list.
  client.setQueryDefaults([findListPreferences.path], { initialData: { version: 0, preferences: NO_PREFERENCES } })
  const user = { username: 'priya', avatarUrl: '' }
  for (const [path, answer] of Object.entries({
    [checkAuth.path]: { ok: true, user, ...RIGHTS, ...rights },
    ...known,
  })) {
    client.setQueryData([path], answer)
  }
  return client
}
