import { PersonLink } from '#features/auth/web/person-link.tsx'
import { t } from '#lib/messages.ts'
import { Avatar } from '#ui/avatar.tsx'
import type { PresenceList } from '../contract.ts'
import { usePresence } from './use-presence.ts'

/**
 * The people who look at this page now: their number, up to twelve pictures that open the person's panel, and how many
 * more there are.
 */
export function Viewers() {
  return <ViewerList list={usePresence()} />
}

export function ViewerList({ list }: { list: PresenceList | null }) {
  const { viewers, total } = list ?? { viewers: [], total: 0 }
  const more = total - viewers.length
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
      <p className="flex items-center gap-2 whitespace-nowrap font-sign font-semibold text-paper-dim text-sm tabular-nums">
        <span aria-hidden="true" className={`size-2 rounded-full ${total > 0 ? 'bg-ok' : 'bg-paper-faint'}`} />
        {list === null ? t('Connecting') : t({ one: '{count} viewing', other: '{count} viewing' }, { count: total })}
      </p>
      <ul aria-label={t('Viewing now')} className="flex flex-wrap">
        {viewers.map((viewer) => (
          <li
            key={`${viewer.pid} ${viewer.sid}`}
            title={viewer.visible ? viewer.name : t('{name} (in the background)', { name: viewer.name })}
            className="-ml-1 rounded-full bg-night p-[3px] first:ml-0"
          >
            <PersonLink
              id={viewer.id}
              name={viewer.name}
              className="touch-target flex items-center justify-center rounded-full"
            >
              <span className={viewer.visible ? 'block' : 'block opacity-45'}>
                <Avatar name={viewer.name} url={viewer.avatarUrl} size="sm" ringClass={`ring-2 ${viewer.ringClass}`} />
              </span>
              <span className="sr-only">
                {viewer.visible ? viewer.name : t('{name}, in the background', { name: viewer.name })}
              </span>
            </PersonLink>
          </li>
        ))}
        {more > 0 && (
          <li className="ml-1.5 flex items-center font-sign font-semibold text-paper-dim text-sm tabular-nums">
            +{more}
            <span className="sr-only"> {t('more')}</span>
          </li>
        )}
      </ul>
    </div>
  )
}
