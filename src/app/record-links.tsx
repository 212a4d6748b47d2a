import { t } from '#lib/messages.ts'
import { Link, usePathname } from '#web/router.tsx'

/** Links between the two records that look alike, the one about staff and the one about players. */
export function RecordLinks() {
  const pathname = usePathname()
  const records = [
    { href: '/staff-da-database', label: t('Staff // record') },
    { href: '/player-record', label: t('Players // record') },
  ]
  return (
    <nav aria-label={t('Records')} className="flex gap-0.5 rounded-sm border border-haze p-0.5">
      {records.map(({ href, label }) => (
        <Link
          key={href}
          to={href}
          aria-current={pathname === href ? 'page' : undefined}
          className="touch-target inline-flex h-7 items-center rounded-sm px-2.5 font-sign font-semibold text-paper-dim text-sm hover:bg-haze/60 hover:text-paper aria-[current=page]:bg-haze aria-[current=page]:text-paper"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
