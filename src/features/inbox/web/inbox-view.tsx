import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ReactNode, useId, useState } from 'react'
import type { InboxTitle, InboxTitles } from '#lib/inbox.ts'
import { longMoment } from '#lib/long-dates.ts'
import { formatNumber, t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { toast } from '#ui/live-region.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Link } from '#web/router.tsx'
import type { InboxGroup, WaitingQueue } from '../contract.ts'
import { MessageSettings } from './message-settings.tsx'
import { useInbox, useReadInbox } from './queries.ts'

/** The viewer's messages and the work that waits for them. */
export function InboxView(telling: Telling) {
  const { data, error, isError, refetch } = useInbox()
  const waiting = data?.waiting.filter(({ count }) => count > 0) ?? []
  const forYou = data?.forYou ?? []
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-4 px-4 pt-4 pb-10">
      <h1 className="text-2xl">{t('Inbox')}</h1>
      {isError && <ErrorNote message={t('Failed to load your inbox.')} error={error} onRetry={() => void refetch()} />}
      {data === undefined && !isError && <Skeleton label={t('Loading your inbox…')} rows={3} />}
      {data !== undefined && waiting.length + forYou.length === 0 && (
        <Empty
          title={t('Your inbox is empty.')}
          hint={t('Decisions about you and work that waits for you appear here.')}
        />
      )}
      {waiting.length > 0 && (
        <Section title={t('Waits for you')}>
          {waiting.map((queue) => (
            <QueueRow key={queue.name} {...queue} />
          ))}
        </Section>
      )}
      {forYou.length > 0 && <ForYou groups={forYou} {...telling} />}
      <MessageSettings />
    </div>
  )
}

/** How many messages show at first, so that the settings below stay within reach. */
const SHOWN_AT_FIRST = 50

interface Telling {
  titles: InboxTitles
  /** A detail that distinguishes messages with the same title, such as the type and day of an action. */
  detailOf(about: string): string | null
}

function ForYou({ groups, titles, detailOf }: Telling & { groups: readonly InboxGroup[] }) {
  const reading = useReadInbox()
  const [isAllShown, setAllShown] = useState(false)
  const shown = isAllShown ? groups : groups.slice(0, SHOWN_AT_FIRST)
  const unread = groups.filter(({ isNew }) => isNew).map(({ about }) => about)
  return (
    <Section
      title={t('For you')}
      action={
        unread.length > 0 && (
          <Button
            size="sm"
            isPending={reading.isPending}
            onClick={() => reading.mutate(unread, { onError: (failure) => toast(failure.message, 'danger') })}
          >
            {t('Mark all as read')}
          </Button>
        )
      }
    >
      {shown.map((group) => (
        <GroupRow
          key={group.about}
          {...group}
          title={titles[group.kind]}
          detail={detailOf(group.about)}
          onOpen={() => group.isNew && reading.mutate([group.about])}
        />
      ))}
      {shown.length < groups.length && (
        <li className="border-haze border-t px-5 py-2">
          <Button size="sm" onClick={() => setAllShown(true)}>
            {t('Show {count} more', { count: groups.length - shown.length })}
          </Button>
        </li>
      )}
    </Section>
  )
}

const ROW = 'flex min-h-12 items-center gap-3 px-5 py-2 hover:bg-haze/50'

function GroupRow(props: InboxGroup & { title: InboxTitle | undefined; detail: string | null; onOpen(): void }) {
  const { title, list, path, at, isNew, earlier, detail, onOpen } = props
  return (
    <li className="border-haze border-t">
      <Link to={path} onClick={onOpen} className={ROW}>
        <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${isNew ? 'bg-amber' : ''}`} />
        <span className="min-w-0 flex-1">
          <span className={isNew ? 'font-semibold' : 'text-paper-dim'}>
            {title !== undefined && t(title, { list: list ?? '' })}
            {isNew && <span className="sr-only"> {t('(new)')}</span>}
          </span>
          {detail !== null && <span className="block break-words text-sm">{detail}</span>}
          <span className="block text-paper-faint text-sm">
            <time dateTime={at}>{longMoment(at)}</time>
            {earlier > 0 && ` · ${t({ one: '{count} more before', other: '{count} more before' }, { count: earlier })}`}
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-paper-faint" />
      </Link>
    </li>
  )
}

function QueueRow({ title, path, count, dueAt }: WaitingQueue) {
  return (
    <li className="border-haze border-t">
      <Link to={path} className={ROW}>
        <span className="min-w-0 flex-1">
          <span className="font-semibold">{title}</span>
          {dueAt !== null && (
            <span className={`block text-sm ${new Date(dueAt) < new Date() ? 'text-warn' : 'text-paper-faint'}`}>
              {new Date(dueAt) < new Date()
                ? t('Late since {moment}', { moment: longMoment(dueAt) })
                : t('Next deadline: {moment}', { moment: longMoment(dueAt) })}
            </span>
          )}
        </span>
        <span className="font-bold font-sign text-amber text-lg tabular-nums">{formatNumber(count)}</span>
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-paper-faint" />
      </Link>
    </li>
  )
}

function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="rounded-md border border-haze bg-dusk">
      <header className="flex min-h-14 flex-wrap items-center justify-between gap-2 px-5 py-2">
        <h2 id={headingId} className="text-lg">
          {title}
        </h2>
        {action}
      </header>
      <ul>{children}</ul>
    </section>
  )
}
