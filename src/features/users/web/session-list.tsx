import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import type { ReactNode } from 'react'
import { ago, formatMoment } from '#lib/dates.ts'
import { t } from '#lib/messages.ts'
import { Chip } from '#ui/chip.tsx'
import { rich } from '#web/rich.tsx'
import type { SignedInSession } from '../contract.ts'

interface SessionListProps {
  sessions: readonly SignedInSession[]
  now: Date
  /** Renders the actions for a session. */
  actions?(session: SignedInSession): ReactNode
}

/** A person's sessions: the device, when it was last seen, and since when it is signed in. */
export function SessionList({ sessions, now, actions }: SessionListProps) {
  return (
    <ul className="divide-y divide-haze text-sm">
      {sessions.map((session) => {
        const Icon = /Android|iPhone|iPad/.test(session.device) ? Smartphone : Monitor
        return (
          <li key={session.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0">
            <Icon aria-hidden="true" className="size-5 shrink-0 text-paper-faint" />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2 font-semibold text-paper">
                {session.device}
                {session.isThis && <Chip tone="ok">{t('this browser')}</Chip>}
              </p>
              <p className="text-paper-faint">
                {rich('Last seen {seen}, signed in {began}', {
                  seen: <Moment at={session.lastSeenAt} now={now} />,
                  began: <Moment at={session.createdAt} now={now} />,
                })}
              </p>
            </div>
            {actions?.(session)}
          </li>
        )
      })}
    </ul>
  )
}

function Moment({ at, now }: { at: string; now: Date }) {
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {ago(at, now)}
    </time>
  )
}
