import { useId } from 'react'
import { msg, t } from '#lib/messages.ts'
import { SelectField, TextField } from '#ui/field.tsx'
import type { Column } from '#ui/use-columns.tsx'
import type { RecordForm } from '#web/use-record-form.ts'
import { TEN_CODE_SORTS, tenCodeSortValue } from '../column-rules.ts'
import { exportTenCodes, listTenCodes, TenCode, TenCodeColor, TenCodeDraft } from '../contract.ts'
import { categoriesOf, TEN_CODE_COLORS, tenCodeAnchor } from '../rules.ts'
import { CodeTools } from './code-tools.tsx'
import { type CodeKind, CodeView, type CodeViewProps } from './code-view.tsx'
import { colorName } from './ten-code-color.tsx'
import { TenCodeCells, TenCodeTable } from './ten-code-table.tsx'
import { useAddTenCode, useChangeTenCode, useRemoveTenCode } from './use-code-writes.ts'

/** The 10-codes as staff see them. */
export function TenCodeView(props: CodeViewProps<TenCode>) {
  return <CodeView kind={TEN_CODE} {...props} />
}

/** The staff tools of the 10-codes. */
export const TenCodeTools = ({ codes }: { codes: readonly TenCode[] }) => <CodeTools sheet={TEN_CODE} codes={codes} />

const WIDTHS = { code: 'lg:w-36', meaning: '', category: 'lg:w-40', color: 'lg:w-32' }

function useTenCodeColumns(): Column[] {
  const labels = { code: t('Code'), meaning: t('Meaning'), category: t('Category'), color: t('Color') }
  return TEN_CODE_SORTS.map((key) => ({
    ...{ key, label: labels[key], className: WIDTHS[key], sorts: true },
    isFixed: key === 'code',
  }))
}

function writtenOf(code: TenCode | null) {
  return {
    code: code?.code ?? '',
    meaning: code?.meaning ?? '',
    category: code?.category ?? '',
    color: String(code?.color ?? 'default'),
  }
}

interface FieldsProps {
  codes: readonly TenCode[]
  control: RecordForm<ReturnType<typeof writtenOf>>['control']
}

function Fields({ codes, control }: FieldsProps) {
  const listId = useId()
  return (
    <>
      <TextField label={t('Code')} placeholder={t('10-XX')} required maxLength={20} autoFocus {...control('code')} />
      <TextField label={t('Meaning')} required maxLength={200} {...control('meaning')} />
      <div>
        <TextField
          label={t('Category')}
          placeholder={t('Optional')}
          maxLength={40}
          list={listId}
          {...control('category')}
        />
        <datalist id={listId}>
          {categoriesOf(codes).map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      <SelectField label={t('Code color')} {...control('color')}>
        {TEN_CODE_COLORS.map((color) => (
          <option key={color} value={color}>
            {colorName(color)}
          </option>
        ))}
      </SelectField>
    </>
  )
}

const TEN_CODE: CodeKind<TenCode, TenCodeDraft, ReturnType<typeof writtenOf>> = {
  list: listTenCodes,
  exported: exportTenCodes,
  useColumns: useTenCodeColumns,
  useSortValue: () => tenCodeSortValue,
  actionsClass: 'lg:w-48',
  words: { add: msg('Add a 10-code'), added: msg('10-code added'), addFailed: msg('Failed to add code.') },
  nameOf: ({ code }) => code,
  anchorOf: tenCodeAnchor,
  writtenOf,
  draftOf: (written) => written,
  schema: TenCodeDraft,
  item: TenCode,
  useAdd: useAddTenCode,
  useChange: useChangeTenCode,
  useRemove: useRemoveTenCode,
  conflictFields: ({ mine, theirs }) => [
    { label: t('Code'), mine: mine.code, theirs: theirs.code },
    { label: t('Meaning'), mine: mine.meaning, theirs: theirs.meaning },
    { label: t('Category'), mine: mine.category, theirs: theirs.category ?? '' },
    { label: t('Code color'), mine: colorName(TenCodeColor.parse(mine.color)), theirs: colorName(theirs.color) },
  ],
  Table: TenCodeTable,
  Cells: TenCodeCells,
  Fields,
  isTight: false,
  formClass: 'grid items-start gap-x-3 gap-y-4 sm:grid-cols-2 xl:grid-cols-[8rem_minmax(0,1fr)_11rem_9rem_auto]',
  buttonsClass: 'sm:mt-6.5',
}
