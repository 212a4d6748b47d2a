import X from 'lucide-react/icons/x'
import { type ReactNode, useId } from 'react'
import { t } from '#lib/messages.ts'
import { Button } from './button.tsx'
import { LiveRegion } from './live-region.tsx'
import { Modal } from './modal.tsx'

interface DialogProps {
  title: string
  /** Called for Escape, the close button and, if allowed, a press on the backdrop. The caller decides what happens. */
  onClose(): void
  children: ReactNode
  actions?: ReactNode
  /** Buttons beside the close button. */
  steps?: ReactNode
  /** Whether a press outside closes it. Set it to false when form data could be lost. */
  closesOutside?: boolean
  width?: 'narrow' | 'wide'
  role?: 'dialog' | 'alertdialog'
}

const WIDTHS = { narrow: 'max-w-md', wide: 'max-w-2xl' }

const FIELD = '[data-body] :is(input, select, textarea):not(:disabled)'
const ANSWER = '[data-actions] button:not(:disabled)'

/**
 * The browser would focus the close button. Focus the first field instead, or the first button of `actions`. Elements
 * inside `data-later` are skipped: they are not what the dialog was opened for, such as a field that is already filled
 * in.
 */
const firstFieldOrAnswer = (box: HTMLElement) => {
  const first = (selector: string) =>
    [...box.querySelectorAll<HTMLElement>(selector)].find((one) => !one.closest('[data-later]')) ?? null
  return first(FIELD) ?? first(ANSWER)
}

/** A modal with a title, a scrolling body and buttons at the bottom. */
export function Dialog({
  title,
  onClose,
  children,
  actions,
  steps,
  closesOutside,
  width = 'narrow',
  role,
}: DialogProps) {
  const titleId = useId()

  return (
    <Modal
      role={role}
      aria-labelledby={titleId}
      firstIn={firstFieldOrAnswer}
      onClose={onClose}
      closesOutside={closesOutside}
      className={`m-auto ${WIDTHS[width]}`}
    >
      <div className="flex max-h-[min(85dvh,48rem)] flex-col">
        <div className="flex items-start justify-between gap-4 border-haze border-b px-6 pt-5 pb-4">
          <h2 id={titleId} className="min-w-0 flex-1 text-xl">
            {title}
          </h2>
          <div className="-my-0.5 pointer-coarse:-my-2 -mr-2 flex shrink-0 gap-1">
            {steps}
            <Button look="ghost" size="sm" aria-label={t('Close dialog')} onClick={onClose} className="px-2">
              <X aria-hidden="true" />
            </Button>
          </div>
        </div>
        <div
          data-body=""
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what may scroll must be reachable by the keyboard
          tabIndex={0}
          className="overflow-y-auto overscroll-contain px-6 py-5 text-paper-dim leading-relaxed"
        >
          {children}
        </div>
        <LiveRegion within="dialog" />
        {actions !== undefined && (
          <div data-actions="" className="flex flex-wrap justify-end gap-3 border-haze border-t bg-night/40 px-6 py-4">
            {actions}
          </div>
        )}
      </div>
    </Modal>
  )
}

interface AlertDialogProps {
  message: string
  /** The reason in one sentence, if it is known. */
  why?: string | null
  onClose(): void
}

/** The spec's "alert": a message in a dialog with one button. */
export function AlertDialog({ message, why, onClose }: AlertDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      title={t('That did not work')}
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {t('OK')}
        </Button>
      }
    >
      <p className="text-paper">{message}</p>
      {why && <p className="mt-1 text-sm">{why}</p>}
    </Dialog>
  )
}

interface ConfirmDialogProps {
  title: string
  message: string
  /** The label of the button that confirms. */
  action: string
  /** The label of the button that cancels. */
  back?: string
  isPending?: boolean
  onConfirm(): void
  onClose(): void
}

/** The spec's "confirm": its message, and a second step for what cannot be undone. The focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, message, action, back = t('Cancel'), isPending = false, onConfirm, onClose } = props
  return (
    <Dialog
      role="alertdialog"
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{back}</Button>
          <Button look="danger" isPending={isPending} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <p className="text-paper">{message}</p>
    </Dialog>
  )
}
