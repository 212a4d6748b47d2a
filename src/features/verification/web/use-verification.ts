import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { signInWithEmailHref } from '#features/auth/web/use-auth.ts'
import { t } from '#lib/messages.ts'
import { CallFailed, send } from '#web/call.ts'
import type { startVerification } from '../contract.ts'

/** Spec sections 2 and 9. */
const WIDTH = 475
const HEIGHT = 700

/** Where Discord leads back to after it was asked for the e-mail address: the verification goes on there. */
const CONTINUE_AT = '/verify?continue=1'
/** How often it is looked whether the window is still there (ms): no event says so. */
const LOOK_EVERY = 500

export type VerificationState =
  | { status: 'idle' | 'opening' | 'open' }
  /** The browser let no window open. `ready`: it wants a press after the way to Discord. */
  | { status: 'blocked' | 'ready' }
  /** The window is gone: `early` before the provider's page was in it. */
  | { status: 'closed' | 'closed-early' }
  /** Discord was asked, and has no verified address to share. */
  | { status: 'no-email' }
  /** There was no token, so the window closed again. */
  | { status: 'failed'; why: string }

/**
 * Opens the provider's window. Inside the click, or browsers would block it, so it is empty until there is a token; it
 * closes again when there is none. 401 and 428 lead to sign-in (spec section 7), and back here it goes on by itself
 * where the browser lets a page open a window, else after one press. Any other failure raises TOKEN_FAILED.
 */
export function useVerification({ canStart }: { canStart: boolean }): {
  state: VerificationState
  start(): Promise<void>
} {
  const queryClient = useQueryClient()
  const [state, setState] = useState<VerificationState>({ status: 'idle' })
  const popup = useRef<Window | null>(null)
  const hasAskedDiscord = useRef(false)

  async function open(whenBlocked: 'blocked' | 'ready'): Promise<void> {
    if (popup.current?.closed === false) return popup.current.focus()
    const opened = window.open('about:blank', '_blank', popupFeatures())
    if (opened === null) return setState({ status: whenBlocked })
    popup.current = opened
    // The provider's page is not ours: it gets no hold of this one.
    opened.opener = null
    opened.document.title = t('Opening…')
    opened.document.documentElement.style.colorScheme = 'dark'
    setState({ status: 'opening' })
    try {
      const { popupUrl } = await send<typeof startVerification>('POST', '/api/verifypass/create-token')
      if (opened.closed) return setState({ status: 'closed-early' })
      opened.location.replace(popupUrl)
      setState({ status: 'open' })
      void queryClient.invalidateQueries({ queryKey: ['/api/verification'] })
    } catch (error) {
      opened.close()
      popup.current = null
      setState(afterFailure(error))
    }
  }

  function afterFailure(error: unknown): VerificationState {
    const status = error instanceof CallFailed ? error.status : null
    if (status === 428 && hasAskedDiscord.current) {
      hasAskedDiscord.current = false
      return { status: 'no-email' }
    }
    if (status === 401 || status === 428) {
      window.location.assign(signInWithEmailHref(CONTINUE_AT))
      return { status: 'idle' }
    }
    console.error(new Error('TOKEN_FAILED', { cause: error }))
    return { status: 'failed', why: error instanceof CallFailed ? error.message : t('Please try again in a minute.') }
  }

  const goOn = useEffectEvent(() => {
    if (!new URLSearchParams(window.location.search).has('continue')) return
    // A reload begins nothing.
    window.history.replaceState(window.history.state, '', '/verify')
    hasAskedDiscord.current = true
    void open('ready')
  })
  useEffect(() => {
    if (canStart) goOn()
  }, [canStart])

  const { status } = state
  useEffect(() => {
    if (status !== 'open') return
    const timer = setInterval(() => {
      if (popup.current?.closed !== false) setState({ status: 'closed' })
    }, LOOK_EVERY)
    return () => clearInterval(timer)
  }, [status])

  return { state, start: () => open('blocked') }
}

/** In the middle of this window, wherever that is. */
function popupFeatures(): string {
  const left = Math.round(window.screenX + (window.outerWidth - WIDTH) / 2)
  const top = Math.round(window.screenY + (window.outerHeight - HEIGHT) / 2)
  return `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`
}
