import { useId } from 'react'
import { msg, t } from '#lib/messages.ts'
import { TextAreaField, TextField } from '#ui/field.tsx'
import type { Column } from '#ui/use-columns.tsx'
import { useLaw } from '#web/site-context.tsx'
import type { RecordForm } from '#web/use-record-form.ts'
import { PENAL_CODE_SORTS, penalCodeSortValue } from '../column-rules.ts'
import { exportPenalCodes, listPenalCodes, PenalCode, PenalCodeDraft } from '../contract.ts'
import { AMOUNTS, penalCodeAnchor } from '../rules.ts'
import { CodeTools } from './code-tools.tsx'
import { type CodeKind, CodeView, type CodeViewProps } from './code-view.tsx'
import { PenalCodeCells, PenalCodeTable, useJailLabel } from './penal-code-table.tsx'
import { useAddPenalCode, useChangePenalCode, useRemovePenalCode } from './use-code-writes.ts'

/** The penal codes as staff see them. */
export function PenalCodeView(props: CodeViewProps<PenalCode>) {
  return <CodeView kind={PENAL_CODE} {...props} />
}

/** The staff tools of the penal codes. */
export const PenalCodeTools = ({ codes }: { codes: readonly PenalCode[] }) => (
  <CodeTools sheet={PENAL_CODE} codes={codes} />
)

const WIDTHS = { statute: 'w-39', title: '', class: 'w-36', fine: 'w-32', jail: 'w-24', points: 'w-24', notes: 'w-44' }
const isAmount = (key: string) => AMOUNTS.some((amount) => amount === key)

function usePenalCodeColumns(): Column[] {
  const labels = {
    ...{ statute: t('Statute'), title: t('Title'), class: t('Class'), fine: t('Fine') },
    ...{ jail: useJailLabel(), points: t('Points'), notes: t('Notes') },
  }
  return PENAL_CODE_SORTS.map((key) => ({
    ...{ key, label: labels[key], className: WIDTHS[key], sorts: true },
    ...(isAmount(key) && { align: 'end' }),
    isFixed: key === 'statute',
  }))
}

function usePenalCodeSortValue() {
  const classes = useLaw().classes.map(({ name }) => name)
  return (code: PenalCode, column: string) => penalCodeSortValue(code, column, classes)
}

const NUMBERS = ['fine', 'jail', 'points', 'fine_max', 'jail_max', 'points_max', 'counts'] as const

function writtenOf(code: PenalCode | null) {
  return {
    statute: code?.statute ?? '',
    title: code?.title ?? '',
    class: code?.class ?? '',
    fine: String(code?.fine ?? ''),
    jail: String(code?.jail ?? ''),
    points: String(code?.points ?? ''),
    notes: code?.notes ?? '',
    fine_max: String(code?.fine_max ?? ''),
    jail_max: String(code?.jail_max ?? ''),
    points_max: String(code?.points_max ?? ''),
    counts: String(code?.counts ?? ''),
    excludes: code?.excludes ?? '',
    includes: code?.includes ?? '',
    aliases: code?.aliases ?? '',
  }
}

function draftOf(written: ReturnType<typeof writtenOf>) {
  const amounts = NUMBERS.map((name) => [name, written[name] === '' ? null : Number(written[name])])
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
  ['fine_max', msg('Fine up to')],
  ['jail_max', msg('Jail up to')],
  ['points_max', msg('Points up to')],
  ['counts', msg('Counts at most')],
  ['excludes', msg('Not charged with')],
  ['includes', msg('Includes')],
  ['aliases', msg('Also called')],
] as const

type Control = RecordForm<ReturnType<typeof writtenOf>>['control']

function Fields({ control }: { control: Control }) {
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
      {/* The fields stay aligned when a label takes two lines. */}
      <div className="col-span-full grid grid-cols-3 grid-rows-[auto_auto_auto] gap-x-3 xl:contents max-xl:[&>div]:row-span-3 max-xl:[&>div]:grid max-xl:[&>div]:grid-rows-subgrid max-xl:[&_label]:self-end">
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
      </div>
      <div className="col-span-full">
        <TextAreaField
          label={t('Notes')}
          rows={2}
          placeholder={t('Optional')}
          maxLength={4_000}
          {...control('notes')}
        />
      </div>
      <CalculatorFields control={control} />
    </>
  )
}

const UP_TO = [
  ['fine_max', msg('Fine up to')],
  ['jail_max', msg('Jail up to')],
  ['points_max', msg('Points up to')],
] as const
const LISTS = [
  [
    'excludes',
    msg('Not charged with'),
    msg('Statutes that cannot be combined with this one, with | between them.'),
    1_000,
  ],
  ['includes', msg('Includes'), msg('Statutes that are part of this one and cost nothing extra.'), 1_000],
  ['aliases', msg('Also called'), msg('How players call it, as in GTA | grand theft auto.'), 300],
] as const

const FURTHER = [...UP_TO.map(([name]) => name), ...LISTS.map(([name]) => name), 'counts'] as const

/** The fields for the charge calculator, which the spec does not have. They are collapsed while all are empty. */
function CalculatorFields({ control }: { control: Control }) {
  const isInUse = FURTHER.some((name) => {
    const { value, error } = control(name)
    return value !== '' || error !== undefined
  })
  return (
    <details className="col-span-full" open={isInUse}>
      <summary className="touch-target flex w-fit cursor-pointer items-center rounded-sm py-1 font-bold font-sign text-lagoon text-sm">
        {t('For the charge calculator: ranges, counts, other names')}
      </summary>
      <div className="grid grid-cols-2 items-start gap-x-3 gap-y-4 pt-3 xl:grid-cols-4">
        {UP_TO.map(([name, label]) => (
          <TextField
            key={name}
            label={t(label)}
            type="number"
            min={0}
            step={1}
            inputMode="numeric"
            {...control(name)}
          />
        ))}
        <TextField
          label={t('Counts at most')}
          placeholder={t('Any number')}
          type="number"
          min={1}
          max={99}
          step={1}
          inputMode="numeric"
          {...control('counts')}
        />
        <div className="col-span-full grid gap-x-3 gap-y-4 sm:grid-cols-3">
          {LISTS.map(([name, label, hint, longest]) => (
            <TextField key={name} label={t(label)} hint={t(hint)} maxLength={longest} {...control(name)} />
          ))}
        </div>
      </div>
    </details>
  )
}

const PENAL_CODE: CodeKind<PenalCode, PenalCodeDraft, ReturnType<typeof writtenOf>> = {
  list: listPenalCodes,
  exported: exportPenalCodes,
  useColumns: usePenalCodeColumns,
  useSortValue: usePenalCodeSortValue,
  actionsClass: 'w-26',
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
  isTight: true,
  formClass:
    'grid grid-cols-3 items-start gap-x-3 gap-y-4 xl:grid-cols-[9rem_minmax(0,1fr)_minmax(12rem,1fr)_6.5rem_6.5rem_5rem]',
  buttonsClass: 'col-span-full',
}
