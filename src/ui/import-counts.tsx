import Check from 'lucide-react/icons/check'
import { formatNumber, t } from '#lib/messages.ts'
import { Button, ButtonLink } from './button.tsx'
import { ReturnedFile } from './import-problems.tsx'
import type { Report } from './use-import.ts'

export type CountWord = 'added' | 'changed' | 'removed' | 'unchanged' | 'missing'

const COLOURS = {
  added: 'text-ok',
  changed: 'text-warn',
  removed: 'text-danger',
  unchanged: 'text-paper',
  missing: 'text-paper',
}

const COUNTED: Record<CountWord, (count: number) => string> = {
  added: (count) => t({ one: 'added', other: 'added' }, { count }),
  changed: (count) => t({ one: 'changed', other: 'changed' }, { count }),
  removed: (count) => t({ one: 'removed', other: 'removed' }, { count }),
  unchanged: (count) => t({ one: 'unchanged', other: 'unchanged' }, { count }),
  missing: (count) => t({ one: 'missing', other: 'missing' }, { count }),
}

const countOf = (report: Report, word: CountWord): number => report[word] ?? 0

/** How many records a file would add, change and so on. */
export function Counts({ report, counts }: { report: Report; counts: readonly CountWord[] }) {
  return (
    <ul aria-label={t('What the file changes')} className="mr-auto flex flex-wrap gap-x-6 gap-y-1">
      {counts.map((word) => (
        <li key={word} className="text-paper-dim text-sm">
          <span
            className={`mr-1.5 font-extrabold font-sign text-xl tabular-nums ${countOf(report, word) === 0 ? 'text-paper-faint' : COLOURS[word]}`}
          >
            {formatNumber(countOf(report, word))}
          </span>
          {COUNTED[word](countOf(report, word))}
        </li>
      ))}
    </ul>
  )
}

interface DoneProps {
  report: Report
  counts: readonly CountWord[]
  href: string
  title: string
  onAgain(): void
}

/** Says that the file was imported, and links to the list. */
export function Done({ report, counts, href, title, onAgain }: DoneProps) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-4 rounded-md border border-ok/40 bg-ok/8 px-5 py-4">
      <Check aria-hidden="true" className="size-6 shrink-0 text-ok" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-bold font-sign">
          {report.returned === undefined ? t('The file was imported.') : t('The good rows were imported.')}
        </p>
        <p className="text-paper-dim text-sm">
          {counts
            .filter((word) => word !== 'missing')
            .map((word) => `${formatNumber(countOf(report, word))} ${COUNTED[word](countOf(report, word))}`)
            .join(', ')}
          .
        </p>
      </div>
      {report.returned !== undefined && <ReturnedFile returned={report.returned} />}
      <Button onClick={onAgain}>{t('Import another file')}</Button>
      <ButtonLink look="primary" to={href}>
        {t('Open the {title}', { title })}
      </ButtonLink>
    </div>
  )
}
