import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { AUTH_PATH, useAuth, useBeforeLogout } from './use-auth.ts'

const EXPIRED = '/session-expired'

/** Leaves a page whose session has ended. What it still sends is refused, so there is nothing to ask about first. */
export function leaveEnded(queryClient: QueryClient): void {
  queryClient.getMutationCache().clear()
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
}
