import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { forgetTab } from '#web/tab-memory.ts'
import { AUTH_PATH, AUTH_QUERY, useAuth, useBeforeLogout } from './use-auth.ts'

const EXPIRED = '/session-expired'
/** Under this name a tab keeps who was signed in last. */
const PERSON = 'person'

/** Leaves a page whose session has ended. What it still sends is refused, so there is nothing to ask about first. */
export function leaveEnded(queryClient: QueryClient): void {
  queryClient.getMutationCache().clear()
  forgetTab()
  // Where one is already: loading it again could go on for ever.
  if (window.location.pathname === EXPIRED) void queryClient.invalidateQueries({ queryKey: [AUTH_PATH] })
  else window.location.assign(EXPIRED)
}

/** Leads an open page to /session-expired when its session has ended, but not when its person signs out. */
export function useSessionEnd(): void {
  const { status } = useAuth()
  const queryClient = useQueryClient()
  const hasSession = useRef(false)
  useBeforeLogout(
    useCallback(() => {
      hasSession.current = false
    }, []),
  )
  useEffect(() => {
    if (status === 'signed-in') hasSession.current = true
    if (status === 'signed-out' && hasSession.current) leaveEnded(queryClient)
  }, [status, queryClient])
  useForgettingOthers()
}

/** A tab that was put away while a session ended, or that somebody else signs in with, shows nothing of before. */
function useForgettingOthers(): void {
  const { data } = useQuery(AUTH_QUERY)
  // A check that failed says nothing of anybody.
  const person = data === undefined ? undefined : data.ok ? data.user.username : null
  useEffect(() => {
    if (person === undefined) return
    const before = personBefore()
    if (before !== null && before !== person) forgetTab()
    if (person !== null && before !== person) keepPerson(person)
  }, [person])
}

function personBefore(): string | null {
  try {
    return window.sessionStorage.getItem(PERSON)
  } catch {
    return null
  }
}

function keepPerson(person: string): void {
  try {
    window.sessionStorage.setItem(PERSON, person)
  } catch {
    // Then the tab keeps nothing else either.
  }
}
