import { type ReactNode, useId, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { AlertDialog } from '#ui/dialog.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { toast } from '#ui/live-region.tsx'
import { Td } from '#ui/table.tsx'
import { useRowKeys } from '#ui/use-row-keys.ts'
import { type RecordForm, useRecordForm } from '#web/use-record-form.ts'
import { listTenCodes, TenCode, TenCodeColor, TenCodeDraft } from '../contract.ts'
import { categoriesOf, TEN_CODE_COLORS, tenCodeAnchor } from '../rules.ts'
import { AddPanel, LastUpdated, RowActions, useEditing } from './code-view.tsx'
import { EditCodeRow } from './edit-code-row.tsx'
import { copyPermalink } from './permalink.tsx'
import { colorName } from './ten-code-color.tsx'
import { TenCodeCells, TenCodeTable } from './ten-code-table.tsx'
import { useAddTenCode, useChangeTenCode, useRemoveTenCode, useStaffList } from './use-code-writes.ts'

interface TenCodeViewProps {
  codes: readonly TenCode[]
  shown: readonly TenCode[]
  isAdding: boolean
  onStopAdding(): void
  /** What stands there until the list has come as staff read it. */
  children: ReactNode
}

/** The list as staff have it: a form to add above, once it is asked for, and each row edited in place. */
export function TenCodeView({ codes, shown, isAdding, onStopAdding, children }: TenCodeViewProps) {
  const { editing, lastEdited, edit, close } = useEditing()
  const remove = useRemoveTenCode()
  const isReady = useStaffList(listTenCodes, codes)
  const visible = editing.size === 0 ? shown : codes.filter((code) => shown.includes(code) || editing.has(code.id))
  const categories = categoriesOf(codes)
  const { onKeyDown, rowProps } = useRowKeys({
    ids: visible.map(({ id }) => String(id)),
    onOpen: (id) => edit(Number(id)),
  })
  if (!isReady) return children
  return (
    <>
      {isAdding && (
        <AddPanel title="Add a 10-code" onClose={onStopAdding}>
          <AddTenCode categories={categories} onClose={onStopAdding} />
        </AddPanel>
      )}
      <TenCodeTable isEmpty={visible.length === 0} actions>
        <tbody onKeyDown={onKeyDown} onClick={copyPermalink}>
          {visible.map((code) =>
            editing.has(code.id) ? (
              <EditRow key={code.id} code={code} categories={categories} onClose={() => close(code.id)} />
            ) : (
              <tr
                key={code.id}
                id={tenCodeAnchor(code.code)}
                {...rowProps(String(code.id))}
                className="-outline-offset-2"
              >
                <TenCodeCells code={code} note={<LastUpdated record={code} />} />
                <Td className="no-print max-sm:col-span-full">
                  <RowActions
                    name={code.code}
                    onEdit={() => edit(code.id)}
                    remove={() => remove.mutateAsync(code.id)}
                    takesFocus={lastEdited === code.id}
                  />
                </Td>
              </tr>
            ),
          )}
        </tbody>
      </TenCodeTable>
    </>
  )
}

function writtenOf(code: TenCode | null) {
  return {
    code: code?.code ?? '',
    meaning: code?.meaning ?? '',
    category: code?.category ?? '',
    color: String(code?.color ?? 'default'),
  }
}

const FORM_OF = { draftOf: (written: ReturnType<typeof writtenOf>) => written, schema: TenCodeDraft, item: TenCode }

function AddTenCode({ categories, onClose }: { categories: readonly string[]; onClose(): void }) {
  const add = useAddTenCode()
  const form = useRecordForm({
    ...FORM_OF,
    initial: () => writtenOf(null),
    record: null,
    save: (written) => add.mutateAsync(TenCodeDraft.parse(written)),
    onSaved: () => {
      toast('10-code added')
      form.reset()
    },
  })
  return (
    <form {...form.formProps} className={FORM}>
      <Fields categories={categories} control={form.control} />
      <div className="flex gap-2 sm:mt-6.5">
        <Button type="submit" look="primary" isPending={form.isPending}>
          Add
        </Button>
        <Button onClick={onClose}>Close</Button>
      </div>
      {form.hasFailed && <AlertDialog message="Failed to add code." onClose={form.dismissFailure} />}
    </form>
  )
}

interface EditRowProps {
  code: TenCode
  categories: readonly string[]
  onClose(): void
}

function EditRow({ code, categories, onClose }: EditRowProps) {
  const change = useChangeTenCode()
  const { current: start } = useRef(code)
  const form = useRecordForm({
    ...FORM_OF,
    initial: () => writtenOf(start),
    record: start,
    save: (written, over) =>
      change.mutateAsync({ id: start.id, version: over?.version ?? start.version, draft: TenCodeDraft.parse(written) }),
    onSaved: () => {
      toast('Changes saved')
      onClose()
    },
  })
  return (
    <EditCodeRow
      anchor={tenCodeAnchor(code.code)}
      columns={5}
      name={start.code}
      form={form}
      formClass={FORM}
      buttonsClass="sm:mt-6.5"
      fieldsOf={({ mine, theirs }) => [
        { label: 'Code', mine: mine.code, theirs: theirs.code },
        { label: 'Meaning', mine: mine.meaning, theirs: theirs.meaning },
        { label: 'Category', mine: mine.category, theirs: theirs.category ?? '' },
        { label: 'Code color', mine: colorName(TenCodeColor.parse(mine.color)), theirs: colorName(theirs.color) },
      ]}
      onClose={onClose}
    >
      <Fields categories={categories} control={form.control} />
    </EditCodeRow>
  )
}

const FORM = 'grid items-start gap-x-3 gap-y-4 sm:grid-cols-2 xl:grid-cols-[8rem_minmax(0,1fr)_11rem_9rem_auto]'

interface FieldsProps {
  categories: readonly string[]
  control: RecordForm<ReturnType<typeof writtenOf>>['control']
}

function Fields({ categories, control }: FieldsProps) {
  const listId = useId()
  return (
    <>
      <TextField label="Code" placeholder="10-XX" required maxLength={20} autoFocus {...control('code')} />
      <TextField label="Meaning" required maxLength={200} {...control('meaning')} />
      <div>
        <TextField label="Category" placeholder="Optional" maxLength={40} list={listId} {...control('category')} />
        <datalist id={listId}>
          {categories.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      <SelectField label="Code color" {...control('color')}>
        {TEN_CODE_COLORS.map((color) => (
          <option key={color} value={color}>
            {colorName(color)}
          </option>
        ))}
      </SelectField>
    </>
  )
}
