import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { signInWithEmailHref } from '#features/auth/web/use-auth.ts'
import { CallFailed, send } from '#web/call.ts'
import type { startVerification } from '../contract.ts'

/** Spec sections 2 and 9. */
const WIDTH = 475
const HEIGHT = 700

export interface Verification {
  /** `open`: the window was opened, and may have been closed since. */
  status: 'idle' | 'opening' | 'open' | 'blocked'
  start(): Promise<void>
}

/**
 * Opens the provider's window. Inside the click, or browsers would block it, so it is empty until there is a token; it
 * closes again when there is none. 401 and 428 lead to sign-in, any other failure raises TOKEN_FAILED with no message
 * shown (spec sections 7 and 8).
 */
export function useVerification(): Verification {
  const queryClient = useQueryClient()
  const [status, setStatus] = useState<Verification['status']>('idle')
  const popup = useRef<Window | null>(null)

  async function start(): Promise<void> {
    if (popup.current?.closed === false) return popup.current.focus()
    const opened = window.open('about:blank', '_blank', popupFeatures())
    if (opened === null) return setStatus('blocked')
    popup.current = opened
    // The provider's page is not ours: it gets no hold of this one.
    opened.opener = null
    opened.document.title = 'Opening…'
    opened.document.documentElement.style.colorScheme = 'dark'
    setStatus('opening')
    try {
      const { popupUrl } = await send<typeof startVerification>('POST', '/api/verifypass/create-token')
      opened.location.replace(popupUrl)
      setStatus('open')
      void queryClient.invalidateQueries({ queryKey: ['/api/verification'] })
    } catch (error) {
      opened.close()
      popup.current = null
      setStatus('idle')
      if (error instanceof CallFailed && (error.status === 401 || error.status === 428)) {
        window.location.assign(signInWithEmailHref('/verify'))
      } else {
        console.error(new Error('TOKEN_FAILED', { cause: error }))
      }
    }
  }

  return { status, start }
}

/** In the middle of this window, wherever that is. */
function popupFeatures(): string {
  const left = Math.round(window.screenX + (window.outerWidth - WIDTH) / 2)
  const top = Math.round(window.screenY + (window.outerHeight - HEIGHT) / 2)
  return `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`
}
