import { t } from '#lib/messages.ts'
import { useSiteContent } from '#web/site-context.tsx'
import { useCopied } from '#web/use-copied.ts'

/**
 * A note on phones that the game needs a PC, with a button to send oneself the link. A phone without sharing copies the
 * link instead. If sharing or copying fails, the button opens an e-mail.
 */
export function PcNote() {
  const { origin } = useSiteContent()
  const { copiedKey, copy } = useCopied()
  const send = async () => {
    const url = `${origin}/`
    try {
      await ('share' in navigator ? navigator.share({ url }) : copy(url))
    } catch (error) {
      // The visitor closed the share menu, so do nothing more.
      if (error instanceof DOMException && error.name === 'AbortError') return
      window.location.assign(`mailto:?body=${encodeURIComponent(url)}`)
    }
  }
  return (
    <p className="mt-5 hidden flex-wrap items-center gap-x-2 self-start rounded-md bg-night/75 px-4 py-1.5 pointer-coarse:flex">
      {t('The game runs on a PC.')}{' '}
      <button type="button" onClick={send} className="touch-target inline-link noscript:hidden">
        {copiedKey === null ? t('Send yourself the link') : t('Copied!')}
      </button>
    </p>
  )
}
