import type { ReactNode } from 'react'
import { PersonLink } from '#features/auth/web/person-link.tsx'
import { formatNumber, t } from '#lib/messages.ts'
import { REDACTED_TEXT } from '#lib/redaction.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SideBySide } from '#ui/side-by-side.tsx'
import { actionLabel, diffOf, standsForMany } from '../rules.ts'
import { changesOf, isHidden } from '../sentence-rules.ts'
import { EntrySentence, type SentenceProps, subjectOf } from './entry-sentence.tsx'
import { ImportedRows } from './imported-rows.tsx'
import { Moment } from './moment.tsx'

interface EntryDetailsProps extends Omit<SentenceProps, 'tabIndex'> {
  onFilter(filter: { actor?: string; target?: string; import?: number }): void
  onClose(): void
}

/** The details of one row: its sentence, before and after side by side, and technical data for engineers. */
export function EntryDetails({ onFilter, onClose, ...sentenceProps }: EntryDetailsProps) {
  const { row } = sentenceProps
  const isImport = standsForMany(row.action, row.target)
  const { same } = diffOf(row.before, row.after)
  const named = (text: string) => sentenceProps.names.get(text) ?? text
  const fields = changesOf(row, sentenceProps.words).map(({ label, isPerson, left, right }) => {
    return isPerson ? { label, left: named(left), right: named(right) } : { label, left, right }
  })
  const actor = row.actorId ?? 'site'
  return (
    <Dialog
      title={actionLabel(row.action, sentenceProps.words)}
      width="wide"
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <p className="wrap-anywhere mb-4 text-base text-paper-dim">
        <EntrySentence {...sentenceProps} />
      </p>
      <dl className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
        <Fact label={t('When')}>
          <Moment at={row.at} />
        </Fact>
        <Fact label={t('Who')}>
          {isHidden(row) ? (
            t(REDACTED_TEXT)
          ) : (
            <FilterButton label={t('Everything by this person')} onPress={() => onFilter({ actor })}>
              {row.actorName ?? t('The site itself')}
            </FilterButton>
          )}
          {row.actorId !== null && row.actorName !== null && /^\d/.test(row.actorId) && (
            <PersonLink
              id={row.actorId}
              name={row.actorName}
              className="touch-target -my-1 ml-1.5 inline-flex size-7 items-center justify-center rounded-sm align-middle text-lagoon hover:bg-paper/8"
            />
          )}
        </Fact>
        <Fact label={t('On what')}>
          <FilterButton label={t('Everything on this target')} onPress={() => onFilter({ target: row.target })}>
            <span translate="no">{subjectOf(sentenceProps)}</span>
          </FilterButton>
        </Fact>
      </dl>
      {fields.length > 0 && !isImport && <SideBySide left={t('Before')} right={t('After')} fields={fields} />}
      <p className="mt-4 text-paper-faint text-sm">
        {fields.length === 0 && same === 0 && t('No field changes.')}
        {same > 0 &&
          t(
            { one: '{fields} other field did not change.', other: '{fields} other fields did not change.' },
            { count: same, fields: formatNumber(same) },
          )}
      </p>
      {isImport && <ImportedRows {...sentenceProps} onShowAll={() => onFilter({ import: row.seq })} />}
      <Technical row={row} />
    </Dialog>
  )
}

/** The entry as it is stored, for engineers. */
function Technical({ row }: Pick<SentenceProps, 'row'>) {
  return (
    <details className="mt-3 text-sm">
      <summary className="touch-target inline-flex items-center text-lagoon hover:underline">{t('Technical')}</summary>
      <dl className="mt-2 grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 gap-y-2">
        <Fact label={t('On what')}>
          <span translate="no" className="break-all">
            {row.target}
          </span>
        </Fact>
        {row.actorId !== null && <Fact label={t('Discord ID')}>{row.actorId}</Fact>}
        {row.requestId !== '' && <Fact label={t('Request')}>{row.requestId}</Fact>}
        <Fact label={t('Row')}>
          {formatNumber(row.seq)} <span className="break-all text-paper-faint text-xs">{row.hash}</span>
        </Fact>
      </dl>
      {(row.before !== null || row.after !== null) && (
        <>
          <h3 className="mt-4 font-bold font-sign text-paper-dim">{t('Raw data')}</h3>
          <div className="mt-2 grid gap-2 sm:grid-cols-2">
            <Raw label={t('Before')} value={row.before} />
            <Raw label={t('After')} value={row.after} />
          </div>
        </>
      )}
    </details>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="col-span-2 grid grid-cols-subgrid">
      <dt className="text-paper-faint">{label}</dt>
      <dd className="wrap-anywhere min-w-0 text-paper tabular-nums">{children}</dd>
    </div>
  )
}

function FilterButton({ label, onPress, children }: { label: string; onPress(): void; children: ReactNode }) {
  return (
    <button type="button" title={label} onClick={onPress} className="inline-link break-all text-left">
      {children}
    </button>
  )
}

function Raw({ label, value }: { label: string; value: unknown }) {
  return (
    <figure className="min-w-0">
      <figcaption className="eyebrow pb-1 text-paper-faint">{label}</figcaption>
      <pre className="whitespace-pre-wrap break-all rounded-sm border border-haze bg-night/60 px-3 py-2 text-xs">
        {JSON.stringify(value, null, 2)}
      </pre>
    </figure>
  )
}
