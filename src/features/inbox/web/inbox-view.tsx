import ChevronRight from 'lucide-react/icons/chevron-right'
import { useId } from 'react'
import { findMessage, formatNumber, t } from '#lib/messages.ts'
import { Empty } from '#ui/empty.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Link } from '#web/router.tsx'
import type { WaitingQueue } from '../contract.ts'
import { useInbox } from './queries.ts'

/** What waits for whoever is signed in. */
export function InboxView() {
  const { data, error, isError, refetch } = useInbox()
  const waiting = data?.waiting.filter(({ count }) => count > 0) ?? []
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-4 px-4 pt-4 pb-10">
      <h1 className="text-2xl">{t('Inbox')}</h1>
      {isError && <ErrorNote message={t('Failed to load your inbox.')} error={error} onRetry={() => void refetch()} />}
      {data === undefined && !isError && <Skeleton label={t('Loading your inbox…')} rows={3} />}
      {data !== undefined && waiting.length === 0 && <Empty title={t('Nothing waits for you.')} />}
      {waiting.length > 0 && <Waiting queues={waiting} />}
    </div>
  )
}

function Waiting({ queues }: { queues: readonly WaitingQueue[] }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="rounded-md border border-haze bg-dusk">
      <h2 id={headingId} className="px-5 pt-4 pb-2 text-lg">
        {t('Waits for you')}
      </h2>
      <ul>
        {queues.map(({ name, title, path, count }) => (
          <li key={name} className="border-haze border-t">
            <Link to={path} className="flex min-h-12 items-center gap-3 px-5 py-2 hover:bg-haze/50">
              <span className="min-w-0 flex-1 font-semibold">{findMessage(title)}</span>
              <span className="font-bold font-sign text-amber text-lg tabular-nums">{formatNumber(count)}</span>
              <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-paper-faint" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
