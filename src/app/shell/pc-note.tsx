import type { MouseEvent } from 'react'
import { t } from '#lib/messages.ts'
import { useSiteContent } from '#web/site-context.tsx'
import { useCopied } from '#web/use-copied.ts'

/**
 * On a phone: that the game needs a PC, and a way to send oneself the link. Where the phone shares nothing it is copied,
 * and before the page's code is there it is mailed.
 */
export function PcNote() {
  const { origin } = useSiteContent()
  const { copiedKey, copy } = useCopied()
  const send = (event: MouseEvent) => {
    const url = `${origin}/`
    event.preventDefault()
    // Who closes the list of ways to share has decided: nothing more is done.
    if ('share' in navigator) void navigator.share({ url }).catch(() => undefined)
    else void copy(url)
  }
  return (
    <p className="mt-5 hidden flex-wrap items-center gap-x-2 self-start rounded-md bg-night/75 px-4 py-1.5 pointer-coarse:flex">
      {t('The game runs on a PC.')}{' '}
      <a
        href={`mailto:?body=${encodeURIComponent(`${origin}/`)}`}
        onClick={send}
        className="touch-target inline-link inline-flex items-center"
      >
        {copiedKey === null ? t('Send yourself the link') : t('Copied!')}
      </a>
    </p>
  )
}
