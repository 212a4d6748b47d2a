import { type ReactNode, useId, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { AlertDialog } from '#ui/dialog.tsx'
import { TextAreaField, TextField } from '#ui/field.tsx'
import { toast } from '#ui/live-region.tsx'
import { Td } from '#ui/table.tsx'
import { useRowKeys } from '#ui/use-row-keys.ts'
import { type RecordForm, useRecordForm } from '#web/use-record-form.ts'
import { listPenalCodes, PenalCode, PenalCodeDraft } from '../contract.ts'
import { PENAL_CLASSES, penalCodeAnchor } from '../rules.ts'
import { AddPanel, LastUpdated, RowActions, useEditing } from './code-view.tsx'
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

function writtenOf(code: PenalCode | null) {
  return {
    statute: code?.statute ?? '',
    title: code?.title ?? '',
    class: code?.class ?? '',
    fine: String(code?.fine ?? ''),
    jail: String(code?.jail ?? ''),
    points: String(code?.points ?? ''),
    notes: code?.notes ?? '',
  }
}

function draftOf(written: ReturnType<typeof writtenOf>) {
  const amounts = AMOUNTS.map((name) => [name, written[name] === '' ? null : Number(written[name])])
  return { ...written, ...Object.fromEntries(amounts) }
}

const FORM_OF = { draftOf, schema: PenalCodeDraft, item: PenalCode }

function AddPenalCode({ onClose }: { onClose(): void }) {
  const add = useAddPenalCode()
  const form = useRecordForm({
    ...FORM_OF,
    initial: () => writtenOf(null),
    record: null,
    save: (written) => add.mutateAsync(PenalCodeDraft.parse(draftOf(written))),
    onSaved: () => {
      toast('Penal code added')
      form.reset()
    },
  })
  return (
    <form {...form.formProps} className={FORM}>
      <Fields control={form.control} />
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
  const form = useRecordForm({
    ...FORM_OF,
    initial: () => writtenOf(start),
    record: start,
    save: (written, over) => {
      const draft = PenalCodeDraft.parse(draftOf(written))
      return change.mutateAsync({ id: start.id, version: over?.version ?? start.version, draft })
    },
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
        LABELS.map(([name, label]) => ({ label, mine: mine[name], theirs: String(theirs[name] ?? '') }))
      }
      onClose={onClose}
    >
      <Fields control={form.control} />
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

function Fields({ control }: { control: RecordForm<ReturnType<typeof writtenOf>>['control'] }) {
  const listId = useId()
  return (
    <>
      <div className="max-xl:col-span-full">
        <TextField label="Statute" placeholder="316.193(1)" required maxLength={40} autoFocus {...control('statute')} />
      </div>
      <div className="max-xl:col-span-full">
        <TextField label="Title" required maxLength={200} {...control('title')} />
      </div>
      <div className="max-xl:col-span-full">
        <TextField
          label="Class"
          placeholder="Infraction/Misdemeanor/Felony"
          maxLength={60}
          list={listId}
          {...control('class')}
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
          type="number"
          min={0}
          step={1}
          inputMode="numeric"
          {...control(name)}
        />
      ))}
      <div className="col-span-full">
        <TextAreaField label="Notes" rows={2} placeholder="Optional" maxLength={4_000} {...control('notes')} />
      </div>
    </>
  )
}

const AMOUNT_LABELS = { fine: 'Fine', jail: 'Jail (months)', points: 'Points' }
