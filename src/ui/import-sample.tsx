import Download from 'lucide-react/icons/download'
import { currentForms } from '#lib/date-forms.ts'
import { t } from '#lib/messages.ts'
import { Button } from './button.tsx'
import { Fold } from './import-fold.tsx'
import { save } from './import-problems.tsx'
import { RowTh, Table, Td, Th } from './table.tsx'

interface ImportSampleProps {
  /** The labels of the fields that a file may have. */
  fields: ReadonlyMap<string, string>
  /** An example value for each field. */
  example: Readonly<Record<string, string>>
}

/** A CSV file that spreadsheet programs of this locale split into columns: locales that write 0,5 need semicolons. */
export function sampleFile(cells: readonly { label: string; text: string }[], locale: string): string {
  const separator = (0.5).toLocaleString(locale).includes(',') ? ';' : ','
  const rows = [cells.map(({ label }) => label), cells.map(({ text }) => (/^\d{16,}$/.test(text) ? `'${text}` : text))]
  const lines = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

/** Lists the columns that a file may have, and offers a sample file. */
export function ImportSample({ fields, example }: ImportSampleProps) {
  const cells = [...fields].map(([field, label]) => ({ label, text: example[field] ?? '' }))
  return (
    <Fold summary={t('Which columns a file may have')}>
      <div className="mt-2 space-y-3">
        <Table label={t('Columns that a file may have')} className="text-[0.8125rem]!">
          <thead>
            <tr>
              <Th className="w-60">{t('Column')}</Th>
              <Th>{t('For example')}</Th>
            </tr>
          </thead>
          <tbody>
            {cells.map(({ label, text }) => (
              <tr key={label}>
                <RowTh label={t('Column')}>{label}</RowTh>
                <Td label={t('For example')} className="text-paper-dim">
                  {text}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
        <Button size="sm" onClick={() => save(t('sample.csv'), sampleFile(cells, currentForms().locale))}>
          <Download aria-hidden="true" />
          {t('Download a sample file')}
        </Button>
      </div>
    </Fold>
  )
}
