import { formatNumber, t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { EntrySentence, type SentenceProps } from './entry-sentence.tsx'
import { useAudit, useNames } from './queries.ts'

const SHOWN = 25

interface ImportedRowsProps extends Omit<SentenceProps, 'names' | 'tabIndex'> {
  /** Shows all rows of the import in the list. */
  onShowAll(): void
}

/** The first rows of the individual records of an import. */
export function ImportedRows({ row: { seq }, words, placeOf, onShowAll }: ImportedRowsProps) {
  const { data, error, refetch } = useAudit({ import: String(seq), page: '1', pageSize: String(SHOWN) })
  const rows = data?.rows ?? []
  const names = useNames(rows, words)
  if (error !== null) return <ErrorNote message={t('Failed to load the audit log.')} onRetry={() => void refetch()} />
  if (data === undefined || rows.length === 0) return null
  return (
    <section className="mt-4">
      <h3 className="font-bold font-sign text-paper-dim">{t('What it did to each record')}</h3>
      <ul className="mt-1 divide-y divide-haze text-paper-dim text-sm">
        {rows.map((each) => (
          <li key={each.seq} className="wrap-anywhere py-1.5">
            <EntrySentence row={each} {...{ words, placeOf, names }} />
          </li>
        ))}
      </ul>
      {data.total > rows.length && (
        <Button size="sm" className="mt-2" onClick={onShowAll}>
          {t('Show all {total}', { total: `${formatNumber(data.total)}${data.isCapped ? '+' : ''}` })}
        </Button>
      )}
    </section>
  )
}
