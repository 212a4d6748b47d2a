import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { t } from '#lib/messages.ts'
import { RemovableChip } from '#ui/chip.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { TextAreaField } from '#ui/field.tsx'
import type { Problems, RecordForm } from '#web/use-record-form.ts'
import { MAX_OFFENCES, termsText, timeText } from '../offence-rules.ts'
import { codesOf, deviates, type useSuggestion, type WrittenTerms } from './use-suggestion.ts'

/** An offence for which an action can be given. */
export interface KnownOffence {
  code: string
  name: string
  category: string
  told?: string | undefined
  needsEvidence?: boolean | undefined
}

interface OffenceFieldsProps {
  /** Null while the offences load. */
  offences: readonly KnownOffence[] | null
  written: WrittenTerms
  problems: Problems
  control: RecordForm<WrittenTerms & Record<string, string | null>>['control']
  write(part: Partial<WrittenTerms>): void
  suggestion: ReturnType<typeof useSuggestion>
}

/** The offences of an action, the step of each on its ladder, and the reason for a deviation from the suggestion. */
export function OffenceFields({ offences, written, problems, control, write, suggestion }: OffenceFieldsProps) {
  const codes = codesOf(written)
  const change = (next: readonly string[]) => write({ offences: next.join(' ') })
  const known = offences ?? []
  const chosen = codes.map((code) => known.find((offence) => offence.code === code) ?? { code, name: '' })
  return (
    <>
      <div className="sm:col-span-2">
        {codes.length < MAX_OFFENCES && (
          <Combobox
            label={t('Offence')}
            placeholder={t('Search by code or name')}
            chosen={null}
            choices={known
              .filter(({ code }) => !codes.includes(code))
              .map(({ code, name, category }) => ({ value: code, label: `${code} ${name}`, note: category }))}
            onType={() => undefined}
            emptyText={offences === null ? t('Loading offences…') : undefined}
            onChoose={(choice) => choice && change([...codes, choice.value])}
            error={problems.offences}
          />
        )}
        {chosen.length > 0 && (
          <ul aria-label={t('Offences')} className="mt-2 flex flex-wrap gap-2">
            {chosen.map(({ code, name }) => (
              <li key={code}>
                <RemovableChip label={`${code} ${name}`} onRemove={() => change(codes.filter((one) => one !== code))} />
              </li>
            ))}
          </ul>
        )}
        {codes.length > 0 && written.user === '' && (
          <p className="mt-2 text-paper-faint text-sm">{t('Choose a person to see what is suggested.')}</p>
        )}
        {codes.length > 0 && (
          <Suggestion query={suggestion}>
            {suggestion.data?.needs_evidence && (
              <p className="mt-1.5 flex gap-2.5 text-paper">
                <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-amber" />
                {t('Evidence is needed. Log the action first, then open it and add the evidence there.')}
              </p>
            )}
          </Suggestion>
        )}
      </div>
      {codes.length > 0 &&
        (problems.deviation_why !== undefined ||
          (suggestion.data === undefined ? written.deviation_why !== '' : deviates(written, suggestion.data))) && (
          <DeviationField {...control('deviation_why')} />
        )}
    </>
  )
}

/** The field for why something other than the suggestion is given. */
export function DeviationField(props: ReturnType<RecordForm<{ deviation_why: string }>['control']>) {
  return (
    <div className="sm:col-span-2">
      <TextAreaField
        label={t('Why you do not follow the suggestion')}
        hint={t('For staff only. Management sees how often this happens.')}
        required
        rows={2}
        {...props}
      />
    </div>
  )
}

interface SuggestionProps {
  query: ReturnType<typeof useSuggestion>
  children?: ReactNode
}

/** The steps of the offences on their ladders, and what is suggested for them. */
export function Suggestion({ query: { data, isLoading, isError, error, refetch }, children }: SuggestionProps) {
  return (
    <>
      {isLoading && (
        <p role="status" className="mt-2 text-paper-faint text-sm">
          {t('Loading the suggestion…')}
        </p>
      )}
      {isError && (
        <div className="mt-2">
          <ErrorNote message={t('The suggestion could not be loaded.')} error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {data !== undefined && (
        <section
          aria-label={t('Suggestion')}
          className="mt-2 rounded-sm border border-haze bg-night/50 px-3.5 py-3 text-sm"
        >
          <ul className="space-y-0.5">
            {data.rungs.map((rung) => (
              <li key={rung.code}>
                <span className="text-paper">
                  {rung.code} · {timeText(rung.rung)}
                </span>{' '}
                {termsText(rung)}
                {rung.earlier.length > 0 && (
                  <span className="ml-2 text-paper-faint">
                    {t('after {actions}', { actions: rung.earlier.map((id) => `#${id}`).join(', ') })}
                  </span>
                )}
              </li>
            ))}
          </ul>
          <p role="status" className="mt-1.5 font-semibold text-paper">
            {t('Suggested: {terms}', { terms: termsText(data) })}
          </p>
          {children}
        </section>
      )}
    </>
  )
}
