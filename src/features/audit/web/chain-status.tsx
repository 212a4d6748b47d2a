import Link2 from 'lucide-react/icons/link-2'
import Unlink2 from 'lucide-react/icons/unlink-2'
import { ago, formatMoment } from '#lib/dates.ts'
import { formatNumber, t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { rich } from '#web/rich.tsx'
import type { ChainCheck } from '../contract.ts'
import { useAuditChain, useVerifyAuditChain } from './queries.ts'

/** Shows whether the last check found the log unaltered, with a button to check it now. */
export function ChainStatus() {
  const { data, dataUpdatedAt } = useAuditChain()
  const verify = useVerifyAuditChain()
  const { running = null, last = null, hasFailed = false } = data ?? {}
  const isBroken = last !== null && last.broken !== null
  const Icon = isBroken ? Unlink2 : Link2
  return (
    <section
      aria-label={t('Tamper check')}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border px-4 py-2.5 text-sm ${isBroken ? 'border-danger/50 bg-danger/8' : 'border-haze bg-dusk'}`}
    >
      <Icon
        aria-hidden="true"
        className={`size-5 shrink-0 ${isBroken ? 'text-danger' : last === null ? 'text-paper-faint' : 'text-ok'}`}
      />
      <div role="status" className="min-w-56 flex-1">
        {running === null ? (
          <Result last={last} now={new Date(dataUpdatedAt)} isKnown={data !== undefined} />
        ) : (
          <p className="flex flex-wrap items-center gap-x-3 text-paper">
            {running.total === 0
              ? t('Checking…')
              : t(
                  { one: 'Checking: {done} of {rows} row', other: 'Checking: {done} of {rows} rows' },
                  { count: running.total, done: formatNumber(running.rows), rows: formatNumber(running.total) },
                )}
            <progress
              value={running.rows}
              max={Math.max(1, running.total)}
              className="h-1.5 w-40"
              aria-label={t('Checked')}
            />
          </p>
        )}
        {(hasFailed || verify.isError) && running === null && (
          <p className="text-danger">{t('The check did not finish. Please try again.')}</p>
        )}
      </div>
      <Button size="sm" isPending={running !== null || verify.isPending} onClick={() => verify.mutate()}>
        {t('Check for tampering')}
      </Button>
    </section>
  )
}

function Result({ last, now, isKnown }: { last: ChainCheck | null; now: Date; isKnown: boolean }) {
  if (!isKnown) return <p className="text-paper-faint max-sm:min-h-10">…</p>
  if (last === null) {
    return <p className="text-paper-dim">{t('Tamper check: not run')}</p>
  }
  const time = (
    <time dateTime={last.at} title={formatMoment(last.at)}>
      {ago(last.at, now)}
    </time>
  )
  const when = (
    <span className="text-paper-faint">
      {last.by === null
        ? rich('Checked {time}.', { time })
        : rich('Checked {time} by {name}.', { time, name: last.by })}
    </span>
  )
  const counts = { count: last.rows, rows: formatNumber(last.rows) }
  if (last.broken !== null) {
    const { seq, why } = last.broken
    return (
      <p className="text-paper">
        <strong className="text-danger">
          {t('Tampering found at row {row}: {why}.', { row: formatNumber(seq), why })}
        </strong>{' '}
        {t({ one: '{rows} row before it is unchanged.', other: '{rows} rows before it are unchanged.' }, counts)} {when}
      </p>
    )
  }
  const parts = {
    result: <strong className="text-ok">{t('No tampering found:')}</strong>,
    rows: t({ one: '{rows} row', other: '{rows} rows' }, counts),
    hash: (
      <code title={last.head} className="text-paper-dim text-xs">
        {last.head.slice(0, 12)}…
      </code>
    ),
  }
  return (
    <p className="text-paper">
      {last.erased === 0
        ? rich('{result} {rows}, last hash {hash}', parts)
        : rich('{result} {rows}, {erased} of them without a person who was erased, last hash {hash}', {
            ...parts,
            erased: formatNumber(last.erased),
          })}{' '}
      {when}
    </p>
  )
}
