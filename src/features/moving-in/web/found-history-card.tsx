import ShieldCheck from 'lucide-react/icons/shield-check'
import { formatNumber, msg, type PlainMessage, t } from '#lib/messages.ts'
import { Fold } from '#ui/import-fold.tsx'
import { QuickSelect } from '#ui/quick-select.tsx'
import type { ActionKind } from '../decision-rules.ts'
import type { FoundHistory } from './file-reading.ts'

const KINDS: Record<ActionKind, PlainMessage> = {
  note: msg('Notes // about players'),
  warn: msg('Warnings'),
  kick: msg('Kicks'),
  ban: msg('Bans'),
}

interface FoundHistoryCardProps {
  history: FoundHistory
  olderThan: string | null
  isBusy: boolean
  onLeaveOut(day: string | null): void
}

/**
 * A file: its program, its version, and the counts of its records. It also chooses from which age on records are left
 * out.
 */
export function FoundHistoryCard({ history, olderThan, isBusy, onLeaveOut }: FoundHistoryCardProps) {
  const { program, version, people, kinds, ages, leftOut, unknownFields } = history
  const counts = [
    { label: t('Players'), count: people },
    ...kinds.map(({ kind, count }) => ({ label: t(KINDS[kind]), count })),
  ]
  return (
    <section aria-labelledby="found" className="rounded-md border border-haze bg-dusk">
      <div className="px-5 pt-4 pb-4">
        <h2 id="found" className="text-lg">
          {version === null ? program : t('{program}, version {version}', { program, version })}
        </h2>
        <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-3">
          {counts.map(({ label, count }) => (
            <div key={label} className="flex flex-col-reverse">
              <dt className="text-paper-dim text-sm">{label}</dt>
              <dd className="font-extrabold font-sign text-2xl tabular-nums leading-tight">{formatNumber(count)}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 flex gap-2 text-paper-dim text-sm">
          <ShieldCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ok" />
          {t('Hardware IDs and IP addresses stay in this browser: they are never sent.')}
        </p>
        {leftOut > 0 && (
          <p className="mt-1 text-paper-dim text-sm">
            {t(
              {
                one: '{count} record is left out because it is not player history, such as a whitelist entry.',
                other: '{count} records are left out because they are not player history, such as whitelist entries.',
              },
              { count: leftOut },
            )}
          </p>
        )}
        {unknownFields.length > 0 && (
          <Fold
            summary={t(
              { one: '{count} field is not known and not read', other: '{count} fields are not known and not read' },
              { count: unknownFields.length },
            )}
            className="mt-1"
          >
            <p className="wrap-anywhere mt-1 font-mono text-[0.8125rem] text-paper-dim">{unknownFields.join(', ')}</p>
          </Fold>
        )}
      </div>
      {ages.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-haze border-t px-5 py-3">
          <p className="mr-auto text-sm">{t('Leave out what is old')}</p>
          <QuickSelect
            label={t('Leave out what is old')}
            value={olderThan ?? ''}
            disabled={isBusy}
            options={[
              { value: '', label: t('Nothing: bring everything') },
              ...ages.map(({ years, day, actions }) => ({
                value: day,
                label: t(
                  {
                    one: 'Older than {years}: {count} action',
                    other: 'Older than {years}: {count} actions',
                  },
                  {
                    count: actions,
                    years: t({ one: '{count} year', other: '{count} years' }, { count: years }),
                  },
                ),
              })),
            ]}
            onChange={(day) => onLeaveOut(day === '' ? null : day)}
          />
        </div>
      )}
    </section>
  )
}
