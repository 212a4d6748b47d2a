import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ColumnChoices as Choices, SheetColumn } from '#lib/sheet.ts'
import { counted } from '#lib/text.ts'
import { QuickSelect } from './quick-select.tsx'
import { Table, Td, Th } from './table.tsx'

interface ColumnChoicesProps {
  columns: readonly SheetColumn[]
  choices: Choices
  /** The fields that a column may be, as people call them. */
  fields: ReadonlyMap<string, string>
  isBusy: boolean
  onChoose(name: string, field: string): void
}

/** Says which field each column of a file is: first the columns that nobody knows, the others where one asks. */
export function ColumnChoices(props: ColumnChoicesProps) {
  const { columns, choices } = props
  const asked = columns.filter(({ name, isOpen }) => isOpen || name in choices)
  const others = columns.filter((column) => !asked.includes(column))
  const open = columns.filter(({ isOpen }) => isOpen).length
  if (columns.length === 0) return null
  return (
    <section aria-label="Columns of the file" className="space-y-3">
      {asked.length > 0 && (
        <>
          <div className={open > 0 ? 'rounded-md border border-warn/40 bg-warn/8 px-4 py-3' : ''}>
            <h2 className="font-bold font-sign">
              {open > 0 ? `Choose what to do with ${counted(open, 'column')} of your file` : 'Your choices for columns'}
            </h2>
            <p className="text-paper-dim text-sm">Columns you leave out are not imported.</p>
          </div>
          <Choosing {...props} columns={asked} />
        </>
      )}
      {others.length > 0 && (
        <details className="group">
          <summary className="touch-target inline-flex cursor-pointer items-center gap-1.5 py-1 text-paper-dim text-sm hover:text-paper">
            <ChevronDown aria-hidden="true" className="size-4 transition-transform group-open:rotate-180" />
            {asked.length > 0
              ? `The other ${counted(others.length, 'column')}`
              : `How the ${counted(others.length, 'column')} of your file ${others.length === 1 ? 'is' : 'are'} read`}
          </summary>
          <div className="mt-2">
            <Choosing {...props} columns={others} />
          </div>
        </details>
      )}
    </section>
  )
}

function Choosing({ columns, fields, isBusy, onChoose }: ColumnChoicesProps) {
  const options = [
    { value: '', label: 'Leave it out' },
    ...[...fields].map(([value, label]) => ({ value, label: `Import as ${label}` })),
  ]
  return (
    <Table label="Columns" className="text-[0.8125rem]!">
      <thead>
        <tr>
          <Th className="w-60">Column</Th>
          <Th className="w-80">First value</Th>
          <Th>What to do with it</Th>
        </tr>
      </thead>
      <tbody>
        {columns.map(({ name, field, sample }) => (
          <tr key={name}>
            <Td label="Column" className="font-bold font-sign">
              {name}
            </Td>
            <Td label="First value" className="text-paper-dim">
              {sample === '' ? '(empty)' : sample}
            </Td>
            <Td label="What to do with it" className="py-1.5!">
              <QuickSelect
                label={`What to do with the column ${name}`}
                value={field ?? ''}
                options={options}
                disabled={isBusy}
                onChange={(chosen) => onChoose(name, chosen)}
              />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
