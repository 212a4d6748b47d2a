import { useEffect, useEffectEvent } from 'react'
import { t } from '#lib/messages.ts'
import { reasonOf } from '#web/call.ts'
import { Keys } from './keys.tsx'
import { type ToastAction, toast } from './live-region.tsx'

/** The field that was typed in last, with its text before that and after it. */
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
 * Whether Ctrl Z takes back what was typed in this field. The browser keeps one history for all of a page: where nothing
 * was typed in the field since, it would take back what was typed in another one, also behind a dialog.
 */
const hasTyped = (target: EventTarget | null): boolean =>
  typed !== null && target === typed.target && textOf(target) === typed.after

/**
 * The way back from a change, as the action of its message: by the button, or by Ctrl Z from anywhere but a field that
 * was typed in, or a dialog that opened since.
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

/** Ctrl Z anywhere but in a field that was typed in. */
const isUndo = ({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent) =>
  key === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey && !hasTyped(target)

/** Ctrl Z where nothing can be undone says so: the browser would take back what was typed somewhere else on the page. */
export function useUndoKey(isSaving: () => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !isUndo(event)) return
    event.preventDefault()
    // In a field with a text nobody means a change of the page.
    if (event.repeat || textOf(event.target)) return
    toast(isSaving() ? t('This is still being saved. Then you can undo it.') : t('There is nothing to undo here.'))
  })
  useEffect(() => {
    // After the document, where the offers hear it.
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/**
 * Says what was done, with the way back, and then what came of that: `undone` where the words say how something is now.
 * The way back that did not reach the server is offered again.
 */
export function toastWithUndo(
  words: string,
  undo: () => Promise<unknown>,
  undone = t('Undone: {what}', { what: words }),
): void {
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
  toast(words, 'ok', action)
}
