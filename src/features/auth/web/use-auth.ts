import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { NO_RIGHTS, type Rights } from '#lib/access.ts'
import { send } from '#web/call.ts'
import { queryAt } from '#web/queries.ts'
import { clearTabStorage } from '#web/tab-storage.ts'
import { useHydrated } from '#web/use-hydrated.ts'
import type { checkAuth, logout } from '../contract.ts'

/** The query key under which the signed-in person is cached. */
export const AUTH_PATH: (typeof checkAuth)['path'] = '/api/auth/check'

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
 * Who is signed in. A failed first check counts as signed out (spec section 8). A later check that fails signs nobody
 * out, because a short loss of network would otherwise interrupt people while they write.
 */
export function useAuth(): Auth {
  const { data, status } = useQuery(AUTH_QUERY)
  const isHydrated = useHydrated()
  // Public pages are rendered once for everybody, so the first render must not depend on who is signed in.
  if (!isHydrated || status === 'pending') return { status: 'loading' }
  if (!data?.ok) return { status: 'signed-out' }
  const { id, user, ok: _, lists: __, capabilities = [], ...rights } = data
  return { status: 'signed-in', id, user, rights: { ...rights, capabilities }, logout: logoutHere }
}

/** The rights of the viewer: none until they are known to be signed in. */
export const rightsOf = (auth: Auth): Rights => (auth.status === 'signed-in' ? auth.rights : NO_RIGHTS)

/**
 * Listeners that run before a logout. The live connection is one: it would otherwise take the logout for a forced one.
 */
const beforeLogout = new Set<() => void>()

export function useBeforeLogout(listener: () => void): void {
  useEffect(() => {
    beforeLogout.add(listener)
    return () => {
      beforeLogout.delete(listener)
    }
  }, [listener])
}

/** Ends the session and reloads the page, even if the server answers with an error (spec sections 4 and 8). */
async function logoutHere(): Promise<void> {
  for (const listener of beforeLogout) listener()
  await send<typeof logout>('POST', '/api/auth/logout').catch(() => undefined)
  clearTabStorage()
  window.location.reload()
}

/** The address of the Login button: sign in with Discord and return to this place. */
export function signInHref(returnTo: string): string {
  return `/api/auth/discord/start?returnTo=${encodeURIComponent(returnTo)}`
}

/**
 * The address of a sign-in at which Discord asks for consent again, also for the verified e-mail address (spec section
 * 7).
 */
export function signInWithEmailHref(returnTo: string): string {
  return `/auth/discord?prompt=consent&scope=identify%20email&returnTo=${encodeURIComponent(returnTo)}`
}
