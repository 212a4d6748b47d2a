import { Pencil, Trash2 } from 'lucide-react'
import {
  type ComponentType,
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import type * as z from 'zod/mini'
import { useListPreferences } from '#features/auth/web/use-list-preferences.ts'
import { formatMoment } from '#lib/dates.ts'
import { type PlainMessage, t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { ColumnHeads } from '#ui/column-heads.tsx'
import { ConflictDialog, type ConflictField } from '#ui/conflict-dialog.tsx'
import { copyPermalink } from '#ui/copy-permalink.ts'
import { AlertDialog } from '#ui/dialog.tsx'
import { Td } from '#ui/table.tsx'
import { toastWithUndo } from '#ui/undo-action.tsx'
import { useColumns } from '#ui/use-columns.tsx'
import { useDiscardQuestion } from '#ui/use-discard-question.tsx'
import { useRowKeys } from '#ui/use-row-keys.ts'
import { CallFailed } from '#web/call.ts'
import { type RecordForm, useRecordForm } from '#web/use-record-form.ts'
import { useTwoStep } from '#web/use-two-step.ts'
import type { PenalCode, TenCode } from '../contract.ts'
import { type CodeTableProps, ON_PAGE } from './code-book.tsx'
import { type CodeSheet, useSheetColumns, useSortedCodes } from './code-tools.tsx'
import { useKeepRowInMiddle } from './use-row-in-place.ts'

/** On a phone the browser renders only the cards near the viewport. The public rows get the same from their groups. */
const CARDS = 'max-sm:[&_tbody_tr]:[contain-intrinsic-size:auto_6rem] max-sm:[&_tbody_tr]:[content-visibility:auto]'

/** What differs between the two code lists, for staff. */
export interface CodeKind<Code extends TenCode | PenalCode, Draft, Written extends Record<string, string>>
  extends CodeSheet<Code> {
  words: { add: PlainMessage; added: PlainMessage; addFailed: PlainMessage }
  nameOf(code: Code): string
  anchorOf(name: string): string
  /** The values of the form fields for a code. Null stands for a new code. */
  writtenOf(code: Code | null): Written
  draftOf(written: Written): unknown
  schema: z.ZodMiniType<Draft>
  item: z.ZodMiniType<Code>
  useAdd(): { mutateAsync(draft: Draft): Promise<{ item: Code }> }
  useChange(): { mutateAsync(change: { id: number; version: number; draft: Draft }): Promise<{ item: Code }> }
  useRemove(): { mutateAsync(id: number): Promise<unknown> }
  conflictFields(conflict: { mine: Written; theirs: Code }): readonly ConflictField[]
  Table: ComponentType<CodeTableProps>
  Cells: ComponentType<{ code: Code; note: ReactNode }>
  Fields: ComponentType<{ codes: readonly Code[]; control: RecordForm<Written>['control'] }>
  /** Whether the row has so many columns that its actions are icons without text. */
  isTight: boolean
  formClass: string
  buttonsClass: string
}

export interface CodeViewProps<Code> {
  codes: readonly Code[]
  shown: readonly Code[]
  isAdding: boolean
  onStopAdding(): void
  /** Closes the open add form from outside. It asks first when a field is filled in. */
  closePanel: Ref<() => void>
}

interface KindProps<Code extends TenCode | PenalCode, Draft, Written extends Record<string, string>> {
  kind: CodeKind<Code, Draft, Written>
  codes: readonly Code[]
  onClose(): void
}

/** A code list as staff see it: an add form above on request, and rows that are edited in place. */
export function CodeView<Code extends TenCode | PenalCode, Draft, Written extends Record<string, string>>({
  kind,
  codes,
  shown,
  isAdding,
  onStopAdding,
  closePanel,
}: CodeViewProps<Code> & Pick<KindProps<Code, Draft, Written>, 'kind'>) {
  const { Table, nameOf, anchorOf } = kind
  const { editing, lastEdited, edit, close } = useEditing()
  useKeepRowInMiddle()
  const cellsOf = useCells(kind, edit)
  const kept = useListPreferences()
  const all = useSheetColumns(kind)
  const columns = useColumns(all, kept)
  const listed = editing.size === 0 ? shown : codes.filter((code) => shown.includes(code) || editing.has(code.id))
  const { sorted: visible, sorting } = useSortedCodes(kind, listed)
  const { onKeyDown, rowProps } = useRowKeys({
    ids: visible.map(({ id }) => String(id)),
    onOpen: (id) => edit(Number(id)),
  })
  return (
    <>
      {isAdding && <AddPanel kind={kind} codes={codes} closePanel={closePanel} onClose={onStopAdding} />}
      <Table
        isEmpty={visible.length === 0}
        {...columns.table}
        // A table with column widths of its own may be wider than the page, so it scrolls in its own box.
        scrolls={columns.table.widths !== undefined}
        look={`${CARDS} sm:data-[density=compact]:[&_tbody_:is(td,th)]:py-0 ${columns.table.widths === undefined ? ON_PAGE : ''}`}
        head={
          <>
            {columns.group}
            <thead>
              <tr>
                <ColumnHeads columns={all} sorting={sorting} handleOf={columns.handleOf} />
              </tr>
            </thead>
          </>
        }
      >
        <tbody onKeyDown={onKeyDown} onClick={copyPermalink}>
          {visible.map((code) =>
            editing.has(code.id) ? (
              <EditRow
                key={code.id}
                kind={kind}
                codes={codes}
                code={code}
                columns={columns.count}
                onClose={() => close(code.id)}
              />
            ) : (
              <tr
                key={code.id}
                id={anchorOf(nameOf(code))}
                {...rowProps(String(code.id))}
                className="-outline-offset-2"
              >
                {cellsOf(code, lastEdited === code.id)}
              </tr>
            ),
          )}
        </tbody>
      </Table>
    </>
  )
}

/**
 * The cells of a row. A code keeps its elements while nothing in them changes, so that React does not render hundreds of
 * rows again when one is opened.
 */
function useCells<Code extends TenCode | PenalCode, Draft, Written extends Record<string, string>>(
  kind: CodeKind<Code, Draft, Written>,
  edit: (id: number) => void,
) {
  const { mutateAsync: remove } = kind.useRemove()
  const { mutateAsync: add } = kind.useAdd()
  return useMemo(() => {
    const { Cells, nameOf, isTight, schema, draftOf, writtenOf } = kind
    const kept = new WeakMap<Code, ReactNode>()
    const cells = (code: Code, takesFocus: boolean) => (
      <>
        <Cells code={code} note={<LastUpdated record={code} />} />
        <Td className="no-print max-sm:col-span-full">
          <RowActions
            name={nameOf(code)}
            isTight={isTight}
            onEdit={() => edit(code.id)}
            remove={() => remove(code.id)}
            bringBack={() => add(schema.parse(draftOf(writtenOf(code))))}
            takesFocus={takesFocus}
          />
        </Td>
      </>
    )
    return (code: Code, takesFocus: boolean) => {
      if (takesFocus) return cells(code, true)
      const known = kept.get(code) ?? cells(code, false)
      kept.set(code, known)
      return known
    }
  }, [kind, edit, remove, add])
}

/**
 * The panel in which staff add a code. Escape closes it only while all fields are empty. Its Close button asks first
 * when a field is filled in.
 */
function AddPanel<Code extends TenCode | PenalCode, Draft, Written extends Record<string, string>>({
  kind,
  codes,
  closePanel,
  onClose,
}: KindProps<Code, Draft, Written> & Pick<CodeViewProps<Code>, 'closePanel'>) {
  const { Fields, words, schema, draftOf, writtenOf } = kind
  const add = kind.useAdd()
  const remove = kind.useRemove()
  const form = useRecordForm({
    initial: () => writtenOf(null),
    record: null,
    draftOf,
    schema,
    item: kind.item,
    save: (written) => add.mutateAsync(schema.parse(draftOf(written))),
    onSaved: ({ item }) => {
      toastWithUndo(t(words.added), () => remove.mutateAsync(item.id))
      form.reset()
    },
  })
  const isWritten = JSON.stringify(form.written) !== JSON.stringify(writtenOf(null))
  const { close, question } = useDiscardQuestion(isWritten, onClose)
  useImperativeHandle(closePanel, () => close)
  return (
    <section
      aria-label={t(words.add)}
      className="mb-4 rounded-md border border-haze bg-dusk p-4"
      onKeyDown={(event) => {
        const fields = event.currentTarget.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
        if (event.key === 'Escape' && [...fields].every(({ value }) => value === '')) onClose()
      }}
    >
      <form {...form.formProps} className={kind.formClass}>
        <Fields codes={codes} control={form.control} />
        <div className={`flex gap-2 ${kind.buttonsClass}`}>
          <Button type="submit" look="primary" isPending={form.isPending}>
            {t('Add')}
          </Button>
          <Button onClick={close}>{t('Close')}</Button>
        </div>
        {question}
        {form.hasFailed && (
          <AlertDialog message={t(words.addFailed)} why={form.failure} onClose={form.dismissFailure} />
        )}
      </form>
    </section>
  )
}

/** A row that is shown as a form while its code is edited. */
function EditRow<Code extends TenCode | PenalCode, Draft, Written extends Record<string, string>>({
  kind,
  codes,
  code,
  columns,
  onClose,
}: KindProps<Code, Draft, Written> & { code: Code; columns: number }) {
  const { Fields, schema, draftOf, writtenOf } = kind
  const change = kind.useChange()
  const { current: start } = useRef(code)
  const form = useRecordForm({
    initial: () => writtenOf(start),
    record: start,
    draftOf,
    schema,
    item: kind.item,
    save: (written, over) =>
      change.mutateAsync({ id: start.id, version: (over ?? start).version, draft: schema.parse(draftOf(written)) }),
    onSaved: ({ item: { id, version } }, over) => {
      const draft = schema.parse(draftOf(writtenOf(over)))
      toastWithUndo(t('Changes saved'), () => change.mutateAsync({ id, version, draft }))
      onClose()
    },
  })
  const name = kind.nameOf(start)
  const { conflict } = form
  const isWritten = JSON.stringify(form.written) !== JSON.stringify(writtenOf(start))
  const { close, question } = useDiscardQuestion(isWritten, onClose)
  return (
    <tr id={kind.anchorOf(kind.nameOf(code))}>
      <td colSpan={columns} className="p-4!">
        <form
          {...form.formProps}
          aria-label={t('Edit {name}', { name })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || conflict !== null || form.hasFailed) return
            event.preventDefault()
            close()
          }}
          className={kind.formClass}
        >
          <Fields codes={codes} control={form.control} />
          <div className={`flex gap-2 ${kind.buttonsClass}`}>
            <Button type="submit" look="primary" isPending={form.isPending}>
              {t('Save')}
            </Button>
            <Button onClick={close}>{t('Cancel')}</Button>
          </div>
        </form>
        {question}
        {form.hasFailed && (
          <AlertDialog message={t('Failed to save changes.')} why={form.failure} onClose={form.dismissFailure} />
        )}
        {conflict && (
          <ConflictDialog
            title={t('{name} was changed', { name })}
            note={lastUpdated(conflict.theirs) ?? undefined}
            fields={kind.conflictFields(conflict)}
            isPending={form.isPending}
            onKeepMine={form.keepMine}
            onTakeTheirs={onClose}
            onClose={form.dismissConflict}
          />
        )}
      </td>
    </tr>
  )
}

