import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { clearTabStorage } from '#web/tab-storage.ts'
import { readTabText, writeTabText } from '#web/tab-text.ts'
import { AUTH_PATH, AUTH_QUERY, useAuth, useBeforeLogout } from './use-auth.ts'

const EXPIRED = '/session-expired'
/** The sessionStorage key for the name of the person who was last signed in in this tab. */
const PERSON = 'person'

/**
 * Leaves a page whose session has ended. Unsaved changes need no confirmation, because the server would refuse them.
 */
export function leaveEnded(queryClient: QueryClient): void {
  queryClient.getMutationCache().clear()
  clearTabStorage()
  // The page is already open: loading it again could loop forever.
  if (window.location.pathname === EXPIRED) void queryClient.invalidateQueries({ queryKey: [AUTH_PATH] })
  else window.location.assign(EXPIRED)
}

/** Opens /session-expired when the session of an open page has ended, but not when the person signs out. */
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

/** Clears what the tab remembers when a different person, or nobody, is signed in than before. */
function useForgettingOthers(): void {
  const { data } = useQuery(AUTH_QUERY)
  // A failed check says nothing about who is signed in.
  const person = data === undefined ? undefined : data.ok ? data.user.username : null
  useEffect(() => {
    if (person === undefined) return
    const before = readTabText(PERSON)
    if (before !== '' && before !== person) clearTabStorage()
    if (person !== null && before !== person) writeTabText(PERSON, person)
  }, [person])
}
