import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useAuth, useBeforeLogout } from './use-auth.ts'

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
    if (status !== 'signed-out' || !hasSession.current) return
    // What is still being sent is refused: nothing to ask about before the page goes.
    queryClient.getMutationCache().clear()
    window.location.assign('/session-expired')
  }, [status, queryClient])
}
