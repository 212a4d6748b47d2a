import ChevronDown from 'lucide-react/icons/chevron-down'
import Download from 'lucide-react/icons/download'
import { useId } from 'react'
import { MAX_ERRORS, type SheetReport } from '#lib/sheet.ts'
import { counted } from '#lib/text.ts'
import { Button } from './button.tsx'
import { ErrorNote } from './error-note.tsx'
import { RowTh, Table, Td, Th } from './table.tsx'

type Labels = ReadonlyMap<string, string>

/** What is wrong with a file, row by row; of very many also how often what is wrong. */
export function Problems({ report, labels }: { report: SheetReport; labels: Labels }) {
  const { ok, errors, kinds } = report
  const shown = errors.filter(({ question }) => question === undefined)
  const few = shown.length === 1 ? 'one thing' : `${shown.length} things`
  const things = errors.length < MAX_ERRORS ? few : `at least ${few}`
  if (shown.length === 0) return null
  return (
    <>
      {!ok && <ErrorNote message={`Nothing was imported. Fix ${things} in the file first.`} />}
      {kinds !== undefined && (
        <Table label="What is wrong by kind" className="text-[0.8125rem]!">
          <thead>
            <tr>
              <Th className="w-28">How often</Th>
              <Th className="w-44">Field</Th>
              <Th>For example</Th>
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ field, message, count }) => (
              <tr key={`${field} ${message}`}>
                <RowTh label="How often" className="tabular-nums">
                  {count.toLocaleString('en')}
                </RowTh>
                <Td label="Field" className="font-bold font-sign">
                  {labels.get(field) ?? field}
                </Td>
                <Td label="For example" className="py-2! text-paper-dim">
                  {message}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <Table label={ok ? 'Rows that are handed back' : 'Fix these'} className="text-[0.8125rem]!">
        <thead>
          <tr>
            <Th className="w-20">Row</Th>
            <Th className="w-44">Field</Th>
            <Th>What is wrong</Th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ line, field, message }) => (
            <tr key={`${line} ${field} ${message}`}>
              <RowTh label="Row" className="tabular-nums">
                {line}
              </RowTh>
              <Td label="Field" className="font-bold font-sign">
                {labels.get(field) ?? field}
              </Td>
              <Td label="What is wrong" className="py-2! text-paper-dim">
                {message}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}

interface RowsChoiceProps {
  report: SheetReport
  goodRowsOnly: boolean
  isBusy: boolean
  onChoose(goodRowsOnly: boolean): void
}

/** Where some rows are good and others are not: all or nothing, or the good ones now. */
export function RowsChoice({ report: { good = 0, returned }, goodRowsOnly, isBusy, onChoose }: RowsChoiceProps) {
  const name = useId()
  if (returned === undefined) return null
  const options = [
    {
      value: false,
      label: 'Import all rows or none',
      help: 'Answer the questions and fix the file first, then choose it again.',
    },
    {
      value: true,
      label: `Import the ${counted(good, 'good row')} now`,
      help: 'The others come back as a file. Fix them there and import that file.',
    },
  ]
  return (
    <fieldset disabled={isBusy || good === 0} className="rounded-md border border-haze bg-dusk px-4 py-3">
      <legend className="float-left mb-2 w-full font-bold font-sign">
        {counted(good, 'row is', 'rows are')} good, {counted(returned.rows, 'row is', 'rows are')} not
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

/** The rows that are not imported, as a file. */
export function ReturnedFile({ returned }: { returned: NonNullable<SheetReport['returned']> }) {
  return (
    <Button size="sm" className="mt-2" onClick={() => save('rows-to-fix.csv', returned.file)}>
      <Download aria-hidden="true" />
      Download {counted(returned.rows, 'row')} to fix
    </Button>
  )
}

/** Gives a text to the browser as a file. */
export function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}

/** What else is worth knowing of a file: what follows from empty cells, and which rows hold no record. */
export function Remarks({ report: { notices = [], passedOver = [] } }: { report: SheetReport }) {
  return (
    <>
      {notices.map((notice) => (
        <p key={notice} className="text-paper-dim text-sm">
          {notice}
        </p>
      ))}
      {passedOver.length > 0 && (
        <details className="group">
          <summary className="touch-target inline-flex cursor-pointer items-center gap-1.5 py-1 text-paper-dim text-sm hover:text-paper">
            <ChevronDown aria-hidden="true" className="size-4 transition-transform group-open:rotate-180" />
            {counted(passedOver.length, 'row holds', 'rows hold')} no record and{' '}
            {passedOver.length === 1 ? 'is' : 'are'} passed over
          </summary>
          <ul className="mt-1 space-y-1 text-paper-dim text-sm">
            {passedOver.map(({ line, text }) => (
              <li key={line}>
                <span className="text-paper-faint">Row {line}:</span> {text}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
