import { useEffect, useEffectEvent } from 'react'
import { t } from '#lib/messages.ts'
import { reasonOf } from '#web/call.ts'
import { Keys } from './keys.tsx'
import { type ToastAction, toast } from './live-region.tsx'

/** The field that was typed in last, and its text before and after. */
let typed: { target: EventTarget; before: string; after: string } | null = null

const textOf = (target: EventTarget | null): string | undefined =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target.value : undefined

if (typeof document !== 'undefined') {
  document.addEventListener('beforeinput', ({ target }) => {
    const before = textOf(target)
    if (target !== null && before !== undefined && target !== typed?.target) typed = { target, before, after: before }
  })
  document.addEventListener('input', (event) => {
    if (typed === null || event.target !== typed.target) return
    typed.after = textOf(event.target) ?? ''
    const isUndone = event instanceof InputEvent && event.inputType === 'historyUndo'
    if (isUndone && typed.after === typed.before) typed = null
  })
}

/**
 * Whether Ctrl Z undoes typing in this field. The browser keeps one undo history for the whole page: when nothing was
 * typed in the field since, Ctrl Z would change another field, even one behind a dialog.
 */
const hasTyped = (target: EventTarget | null): boolean =>
  typed !== null && target === typed.target && textOf(target) === typed.after

/**
 * The Undo action of a toast. It runs by its button, or by Ctrl Z outside of a field that was typed in and of a dialog
 * that has opened since.
 */
export function undoAction(onAction: () => void): ToastAction {
  return {
    label: t('Undo'),
    onAction,
    shortcuts: 'Control+Z Meta+Z',
    // Touch devices have no keys.
    keys: (
      <span className="pointer-coarse:hidden">
        <Keys keys={t('Ctrl Z')} />
      </span>
    ),
    onKeys: (take, isInFront) => {
      const onKey = (event: KeyboardEvent) => {
        // Ignore a held key: the next action needs another press.
        if (!isUndo(event) || event.repeat) return
        // In a dialog that has opened since, Ctrl Z is about that dialog.
        if (!isInFront()) return
        event.preventDefault()
        take()
      }
      document.addEventListener('keydown', onKey)
      return () => document.removeEventListener('keydown', onKey)
    },
  }
}

/** Ctrl Z outside of a field that was typed in. */
const isUndo = ({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent) =>
  key === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey && !hasTyped(target)

/** Shows a message for Ctrl Z when nothing can be undone. The browser would undo typing elsewhere on the page. */
export function useUndoKey(isSaving: () => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !isUndo(event)) return
    event.preventDefault()
    // In a field with text, Ctrl Z is not about a change of the page.
    if (event.repeat || textOf(event.target)) return
    toast(
      isSaving() ? t('This is still being saved. You can undo it after that.') : t('There is nothing to undo here.'),
    )
  })
  useEffect(() => {
    // Listen on the window, after the document, where the toasts listen.
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** Undoes a change and announces the result. An undo that did not reach the server is offered again. */
export function toldUndo(undo: () => Promise<unknown>, undone: string): ToastAction {
  const action = undoAction(
    () =>
      void undo().then(
        () => toast(undone),
        (error: Error) =>
          toast(
            t('It was not undone. {error}', { error: error.message }),
            'danger',
            reasonOf(error) !== null ? action : undefined,
          ),
      ),
  )
  return action
}

/** Announces a change with an undo button, and then the result of the undo. `undone` is the text after an undo. */
export function toastWithUndo(
  words: string,
  undo: () => Promise<unknown>,
  undone = t('Undone: {what}', { what: words }),
): void {
  toast(words, 'ok', toldUndo(undo, undone))
}
