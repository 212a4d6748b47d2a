import { type ReactNode, useId, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { AlertDialog } from '#ui/dialog.tsx'
import { TextAreaField, TextField } from '#ui/field.tsx'
import { toast } from '#ui/live-region.tsx'
import { Td } from '#ui/table.tsx'
import { useRowKeys } from '#ui/use-row-keys.ts'
import { useDraftForm } from '#web/use-draft-form.ts'
import { listPenalCodes, PenalCode, PenalCodeDraft } from '../contract.ts'
import { PENAL_CLASSES, penalCodeAnchor } from '../rules.ts'
import { AddPanel, LastUpdated, RowActions, submitTo, useEditing } from './code-view.tsx'
import { EditCodeRow } from './edit-code-row.tsx'
import { PenalCodeCells, PenalCodeTable } from './penal-code-table.tsx'
import { copyPermalink } from './permalink.tsx'
import { useAddPenalCode, useChangePenalCode, useRemovePenalCode, useStaffList } from './use-code-writes.ts'

interface PenalCodeViewProps {
  codes: readonly PenalCode[]
  shown: readonly PenalCode[]
  isAdding: boolean
  onStopAdding(): void
  /** What stands there until the list has come as staff read it. */
  children: ReactNode
}

/** The list as staff have it: a form to add above, once it is asked for, and each row edited in place. */
export function PenalCodeView({ codes, shown, isAdding, onStopAdding, children }: PenalCodeViewProps) {
  const { editing, lastEdited, edit, close } = useEditing()
  const remove = useRemovePenalCode()
  const isReady = useStaffList(listPenalCodes, codes)
  const visible = editing.size === 0 ? shown : codes.filter((code) => shown.includes(code) || editing.has(code.id))
  const { onKeyDown, rowProps } = useRowKeys({
    ids: visible.map(({ id }) => String(id)),
    onOpen: (id) => edit(Number(id)),
  })
  if (!isReady) return children
  return (
    <>
      {isAdding && (
        <AddPanel title="Add a penal code" onClose={onStopAdding}>
          <AddPenalCode onClose={onStopAdding} />
        </AddPanel>
      )}
      <PenalCodeTable isEmpty={visible.length === 0} actions>
        <tbody onKeyDown={onKeyDown} onClick={copyPermalink}>
          {visible.map((code) =>
            editing.has(code.id) ? (
              <EditRow key={code.id} code={code} onClose={() => close(code.id)} />
            ) : (
              <tr
                key={code.id}
                id={penalCodeAnchor(code.statute)}
                {...rowProps(String(code.id))}
                className="-outline-offset-2"
              >
                <PenalCodeCells code={code} note={<LastUpdated record={code} />} />
                <Td className="no-print max-sm:col-span-full">
                  <RowActions
                    name={code.statute}
                    isTight
                    onEdit={() => edit(code.id)}
                    remove={() => remove.mutateAsync(code.id)}
                    takesFocus={lastEdited === code.id}
                  />
                </Td>
              </tr>
            ),
          )}
        </tbody>
      </PenalCodeTable>
    </>
  )
}

const AMOUNTS = ['fine', 'jail', 'points'] as const

function parse(form: FormData) {
  const amounts = AMOUNTS.map((name) => {
    const typed = form.get(name)
    return [name, typed === '' ? null : Number(typed)]
  })
  return PenalCodeDraft.safeParse({ ...Object.fromEntries(form), ...Object.fromEntries(amounts) })
}

function AddPenalCode({ onClose }: { onClose(): void }) {
  const add = useAddPenalCode()
  const formRef = useRef<HTMLFormElement>(null)
  const form = useDraftForm<PenalCodeDraft, PenalCode>({
    parse,
    save: (draft) => add.mutateAsync(draft),
    onSaved: () => {
      toast('Penal code added')
      formRef.current?.reset()
      formRef.current?.querySelector('input')?.focus()
    },
  })
  return (
    <form ref={formRef} noValidate onSubmit={submitTo(form.submit)} className={FORM}>
      <Fields errors={form.errors} />
      <div className="col-span-full flex gap-2">
        <Button type="submit" look="primary" isPending={form.isPending}>
          Add
        </Button>
        <Button onClick={onClose}>Close</Button>
      </div>
      {form.hasFailed && <AlertDialog message="Failed to add penal code." onClose={form.dismissFailure} />}
    </form>
  )
}

function EditRow({ code, onClose }: { code: PenalCode; onClose(): void }) {
  const change = useChangePenalCode()
  const { current: start } = useRef(code)
  const form = useDraftForm<PenalCodeDraft, PenalCode>({
    parse,
    save: (draft, version = start.version) => change.mutateAsync({ id: start.id, version, draft }),
    readItem: (item) => PenalCode.safeParse(item).data,
    onSaved: () => {
      toast('Changes saved')
      onClose()
    },
  })
  return (
    <EditCodeRow
      anchor={penalCodeAnchor(code.statute)}
      columns={8}
      name={start.statute}
      form={form}
      formClass={FORM}
      buttonsClass="col-span-full"
      fieldsOf={({ mine, theirs }) =>
        LABELS.map(([name, label]) => ({
          label,
          mine: String(mine[name] ?? ''),
          theirs: String(theirs[name] ?? ''),
        }))
      }
      onClose={onClose}
    >
      <Fields errors={form.errors} code={start} />
    </EditCodeRow>
  )
}

const LABELS = [
  ['statute', 'Statute'],
  ['title', 'Title'],
  ['class', 'Class'],
  ['fine', 'Fine'],
  ['jail', 'Jail (months)'],
  ['points', 'Points'],
  ['notes', 'Notes'],
] as const

const FORM =
  'grid grid-cols-3 items-start gap-x-3 gap-y-4 xl:grid-cols-[9rem_minmax(0,1fr)_minmax(12rem,1fr)_6.5rem_6.5rem_5rem]'

function Fields({ errors, code }: { errors: Record<string, string>; code?: PenalCode }) {
  const listId = useId()
  return (
    <>
      <div className="max-xl:col-span-full">
        <TextField
          label="Statute"
          name="statute"
          placeholder="316.193(1)"
          required
          maxLength={40}
          autoComplete="off"
          autoFocus
          defaultValue={code?.statute}
          error={errors.statute}
        />
      </div>
      <div className="max-xl:col-span-full">
        <TextField
          label="Title"
          name="title"
          required
          maxLength={200}
          autoComplete="off"
          defaultValue={code?.title}
          error={errors.title}
        />
      </div>
      <div className="max-xl:col-span-full">
        <TextField
          label="Class"
          name="class"
          placeholder="Infraction/Misdemeanor/Felony"
          maxLength={60}
          autoComplete="off"
          list={listId}
          defaultValue={code?.class ?? ''}
          error={errors.class}
        />
        <datalist id={listId}>
          {PENAL_CLASSES.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      {AMOUNTS.map((name) => (
        <TextField
          key={name}
          label={AMOUNT_LABELS[name]}
          name={name}
          type="number"
          min={0}
          step={1}
          inputMode="numeric"
          defaultValue={code?.[name] ?? ''}
          error={errors[name]}
        />
      ))}
      <div className="col-span-full">
        <TextAreaField
          label="Notes"
          name="notes"
          rows={2}
          placeholder="Optional"
          maxLength={4_000}
          defaultValue={code?.notes ?? ''}
          error={errors.notes}
        />
      </div>
    </>
  )
}

const AMOUNT_LABELS = { fine: 'Fine', jail: 'Jail (months)', points: 'Points' }
