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
        const { key, ctrlKey, metaKey, shiftKey, altKey, repeat, target } = event
        // A key that is held down is one press: the next action is asked for with another.
        if (key !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey || repeat) return
        if (target instanceof Element && target.closest(FIELD) !== null) return
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
