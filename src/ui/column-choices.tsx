import { t } from '#lib/messages.ts'
import type { ColumnChoices as Choices, SheetColumn } from '#lib/sheet.ts'
import { Fold } from './import-fold.tsx'
import { QuickSelect } from './quick-select.tsx'
import { Table, Td, Th } from './table.tsx'

interface ColumnChoicesProps {
  columns: readonly SheetColumn[]
  choices: Choices
  /** The fields that a column can be imported as, with the labels that people read. */
  fields: ReadonlyMap<string, string>
  isBusy: boolean
  onChoose(name: string, field: string): void
}

/** Asks which field each column of a file is: first the columns that were not recognized, then the others. */
export function ColumnChoices(props: ColumnChoicesProps) {
  const { columns, choices } = props
  const listedFirst = columns.filter(({ name, isOpen }) => isOpen || name in choices)
  const others = columns.filter((column) => !listedFirst.includes(column))
  const open = columns.filter(({ isOpen }) => isOpen).length
  if (columns.length === 0) return null
  return (
    <section aria-label={t('Columns of the file')} className="space-y-3">
      {listedFirst.length > 0 && (
        <>
          <div className={open > 0 ? 'rounded-md border border-warn/40 bg-warn/8 px-4 py-3' : ''}>
            <h2 className="font-bold font-sign">
              {open > 0
                ? t(
                    {
                      one: 'Choose what to do with {count} column of your file',
                      other: 'Choose what to do with {count} columns of your file',
                    },
                    { count: open },
                  )
                : t('Your choices for columns')}
            </h2>
            <p className="text-paper-dim text-sm">{t('Columns you leave out are not imported.')}</p>
          </div>
          <Choosing {...props} columns={listedFirst} />
        </>
      )}
      {others.length > 0 && (
        <Fold
          summary={
            listedFirst.length > 0
              ? t({ one: 'The other {count} column', other: 'The other {count} columns' }, { count: others.length })
              : t(
                  {
                    one: 'How the {count} column of your file is read',
                    other: 'How the {count} columns of your file are read',
                  },
                  { count: others.length },
                )
          }
        >
          <div className="mt-2">
            <Choosing {...props} columns={others} />
          </div>
        </Fold>
      )}
    </section>
  )
}

function Choosing({ columns, fields, isBusy, onChoose }: ColumnChoicesProps) {
  const options = [
    { value: '', label: t('Leave it out') },
    ...[...fields].map(([value, label]) => ({ value, label: t('Import as {field}', { field: label }) })),
  ]
  return (
    <Table label={t('Columns')} className="text-[0.8125rem]!">
      <thead>
        <tr>
          <Th className="w-60">{t('Column')}</Th>
          <Th className="w-80">{t('First value')}</Th>
          <Th>{t('What to do with it')}</Th>
        </tr>
      </thead>
      <tbody>
        {columns.map(({ name, field, sample }) => (
          <tr key={name}>
            <Td label={t('Column')} className="font-bold font-sign">
              {name}
            </Td>
            <Td label={t('First value')} className="text-paper-dim">
              {sample === '' ? t('(empty)') : sample}
            </Td>
            <Td label={t('What to do with it')} className="py-1.5!">
              <QuickSelect
                label={t('What to do with the column {name}', { name })}
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
