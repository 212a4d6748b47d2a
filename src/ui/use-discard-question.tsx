import { type ReactNode, useState } from 'react'
import { t } from '#lib/messages.ts'
import { ConfirmDialog } from './dialog.tsx'

/** How a form in a dialog is closed by Escape or the close button: at once, or after a question where somebody wrote a text. */
export function useDiscardQuestion(isWritten: boolean, onClose: () => void): { close(): void; question: ReactNode } {
  const [isAsking, setIsAsking] = useState(false)
  return {
    close: () => (isWritten ? setIsAsking(true) : onClose()),
    question: isAsking && (
      <ConfirmDialog
        title={t('Discard what you wrote?')}
        message={t('Your text is not saved yet. This cannot be undone.')}
        action={t('Discard the text')}
        onConfirm={onClose}
        onClose={() => setIsAsking(false)}
      />
    ),
  }
}
