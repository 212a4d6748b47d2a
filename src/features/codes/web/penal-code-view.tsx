import { useId } from 'react'
import { msg, t } from '#lib/messages.ts'
import { TextAreaField, TextField } from '#ui/field.tsx'
import { useLaw } from '#web/site-context.tsx'
import type { RecordForm } from '#web/use-record-form.ts'
import { listPenalCodes, PenalCode, PenalCodeDraft } from '../contract.ts'
import { penalCodeAnchor } from '../rules.ts'
import { type CodeKind, CodeView, type CodeViewProps } from './code-view.tsx'
import { PenalCodeCells, PenalCodeTable, useJailLabel } from './penal-code-table.tsx'
import { useAddPenalCode, useChangePenalCode, useRemovePenalCode } from './use-code-writes.ts'

/** The penal codes as staff have them. */
export function PenalCodeView(props: CodeViewProps<PenalCode>) {
  return <CodeView kind={PENAL_CODE} {...props} />
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

const LABELS = [
  ['statute', msg('Statute')],
  ['title', msg('Title')],
  ['class', msg('Class')],
  ['fine', msg('Fine')],
  ['jail', msg('Jail')],
  ['points', msg('Points')],
  ['notes', msg('Notes')],
] as const

function Fields({ control }: { control: RecordForm<ReturnType<typeof writtenOf>>['control'] }) {
  const listId = useId()
  const { classes } = useLaw()
  const amountLabels = { fine: t('Fine'), jail: useJailLabel(), points: t('Points') }
  return (
    <>
      <div className="max-xl:col-span-full">
        <TextField
          label={t('Statute')}
          placeholder="316.193(1)"
          required
          maxLength={40}
          autoFocus
          {...control('statute')}
        />
      </div>
      <div className="max-xl:col-span-full">
        <TextField label={t('Title')} required maxLength={200} {...control('title')} />
      </div>
      <div className="max-xl:col-span-full">
        <TextField
          label={t('Class')}
          placeholder={t('Infraction/Misdemeanor/Felony')}
          maxLength={60}
          list={listId}
          {...control('class')}
        />
        <datalist id={listId}>
          {classes.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      {AMOUNTS.map((name) => (
        <TextField
          key={name}
          label={amountLabels[name]}
          type="number"
          min={0}
          step={1}
          inputMode="numeric"
          {...control(name)}
        />
      ))}
      <div className="col-span-full">
        <TextAreaField
          label={t('Notes')}
          rows={2}
          placeholder={t('Optional')}
          maxLength={4_000}
          {...control('notes')}
        />
      </div>
    </>
  )
}

const PENAL_CODE: CodeKind<PenalCode, PenalCodeDraft, ReturnType<typeof writtenOf>> = {
  list: listPenalCodes,
  words: { add: msg('Add a penal code'), added: msg('Penal code added'), addFailed: msg('Failed to add penal code.') },
  nameOf: ({ statute }) => statute,
  anchorOf: penalCodeAnchor,
  writtenOf,
  draftOf,
  schema: PenalCodeDraft,
  item: PenalCode,
  useAdd: useAddPenalCode,
  useChange: useChangePenalCode,
  useRemove: useRemovePenalCode,
  conflictFields: ({ mine, theirs }) =>
    LABELS.map(([name, label]) => ({ label: t(label), mine: mine[name], theirs: String(theirs[name] ?? '') })),
  Table: PenalCodeTable,
  Cells: PenalCodeCells,
  Fields,
  columns: 8,
  isTight: true,
  formClass:
    'grid grid-cols-3 items-start gap-x-3 gap-y-4 xl:grid-cols-[9rem_minmax(0,1fr)_minmax(12rem,1fr)_6.5rem_6.5rem_5rem]',
  buttonsClass: 'col-span-full',
}
