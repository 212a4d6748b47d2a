import { t } from '#lib/messages.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { Department } from '../contract.ts'
import { Asks, Recruiting } from './entry-terms.tsx'
import { Livery } from './livery.tsx'

/** The header of a department's page: badge, title and motto, and the buttons to apply and to join its Discord. */
export function DepartmentHero({ department }: { department: Department }) {
  const { title, shortName, motto, summary, badge, application, chat } = department
  return (
    <header className="under-header relative isolate overflow-hidden bg-[radial-gradient(24rem_20rem_at_28%_20%,color-mix(in_srgb,var(--accent)_30%,transparent),transparent_72%),linear-gradient(var(--accent-deep),var(--color-night)_85%)] lg:bg-[radial-gradient(56rem_40rem_at_76%_46%,color-mix(in_srgb,var(--accent)_34%,transparent),transparent_68%),linear-gradient(105deg,var(--color-night)_30%,var(--accent-deep)_72%,var(--color-night))]">
      <p
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-0 bottom-2 -z-10 hidden select-none whitespace-nowrap text-right font-extrabold font-sign text-[clamp(9rem,31vw,30rem)] text-accent/6 leading-[0.7] tracking-tighter lg:block forced-colors:hidden"
      >
        {shortName}
      </p>
      <div className="mx-auto grid max-w-[90rem] items-center gap-x-12 gap-y-4 px-6 pt-8 pb-14 sm:pt-12 lg:min-h-152 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] lg:px-10 lg:py-16">
        <div className="lg:order-2">
          <img
            src={badge}
            alt={t('Badge of the {department}', { department: title })}
            width="96"
            height="96"
            fetchPriority="high"
            className="size-44 drop-shadow-[0_28px_50px_rgb(2_4_14/0.7)] sm:size-60 lg:mx-auto lg:size-[min(27rem,34vw)]"
          />
        </div>
        <div className="relative">
          <h1 className="max-w-[9.5em] font-extrabold text-[clamp(2.5rem,5.3vw,4.75rem)] leading-[0.98] tracking-tight">
            {title}
          </h1>
          <p className="mt-5 font-bold font-sign text-accent text-xl sm:text-2xl">{motto}</p>
          <p className="mt-3 max-w-[46ch] text-lg text-paper-dim">{summary}</p>
          <div className="mt-9 flex flex-wrap gap-3">
            <ButtonLink to={application} look="accent" size="lg">
              {t('SUBMIT APPLICATION')}
            </ButtonLink>
            <ButtonLink to={chat} size="lg">
              {t('JOIN DISCORD')}
            </ButtonLink>
          </div>
          <div className="mt-6 flex">
            <Recruiting department={department} />
          </div>
          <Asks department={department} />
        </div>
      </div>
      <Livery className="h-3 w-full sm:h-4" />
    </header>
  )
}
