import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { NO_RIGHTS } from '#lib/access.ts'
import { endpoint } from '#lib/endpoint.ts'
import { call } from '#web/call.ts'
import { queryOf } from '#web/queries.ts'
import { createQueryClient } from '#web/query-client.ts'
import { checkAuth } from '../contract.ts'
import { signInHref, useAuth } from './use-auth.ts'
import { useSessionEnd } from './use-session-end.ts'

const PRIYA = { ok: true, user: { username: 'priya', avatarUrl: '' }, ...NO_RIGHTS, isStaff: true, canESQuick: true }
const ENDED = { ok: false, error: { code: 'session_ended', message: 'Your session has ended.' } }
const listView = endpoint({ method: 'GET', path: '/api/items', access: 'staff', summary: '', reply: z.object({}) })
const addView = endpoint({ method: 'POST', path: '/api/items', access: 'staff', summary: '', reply: z.object({}) })

/** The server's answers by `METHOD path`. */
let answers: Record<string, () => Response | Promise<Response>>
let asked: string[]
const leftFor: string[] = []

beforeEach(() => {
  asked = []
  answers = {
    'GET /api/auth/check': () => Response.json(PRIYA),
    'POST /api/auth/logout': () => Response.json({ ok: true }),
  }
  vi.stubGlobal('fetch', async (path: string, { method }: { method: string }) => {
    asked.push(`${method} ${path}`)
    return answers[`${method} ${path}`]?.() ?? Response.json({}, { status: 404 })
  })
  vi.spyOn(window.location, 'assign').mockImplementation((to) => void leftFor.push(String(to)))
  vi.spyOn(window.location, 'reload').mockImplementation(() => void leftFor.push('(again)'))
})
afterEach(() => {
  cleanup()
  window.sessionStorage.clear()
  leftFor.length = 0
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function page<T>(use: () => T) {
  const client = createQueryClient({
    onRefused: (refused) => void refused.invalidateQueries({ queryKey: [checkAuth.path] }),
    onUnhandled: () => undefined,
  })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(
    () => {
      useSessionEnd()
      return { auth: useAuth(), more: use() }
    },
    { wrapper },
  ).result
}
const nothing = () => null

describe('The signed-in person', () => {
  it('the sign-in state is unknown at first, then has name and rights', async () => {
    const result = page(nothing)
    expect(result.current.auth.status).toBe('loading')
    await waitFor(() =>
      expect(result.current.auth).toMatchObject({
        status: 'signed-in',
        user: { username: 'priya' },
        rights: { isStaff: true, isOwner: false },
      }),
    )
  })

  it.each([
    ['says so', () => Response.json({ ok: false })],
    ['fails', () => Response.json(ENDED, { status: 500 })],
    ['is limited', () => Response.json({}, { status: 429 })],
    ['cannot be reached', () => Promise.reject(new TypeError('offline'))],
    ['is no JSON', () => new Response('<html>')],
  ])('nobody is signed in if the check %s, without an error or a retry', async (_, answer) => {
    answers['GET /api/auth/check'] = answer
    const result = page(nothing)
    await waitFor(() => expect(result.current.auth.status).toBe('signed-out'))
    expect(asked).toEqual(['GET /api/auth/check'])
    expect(leftFor).toEqual([])
  })

  it('signing in returns to the page with its query and fragment', () => {
    expect(signInHref('/ten-codes?q=10-4#c')).toBe('/api/auth/discord/start?returnTo=%2Ften-codes%3Fq%3D10-4%23c')
  })
})

describe('Private data in a tab', () => {
  const kept = () => window.sessionStorage.getItem('assistant')
  beforeEach(() => window.sessionStorage.setItem('assistant', '[]'))
  const known = (result: { current: { auth: { status: string } } }, status: string) =>
    waitFor(() => expect(result.current.auth.status).toBe(status))

  it('private data is removed when the person signs out', async () => {
    const result = page(nothing)
    await known(result, 'signed-in')
    if (result.current.auth.status === 'signed-in') await result.current.auth.logout()
    expect(kept()).toBeNull()
  })

  it('private data is removed when the session ends', async () => {
    const result = page(() => useQuery({ ...queryOf(listView), enabled: false }))
    await known(result, 'signed-in')
    answers['GET /api/auth/check'] = () => Response.json({ ok: false })
    answers['GET /api/items'] = () => Response.json(ENDED, { status: 401 })
    await act(() => result.current.more.refetch())
    await waitFor(() => expect(kept()).toBeNull())
  })

  it.each([
    ['nobody', { ok: false }],
    ['somebody else', { ...PRIYA, user: { username: 'dana', avatarUrl: '' } }],
  ])('private data is removed when the next page of the tab finds %s signed in', async (_, check) => {
    await known(page(nothing), 'signed-in')
    cleanup()
    answers['GET /api/auth/check'] = () => Response.json(check)
    page(nothing)
    await waitFor(() => expect(kept()).toBeNull())
  })

  it('private data stays when a visitor signs in, on the next page, and when a check fails', async () => {
    answers['GET /api/auth/check'] = () => Response.json({ ok: false })
    await known(page(nothing), 'signed-out')
    cleanup()
    answers['GET /api/auth/check'] = () => Response.json(PRIYA)
    await known(page(nothing), 'signed-in')
    cleanup()
    answers['GET /api/auth/check'] = () => Response.json({}, { status: 500 })
    await known(page(nothing), 'signed-out')
    expect(kept()).toBe('[]')
  })
})

describe('An ended session', () => {
  it('an open page goes to /session-expired when a list is denied', async () => {
    const result = page(() => useQuery({ ...queryOf(listView), enabled: false }))
    await waitFor(() => expect(result.current.auth.status).toBe('signed-in'))
    answers['GET /api/auth/check'] = () => Response.json({ ok: false })
    answers['GET /api/items'] = () => Response.json(ENDED, { status: 401 })
    await act(() => result.current.more.refetch())
    await waitFor(() => expect(leftFor).toEqual(['/session-expired']))
  })

  it('an open page goes to /session-expired when a write is denied', async () => {
    const result = page(() => useMutation({ mutationFn: () => call(addView) }))
    await waitFor(() => expect(result.current.auth.status).toBe('signed-in'))
    answers['GET /api/auth/check'] = () => Response.json({ ok: false })
    answers['POST /api/items'] = () => Response.json(ENDED, { status: 401 })
    act(() => result.current.more.mutate())
    await waitFor(() => expect(leftFor).toEqual(['/session-expired']))
  })

  it('/session-expired does not redirect to itself', async () => {
    window.history.replaceState(null, '', '/session-expired')
    const result = page(() => useQuery({ ...queryOf(listView), enabled: false }))
    await waitFor(() => expect(result.current.auth.status).toBe('signed-in'))
    answers['GET /api/auth/check'] = () => Response.json({ ok: false })
    answers['GET /api/items'] = () => Response.json(ENDED, { status: 401 })
    await act(() => result.current.more.refetch())
    await waitFor(() => expect(result.current.auth.status).toBe('signed-out'))
    expect(leftFor).toEqual([])
    window.history.replaceState(null, '', '/')
  })

  it('a session that another tab renewed continues', async () => {
    const result = page(() => useQuery({ ...queryOf(listView), enabled: false }))
    await waitFor(() => expect(result.current.auth.status).toBe('signed-in'))
    answers['GET /api/items'] = () => Response.json(ENDED, { status: 401 })
    await act(() => result.current.more.refetch())
    expect(asked.filter((one) => one === 'GET /api/auth/check')).toHaveLength(2)
    expect(leftFor).toEqual([])
  })
})

it('a denied call for a missing role checks the sign-in again, and the page updates', async () => {
  const result = page(() => useQuery({ ...queryOf(listView), enabled: false }))
  await waitFor(() => expect(result.current.auth.status).toBe('signed-in'))
  answers['GET /api/auth/check'] = () => Response.json({ ...PRIYA, isStaff: false })
  answers['GET /api/items'] = () =>
    Response.json({ ok: false, error: { code: 'not_allowed', message: '' } }, { status: 403 })
  await act(() => result.current.more.refetch())
  await waitFor(() => expect(result.current.auth).toMatchObject({ status: 'signed-in', rights: { isStaff: false } }))
  expect(leftFor).toEqual([])
})

it('a later check that fails signs nobody out', async () => {
  const result = page(() => useQuery({ ...queryOf(listView), enabled: false }))
  await waitFor(() => expect(result.current.auth.status).toBe('signed-in'))
  answers['GET /api/auth/check'] = () => Response.json({}, { status: 503 })
  answers['GET /api/items'] = () => Response.json({}, { status: 403 })
  await act(() => result.current.more.refetch())
  await waitFor(() => expect(asked.filter((one) => one === 'GET /api/auth/check')).toHaveLength(2))
  expect([result.current.auth.status, leftFor]).toEqual(['signed-in', []])
})

describe('Logging out', () => {
  it.each([
    ['', () => Response.json({ ok: true })],
    [', even when the server fails', () => Response.json({}, { status: 500 })],
  ])('logging out calls the server and reloads the page%s', async (_, answer) => {
    answers['POST /api/auth/logout'] = answer
    const result = page(nothing)
    await waitFor(() => expect(result.current.auth.status).toBe('signed-in'))
    const { auth } = result.current
    answers['GET /api/auth/check'] = () => Response.json({ ok: false })
    await act(async () => auth.status === 'signed-in' && (await auth.logout()))
    expect(asked.at(-1)).toBe('POST /api/auth/logout')
    expect(leftFor).toEqual(['(again)'])
  })
})
