import Download from 'lucide-react/icons/download'
import { useId } from 'react'
import { formatNumber, t } from '#lib/messages.ts'
import { MAX_ERRORS, type SheetReport } from '#lib/sheet.ts'
import { Button } from './button.tsx'
import { ErrorNote } from './error-note.tsx'
import { Fold } from './import-fold.tsx'
import { RowTh, Table, Td, Th } from './table.tsx'

type Labels = ReadonlyMap<string, string>

/** The problems of a file, row by row. With very many problems, it also lists how often each kind occurs. */
export function Problems({ report, labels }: { report: SheetReport; labels: Labels }) {
  const { ok, errors, kinds } = report
  const shown = errors.filter(({ question }) => question === undefined)
  const count = shown.length
  if (count === 0) return null
  return (
    <>
      {!ok && (
        <ErrorNote
          message={
            errors.length < MAX_ERRORS
              ? t(
                  {
                    one: 'Nothing was imported. Fix one thing in the file first.',
                    other: 'Nothing was imported. Fix {count} things in the file first.',
                  },
                  { count },
                )
              : t(
                  {
                    one: 'Nothing was imported. Fix at least one thing in the file first.',
                    other: 'Nothing was imported. Fix at least {count} things in the file first.',
                  },
                  { count },
                )
          }
        />
      )}
      {kinds !== undefined && (
        <ProblemTable
          label={t('What is wrong by kind')}
          firstLabel={t('How often')}
          lastLabel={t('For example')}
          problems={kinds.map((kind) => ({ ...kind, first: formatNumber(kind.count) }))}
          labels={labels}
        />
      )}
      <ProblemTable
        label={ok ? t('Rows that come back to you') : t('Fix these')}
        firstLabel={t('Row')}
        lastLabel={t('What is wrong')}
        problems={shown.map((error) => ({ ...error, first: String(error.line) }))}
        labels={labels}
      />
    </>
  )
}

interface ProblemTableProps {
  label: string
  firstLabel: string
  lastLabel: string
  problems: readonly { first: string; field: string; message: string }[]
  labels: Labels
}

function ProblemTable({ label, firstLabel, lastLabel, problems, labels }: ProblemTableProps) {
  return (
    <Table label={label} className="text-[0.8125rem]!">
      <thead>
        <tr>
          <Th className="w-28">{firstLabel}</Th>
          <Th className="w-44">{t('Field')}</Th>
          <Th>{lastLabel}</Th>
        </tr>
      </thead>
      <tbody>
        {problems.map(({ first, field, message }) => (
          <tr key={`${first} ${field} ${message}`}>
            <RowTh label={firstLabel} className="tabular-nums">
              {first}
            </RowTh>
            <Td label={t('Field')} className="font-bold font-sign">
              {labels.get(field) ?? field}
            </Td>
            <Td label={lastLabel} className="py-2! text-paper-dim">
              {message}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

interface RowsChoiceProps {
  report: SheetReport
  goodRowsOnly: boolean
  isBusy: boolean
  onChoose(goodRowsOnly: boolean): void
}

/** For files with good and bad rows: the choice between importing all or nothing, and importing the good rows now. */
export function RowsChoice({ report: { good = 0, returned }, goodRowsOnly, isBusy, onChoose }: RowsChoiceProps) {
  const name = useId()
  if (returned === undefined || good === 0) return null
  const options = [
    {
      value: false,
      label: t('Import all rows or none'),
      help: t('Answer the questions and fix the file first, then choose it again.'),
    },
    {
      value: true,
      label: t({ one: 'Import the {count} good row now', other: 'Import the {count} good rows now' }, { count: good }),
      help: t('You get the others back as a file. Fix them there and import that file.'),
    },
  ]
  return (
    <fieldset disabled={isBusy} className="rounded-md border border-haze bg-dusk px-4 py-3">
      <legend className="float-left mb-2 w-full font-bold font-sign">
        {t({ one: '{count} row is good', other: '{count} rows are good' }, { count: good })},{' '}
        {t({ one: '{count} row is not', other: '{count} rows are not' }, { count: returned.rows })}
      </legend>
      {options.map(({ value, label, help }) => (
        <label key={label} className="clear-left flex items-start gap-3 py-1.5">
          <input
            type="radio"
            name={name}
            checked={goodRowsOnly === value}
            onChange={() => onChoose(value)}
            className="mt-1 size-4"
          />
          <span>
            <span className="block">{label}</span>
            <span className="block text-paper-dim text-sm">{help}</span>
          </span>
        </label>
      ))}
      <ReturnedFile returned={returned} />
    </fieldset>
  )
}

/** Downloads the rows that are not imported. */
export function ReturnedFile({ returned }: { returned: NonNullable<SheetReport['returned']> }) {
  return (
    <Button size="sm" className="mt-2" onClick={() => save(t('rows-to-fix.csv'), returned.file)}>
      <Download aria-hidden="true" />
      {t({ one: 'Download {count} row to fix', other: 'Download {count} rows to fix' }, { count: returned.rows })}
    </Button>
  )
}

/** Downloads a text as a file. */
export function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}

/** Further remarks about a file: the consequences of empty cells, and the rows that contain no record. */
export function Remarks({ report: { notices = [], passedOver = [] } }: { report: SheetReport }) {
  return (
    <>
      {notices.map((notice) => (
        <p key={notice} className="text-paper-dim text-sm">
          {notice}
        </p>
      ))}
      {passedOver.length > 0 && (
        <Fold
          summary={t(
            {
              one: '{count} row has no record and is skipped',
              other: '{count} rows have no record and are skipped',
            },
            { count: passedOver.length },
          )}
        >
          <ul className="mt-1 space-y-1 text-paper-dim text-sm">
            {passedOver.map(({ line, text }) => (
              <li key={line}>
                <span className="text-paper-faint">{t('Row {line}:', { line })}</span> {text}
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </>
  )
}
