import { msg, type PlainMessage, t } from '#lib/messages.ts'
import { isOn } from '#lib/part.ts'
import { Link } from '#web/router.tsx'
import { useSiteContent } from '#web/site-context.tsx'

const PAGES = [
  { part: 'ten-codes', title: msg('10-Codes'), href: '/ten-codes' },
  { part: 'penal-codes', title: msg('Penal Codes'), href: '/penal-codes' },
  { part: 'penal-codes', title: msg('Calculator'), href: '/penal-codes/calculator' },
] as const

interface LawHeaderProps {
  href: (typeof PAGES)[number]['href']
  title: PlainMessage
  lead: string
}

/** The header of each law book page, with links to the other pages. */
export function LawHeader({ href, title, lead }: LawHeaderProps) {
  const { law, off } = useSiteContent()
  const pages = PAGES.filter(({ part }) => isOn(off, part))
  return (
    <header className="mx-auto flex max-w-[90rem] flex-wrap items-end justify-between gap-x-10 gap-y-5 px-4 pt-6 pb-5 sm:px-6 sm:pt-12 lg:px-10 lg:pt-10">
      <div className="max-w-2xl">
        {law !== null && <p className="eyebrow text-amber">{law.name}</p>}
        <h1 className="mt-2 text-4xl sm:text-5xl">{t(title)}</h1>
        <p className="mt-3 text-paper-dim sm:text-lg">{lead}</p>
      </div>
      {pages.length > 1 && (
        <nav aria-label={law?.name} className="flex flex-wrap rounded-md border border-haze bg-night/60 p-1">
          {pages.map((page) => (
            <Link
              key={page.href}
              to={page.href}
              aria-current={page.href === href ? 'page' : undefined}
              className="flex h-10 items-center rounded-sm px-3 font-bold font-sign text-[0.9375rem] text-paper-dim transition-colors hover:text-paper aria-[current=page]:bg-haze aria-[current=page]:text-paper"
            >
              {t(page.title)}
            </Link>
          ))}
        </nav>
      )}
    </header>
  )
}

/** The background behind that header. */
export const LAW_SKY =
  'under-header bg-[radial-gradient(64rem_26rem_at_82%_-8rem,color-mix(in_srgb,var(--color-sunset),transparent_72%),transparent_70%),radial-gradient(52rem_24rem_at_8%_-10rem,color-mix(in_srgb,var(--color-lagoon),transparent_84%),transparent_70%)] bg-no-repeat print:bg-none'