/**
 * 'Last updated by {name} ({discord id}) • date-time' (spec section 2). Null for a code that nobody has changed since
 * the import.
 */
function lastUpdated(record: TenCode | PenalCode): string | null {
  const { updated_by_username: name, updated_by_discord: id, updated_at: at } = record
  return name == null
    ? null
    : t('Last updated by {name} ({id}) • {moment}', { name, id: String(id), moment: formatMoment(at) })
}

/** The 'Last updated' line, which only staff see and only on changed rows. */
function LastUpdated({ record }: { record: TenCode | PenalCode }) {
  const line = lastUpdated(record)
  return line && <small className="mt-0.5 block text-balance font-normal text-paper-faint text-xs">{line}</small>
}

interface RowActionsProps {
  name: string
  onEdit(): void
  remove(): Promise<unknown>
  bringBack(): Promise<unknown>
  /** Whether this row was just edited. The focus then returns to its Edit button. */
  takesFocus: boolean
  /** Shows icons without text, except on a phone, because the table has many columns. */
  isTight: boolean
}

/** The Edit button, and the Delete button, which must be confirmed (spec section 4). */
function RowActions({ name, onEdit, remove, bringBack, takesFocus, isTight }: RowActionsProps) {
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<CallFailed | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const { isArmed, buttonProps } = useTwoStep(async () => {
    setIsPending(true)
    const row = box.current?.closest('tr')
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
    try {
      await remove()
      toastWithUndo(t('{name} deleted', { name }), bringBack)
      // The focused button was removed with the row.
      const next = neighbour?.querySelector<HTMLElement>('button') ?? document.getElementById('content')
      next?.focus()
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      setFailure(error)
      setIsPending(false)
    }
  })
  return (
    <div ref={box} className="flex items-center justify-end gap-1">
      <Button
        look="ghost"
        size="sm"
        aria-label={t('Edit {name}', { name })}
        title={t('Edit')}
        autoFocus={takesFocus}
        onClick={onEdit}
      >
        <Pencil aria-hidden="true" />
        <span className={isTight ? 'sm:sr-only' : ''}>{t('Edit')}</span>
      </Button>
      <Button
        look={isArmed ? 'danger' : 'ghost'}
        size="sm"
        isPending={isPending}
        title={t('Delete')}
        aria-label={isArmed ? t('Confirm: delete {name}', { name }) : t('Delete {name}', { name })}
        className={isArmed ? '' : 'hover:text-danger'}
        {...buttonProps}
      >
        {!isArmed && <Trash2 aria-hidden="true" />}
        {isArmed ? t('Confirm?') : <span className={isTight ? 'sm:sr-only' : ''}>{t('Delete')}</span>}
      </Button>
      {failure && (
        <AlertDialog message={t('Failed to delete.')} why={failure.message} onClose={() => setFailure(null)} />
      )}
    </div>
  )
}

/** The rows that are being edited. They stay in the list whatever the filters are. */
function useEditing() {
  const [editing, setEditing] = useState<ReadonlySet<number>>(new Set())
  const [lastEdited, setLastEdited] = useState<number | null>(null)
  const edit = useCallback((id: number) => setEditing((now) => new Set(now).add(id)), [])
  return {
    editing,
    lastEdited,
    edit,
    close: (id: number) => {
      setLastEdited(id)
      setEditing((now) => new Set([...now].filter((each) => each !== id)))
    },
  }
}
