import { type ReactNode, useEffect, useState } from 'react'
import { t } from '#lib/messages.ts'
import { ConfirmDialog } from './dialog.tsx'

const textWords = () => ({
  title: t('Discard what you wrote?'),
  message: t('Your text is not saved yet. This cannot be undone.'),
  action: t('Discard the text'),
  back: t('Keep writing'),
})

/** Of evidence that was chosen or typed and is not added: actions and appeals ask so. */
export const evidenceWords = () => ({
  title: t('Discard the picture or link?'),
  message: t('It is not added to the action yet.'),
  action: t('Discard it'),
  back: t('Keep it'),
})

interface DiscardQuestion {
  close(): void
  /** For anything else that would take away what is not saved. */
  leave(then: () => void): void
  question: ReactNode
}

/**
 * How a form in a dialog is closed by Escape, Back or the close button: at once, or after a question where somebody wrote a
 * text. A reload or another site is asked about by the browser.
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
