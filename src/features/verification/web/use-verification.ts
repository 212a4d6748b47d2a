import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { signInWithEmailHref } from '#features/auth/web/use-auth.ts'
import { t } from '#lib/messages.ts'
import { CallFailed, send } from '#web/call.ts'
import type { startVerification } from '../contract.ts'

/** The size of the window (spec sections 2 and 9). */
const WIDTH = 475
const HEIGHT = 700

/** The address to which Discord returns after granting the e-mail address. The verification continues there. */
const CONTINUE_AT = '/verify?continue=1'
/** How often to check whether the window was closed, in milliseconds. No event reports it. */
const POPUP_POLL_EVERY = 500

export type VerificationState =
  | { status: 'idle' | 'opening' | 'open' }
  /** The browser blocked the window. `ready` means that the user has returned from Discord and must press once. */
  | { status: 'blocked' | 'ready' }
  /** The window was closed. With `closed-early`, before the provider's page was loaded. */
  | { status: 'closed' | 'closed-early' }
  /** Discord was asked, but has no verified address to share. */
  | { status: 'no-email' }
  /** There was no token, so the window was closed again. */
  | { status: 'failed'; why: string }

/**
 * Opens the provider's window. It must open inside the click, because browsers block it otherwise. It stays empty until
 * there is a token, and closes when there is none. After 401 and 428 the user signs in (spec section 7). On the way
 * back the verification continues by itself if the browser allows a page to open a window, otherwise after one press.
 * Any other failure raises TOKEN_FAILED.
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
    // The provider's page must not have access to this window.
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
    // A reload must not start another verification.
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
    }, POPUP_POLL_EVERY)
    return () => clearInterval(timer)
  }, [status])

  return { state, start: () => open('blocked') }
}

/** Centres the window over the current one. */
function popupFeatures(): string {
  const left = Math.round(window.screenX + (window.outerWidth - WIDTH) / 2)
  const top = Math.round(window.screenY + (window.outerHeight - HEIGHT) / 2)
  return `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`
}
