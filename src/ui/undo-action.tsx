import { useEffect, useEffectEvent } from 'react'
import { t } from '#lib/messages.ts'
import { Keys } from './keys.tsx'
import { type ToastAction, toast } from './live-region.tsx'

/** Where Ctrl Z takes back what was typed. */
const FIELD = 'input:not([type="checkbox"], [type="radio"]), textarea, [contenteditable]'

/**
 * The way back from a change, as the action of its message: by the button, or by Ctrl Z from anywhere but a field, or a
 * dialog that opened since.
 */
export function undoAction(onAction: () => void): ToastAction {
  return {
    label: t('Undo'),
    onAction,
    shortcuts: 'Control+Z Meta+Z',
    // A finger has no keys.
    keys: (
      <span className="pointer-coarse:hidden">
        <Keys keys={t('Ctrl Z')} />
      </span>
    ),
    onKeys: (take, isInFront) => {
      const onKey = (event: KeyboardEvent) => {
        // A key that is held down is one press: the next action is asked for with another.
        if (!isUndo(event) || event.repeat) return
        // Anyone who is in a dialog that opened since means what they do there.
        if (!isInFront()) return
        event.preventDefault()
        take()
      }
      document.addEventListener('keydown', onKey)
      return () => document.removeEventListener('keydown', onKey)
    },
  }
}

/** Ctrl Z anywhere but in a field. */
const isUndo = ({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent) =>
  key === 'z' &&
  (ctrlKey || metaKey) &&
  !shiftKey &&
  !altKey &&
  !(target instanceof Element && target.closest(FIELD) !== null)

/** Ctrl Z where nothing can be undone says so: the browser would take back what was typed somewhere else on the page. */
export function useUndoKey(isSaving: () => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !isUndo(event)) return
    event.preventDefault()
    if (event.repeat) return
    toast(isSaving() ? t('This is still being saved. Then you can undo it.') : t('There is nothing to undo here.'))
  })
  useEffect(() => {
    // After the document, where the offers hear it.
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** Says what was done, with the way back, and then what came of that: `undone` where the words say how something is now. */
export function toastWithUndo(
  words: string,
  undo: () => Promise<unknown>,
  undone = t('Undone: {what}', { what: words }),
): void {
  const onUndo = () =>
    void undo().then(
      () => toast(undone),
      (error: Error) => toast(t('It was not undone. {error}', { error: error.message }), 'danger'),
    )
  toast(words, 'ok', undoAction(onUndo))
}
