import { type ReactNode, useRef, useState } from 'react'
import { t } from '#lib/messages.ts'
import { CallFailed } from '#web/call.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { ErrorNote } from './error-note.tsx'

interface BatchDialogProps<T> {
  title: string
  /** Tells what the action will do, before it starts. */
  children: ReactNode
  items: readonly T[]
  nameOf(item: T): string
  /** The label of the button that starts the action. */
  action: string
  onEach(item: T): Promise<unknown>
  onDone(): void
  onClose(): void
}

/** One action for many items. The dialog asks first, runs one item after the other, and names those that failed. */
export function BatchDialog<T>(props: BatchDialogProps<T>) {
  const { title, children, nameOf, action, onEach, onDone, onClose } = props
  const [items, setItems] = useState(props.items)
  const [doneCount, setDoneCount] = useState<number | null>(null)
  const [failed, setFailed] = useState<{ item: T; why: string }[]>([])
  const isClosed = useRef(false)
  const isRunning = doneCount !== null

  const run = async () => {
    const left: { item: T; why: string }[] = []
    setFailed([])
    for (const [index, item] of items.entries()) {
      if (isClosed.current) return
      setDoneCount(index)
      try {
        await onEach(item)
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error
        left.push({ item, why: Object.values(error.fields)[0] ?? error.message })
      }
    }
    setDoneCount(null)
    setFailed(left)
    setItems(left.map(({ item }) => item))
    if (left.length === 0) onDone()
  }
  const close = () => {
    isClosed.current = true
    onClose()
  }

  return (
    <Dialog
      title={title}
      onClose={close}
      closesOutside={!isRunning}
      actions={
        <>
          <Button onClick={close}>{isRunning ? t('Stop') : t('Cancel')}</Button>
          <Button look="primary" isPending={isRunning} onClick={() => void run()}>
            {failed.length > 0 ? t('Try again') : action}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {children}
        <p role="status" className="text-paper tabular-nums">
          {isRunning && t('{done} of {total} done…', { done: doneCount, total: items.length })}
        </p>
        {failed.length > 0 && (
          <ErrorNote message={failed.map(({ item, why }) => `${nameOf(item)}: ${why}`).join(' ')} />
        )}
      </div>
    </Dialog>
  )
}
