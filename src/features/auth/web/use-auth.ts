import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Rights } from '#lib/access.ts'
import { send } from '#web/call.ts'
import { queryAt } from '#web/queries.ts'
import { forgetTab } from '#web/tab-memory.ts'
import { useHydrated } from '#web/use-hydrated.ts'
import type { checkAuth, logout } from '../contract.ts'

/** Under this path queries keep who is signed in. */
export const AUTH_PATH: (typeof checkAuth)['path'] = '/api/auth/check'

/** Asks who is signed in. */
export const AUTH_QUERY = { ...queryAt<typeof checkAuth>(AUTH_PATH), retry: false, staleTime: 60_000 }

export type Auth =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | {
      status: 'signed-in'
      id?: string | undefined
      user: { username: string; avatarUrl: string }
      rights: Rights
      logout(): Promise<void>
    }

/**
 * Who is signed in. A failed check counts as signed out (spec section 8), but a later one that fails does not sign
 * anybody out: a moment without network would throw people out of what they are writing.
 */
export function useAuth(): Auth {
  const { data, status } = useQuery(AUTH_QUERY)
  const isHydrated = useHydrated()
  // Public pages are rendered once for everybody, so the first thing shown is always the unknown visitor.
  if (!isHydrated || status === 'pending') return { status: 'loading' }
  if (!data?.ok) return { status: 'signed-out' }
  const { id, user, ok: _, lists: __, capabilities = [], ...rights } = data
  return { status: 'signed-in', id, user, rights: { ...rights, capabilities }, logout: logoutHere }
}

/** Listeners that must know before a logout, such as the live connection, which would take it for a forced one. */
const beforeLogout = new Set<() => void>()

export function useBeforeLogout(listener: () => void): void {
  useEffect(() => {
    beforeLogout.add(listener)
    return () => {
      beforeLogout.delete(listener)
    }
  }, [listener])
}

/** Ends the session, whatever the server answers, and loads the page anew (spec sections 4 and 8). */
async function logoutHere(): Promise<void> {
  for (const listener of beforeLogout) listener()
  await send<typeof logout>('POST', '/api/auth/logout').catch(() => undefined)
  forgetTab()
  window.location.reload()
}

/** Where the Login button leads: sign in with Discord and come back to this place. */
export function signInHref(returnTo: string): string {
  return `/api/auth/discord/start?returnTo=${encodeURIComponent(returnTo)}`
}

/** The same, and Discord asks again, for the verified e-mail address too (spec section 7). */
export function signInWithEmailHref(returnTo: string): string {
  return `/auth/discord?prompt=consent&scope=identify%20email&returnTo=${encodeURIComponent(returnTo)}`
}
