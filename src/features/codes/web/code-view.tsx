import { Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { formatMoment } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { AlertDialog } from '#ui/dialog.tsx'
import { announce } from '#ui/live-region.tsx'
import { CallFailed } from '#web/call.ts'
import { useTwoStep } from '#web/use-two-step.ts'
import type { PenalCode, TenCode } from '../contract.ts'

interface AddPanelProps {
  title: string
  onClose(): void
  /** The form. */
  children: ReactNode
}

/** The panel that staff add a code in. Escape closes it while nothing in it is filled in. */
export function AddPanel({ title, onClose, children }: AddPanelProps) {
  return (
    <section
      aria-label={title}
      className="mb-4 rounded-md border border-haze bg-dusk p-4"
      onKeyDown={(event) => {
        const fields = event.currentTarget.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
        if (event.key === 'Escape' && [...fields].every(({ value }) => value === '')) onClose()
      }}
    >
      {children}
    </section>
  )
}

/** Spec, section 2: 'Last updated by {name} ({discord id}) • date-time'; null for what nobody has changed since the import. */
export function lastUpdated(record: TenCode | PenalCode): string | null {
  const { updated_by_username: name, updated_by_discord: id, updated_at: at } = record
  return name == null ? null : `Last updated by ${name} (${id}) • ${formatMoment(at)}`
}

/** The line that staff see on each row that somebody has changed. */
export function LastUpdated({ record }: { record: TenCode | PenalCode }) {
  const line = lastUpdated(record)
  return line && <small className="mt-0.5 block text-balance font-normal text-paper-faint text-xs">{line}</small>
}

interface RowActionsProps {
  name: string
  onEdit(): void
  remove(): Promise<unknown>
  /** Whether this row was being edited just now, so that focus goes back to where it came from. */
  takesFocus: boolean
  /** Many columns leave no room for words: pictures only, except on a phone. */
  isTight?: boolean
}

/** Edit, and a deletion that must be confirmed (spec section 4). */
export function RowActions({ name, onEdit, remove, takesFocus, isTight = false }: RowActionsProps) {
  const [isPending, setIsPending] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const { isArmed, buttonProps } = useTwoStep(async () => {
    setIsPending(true)
    const row = box.current?.closest('tr')
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
    try {
      await remove()
      announce(`${name} deleted`)
      // Focus went with the row.
      const next = neighbour?.querySelector<HTMLElement>('button') ?? document.getElementById('content')
      next?.focus()
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      setHasFailed(true)
      setIsPending(false)
    }
  })
  return (
    <div ref={box} className="flex items-center justify-end gap-1">
      <Button look="ghost" size="sm" aria-label={`Edit ${name}`} title="Edit" autoFocus={takesFocus} onClick={onEdit}>
        <Pencil aria-hidden="true" />
        <span className={isTight ? 'sm:sr-only' : ''}>Edit</span>
      </Button>
      <Button
        look={isArmed ? 'danger' : 'ghost'}
        size="sm"
        isPending={isPending}
        title="Delete"
        aria-label={isArmed ? `Confirm: delete ${name}` : `Delete ${name}`}
        className={isArmed ? '' : 'hover:text-danger'}
        {...buttonProps}
      >
        {!isArmed && <Trash2 aria-hidden="true" />}
        {isArmed ? 'Confirm?' : <span className={isTight ? 'sm:sr-only' : ''}>Delete</span>}
      </Button>
      {hasFailed && <AlertDialog message="Failed to delete." onClose={() => setHasFailed(false)} />}
    </div>
  )
}

/** Which rows are being edited. They stay in the list, whatever the filters say. */
export function useEditing() {
  const [editing, setEditing] = useState<ReadonlySet<number>>(new Set())
  const [lastEdited, setLastEdited] = useState<number | null>(null)
  return {
    editing,
    lastEdited,
    edit: (id: number) => setEditing((now) => new Set(now).add(id)),
    close: (id: number) => {
      setLastEdited(id)
      setEditing((now) => new Set([...now].filter((each) => each !== id)))
    },
  }
}
