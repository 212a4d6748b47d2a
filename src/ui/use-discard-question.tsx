import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '#lib/messages.ts'
import { writeAddress } from '#web/router.tsx'
import { ConfirmDialog } from './dialog.tsx'

const textWords = () => ({
  title: t('Discard what you wrote?'),
  message: t('Your text is not saved yet. This cannot be undone.'),
  action: t('Discard the text'),
  back: t('Keep writing'),
})

/** The question about evidence that was chosen or typed but not added. Disciplinary actions and appeals use it. */
export const evidenceWords = () => ({
  title: t('Discard the picture or link?'),
  message: t('It is not added to the action yet.'),
  action: t('Discard it'),
  back: t('Keep it'),
})

interface DiscardQuestion {
  close(): void
  /** For any other step that would lose unsaved text. */
  leave(then: () => void): void
  question: ReactNode
}

/**
 * Asks before a form with written text is closed by Escape, Back or its button, or left for another page. Without text,
 * it closes at once. For a reload or another site, the browser asks.
 */
export function useDiscardQuestion(isWritten: boolean, onClose: () => void, words = textWords): DiscardQuestion {
  const [leaving, setLeaving] = useState<{ then(): void } | null>(null)
  const leave = (then: () => void) => (isWritten ? setLeaving({ then }) : then())
  useEffect(() => {
    if (!isWritten) return
    const askFirst = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', askFirst)
    return () => window.removeEventListener('beforeunload', askFirst)
  }, [isWritten])
  const isLeft = useRef(false)
  const onNavigate = useEffectEvent((event: NavigateEvent) => {
    const { destination, cancelable, defaultPrevented } = event
    const isOther = destination.sameDocument && new URL(destination.url).pathname !== window.location.pathname
    if (!isOther || !cancelable || defaultPrevented || isLeft.current) return
    event.preventDefault()
    leave(() => {
      isLeft.current = true
      if (event.navigationType === 'traverse') navigation.traverseTo(destination.key)
      else writeAddress(destination.url)
    })
  })
  useEffect(() => {
    // Older browsers leave the page.
    if (!isWritten || !('navigation' in window)) return
    navigation.addEventListener('navigate', onNavigate)
    return () => navigation.removeEventListener('navigate', onNavigate)
  }, [isWritten])
  return {
    close: () => leave(onClose),
    leave,
    question: leaving !== null && (
      <ConfirmDialog
        {...words()}
        onConfirm={() => {
          setLeaving(null)
          leaving.then()
        }}
        onClose={() => setLeaving(null)}
      />
    ),
  }
}
