import type { ComponentProps } from 'react'
import { t } from '#lib/messages.ts'
import type { ListReport } from '#lib/sheet.ts'
import { ImportChanges } from './import-changes.tsx'
import { ImportView } from './import-view.tsx'

interface ListImportProps
  extends Pick<
    ComponentProps<typeof ImportView<ListReport>>,
    'title' | 'href' | 'hint' | 'trying' | 'importing' | 'example' | 'past'
  > {
  /** The plural name of the records, such as '10-codes'. */
  things: string
  /** The columns that a file may have, with their labels. */
  fields: readonly { field: string; label: string }[]
  /** The labels of the record's short code and of its name. */
  signLabel: string
  nameLabel: string
}

/** The import page for a list of plain records. A file may also replace the whole list. */
export function ListImport({ things, fields, signLabel, nameLabel, hint, ...rest }: ListImportProps) {
  const labels = new Map([
    ...fields.map(({ field, label }): [string, string] => [field, label]),
    ['file', t('The file')],
  ])
  return (
    <ImportView<ListReport>
      {...rest}
      hint={t('{hint} Columns: {names}. You see what will change before anything is saved.', {
        hint,
        names: fields.map(({ label }) => label).join(', '),
      })}
      labels={labels}
      counts={['added', 'changed', 'removed', 'unchanged', 'missing']}
      replaces={things}
      promise={(count) => t({ one: 'Import {count} change', other: 'Import {count} changes' }, { count })}
    >
      {(report) => (
        <>
          {report.missing > 0 && (
            <p className="text-paper-dim text-sm">{t('Missing from the file: they stay in the list.')}</p>
          )}
          {report.changes.length > 0 && (
            <ImportChanges
              signLabel={signLabel}
              nameLabel={nameLabel}
              changes={report.changes.map(({ key, fields: changed, ...change }) => ({
                ...change,
                id: key,
                fields: changed
                  .filter(
                    ({ field }) =>
                      change.kind === 'changed' || ![signLabel, nameLabel].includes(labels.get(field) ?? ''),
                  )
                  .map(({ field, ...values }) => ({ label: labels.get(field) ?? field, ...values })),
              }))}
            />
          )}
        </>
      )}
    </ImportView>
  )
}
