import Link2 from 'lucide-react/icons/link-2'
import Unlink2 from 'lucide-react/icons/unlink-2'
import { ago, formatMoment } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import type { ChainCheck } from '../contract.ts'
import { useAuditChain, useVerifyAuditChain } from './queries.ts'

const count = (rows: number) => `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`

/** Whether the log is as it was written, as last checked, and the way to check it now. */
export function ChainStatus() {
  const { data, dataUpdatedAt } = useAuditChain()
  const verify = useVerifyAuditChain()
  const { running = null, last = null, hasFailed = false } = data ?? {}
  const isBroken = last !== null && last.broken !== null
  const Icon = isBroken ? Unlink2 : Link2
  return (
    <section
      aria-label="Tamper check"
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
              ? 'Checking…'
              : `Checking: ${running.rows.toLocaleString('en')} of ${count(running.total)}`}
            <progress
              value={running.rows}
              max={Math.max(1, running.total)}
              className="h-1.5 w-40"
              aria-label="Checked"
            />
          </p>
        )}
        {(hasFailed || verify.isError) && running === null && (
          <p className="text-danger">The check did not finish. Please try again.</p>
        )}
      </div>
      <Button size="sm" isPending={running !== null || verify.isPending} onClick={() => verify.mutate()}>
        Check for tampering
      </Button>
    </section>
  )
}

function Result({ last, now, isKnown }: { last: ChainCheck | null; now: Date; isKnown: boolean }) {
  if (!isKnown) return <p className="text-paper-faint max-sm:min-h-10">…</p>
  if (last === null) {
    return <p className="text-paper-dim">Tamper check: not run</p>
  }
  const when = (
    <span className="text-paper-faint">
      Checked{' '}
      <time dateTime={last.at} title={formatMoment(last.at)}>
        {ago(last.at, now)}
      </time>
      {last.by !== null && ` by ${last.by}`}.
    </span>
  )
  if (last.broken !== null) {
    return (
      <p className="text-paper">
        <strong className="text-danger">
          Tampering found at row {last.broken.seq.toLocaleString('en')}: {last.broken.why}.
        </strong>{' '}
        {count(last.rows)} before it {last.rows === 1 ? 'is' : 'are'} unchanged. {when}
      </p>
    )
  }
  return (
    <p className="text-paper">
      <strong className="text-ok">No tampering found:</strong> {count(last.rows)}
      {last.erased > 0 && `, ${last.erased.toLocaleString('en')} of them without a person who was erased`}, last hash{' '}
      <code title={last.head} className="text-paper-dim text-xs">
        {last.head.slice(0, 12)}…
      </code>{' '}
      {when}
    </p>
  )
}
