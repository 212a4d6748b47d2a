import { t } from '#lib/messages.ts'
import type { Navigation } from '#lib/navigation.ts'
import type { Site } from '#lib/site.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Link } from '#web/router.tsx'
import { Developers } from './developers.tsx'
import { Emblem } from './emblem.tsx'
import { FooterColumns } from './footer-columns.tsx'

import { LanguageChoice } from './language-choice.tsx'

export interface FooterProps {
  site: Site
  navigation: Navigation
  year: number
}

/** The footer of the home page, with links to everything else of the community. */
export function SiteFooter({ site, navigation, year }: FooterProps) {
  return (
    <footer className="relative border-haze border-t bg-[linear-gradient(var(--color-dusk),var(--color-night))]">
      <div
        aria-hidden="true"
        className="absolute inset-x-0 -top-px h-px bg-[linear-gradient(90deg,transparent,var(--color-sunset)_35%,var(--color-amber)_60%,transparent)]"
      />
      <div className="mx-auto grid max-w-[90rem] gap-x-10 gap-y-12 px-6 pt-14 pb-10 lg:grid-cols-[1.3fr_2fr] lg:px-10">
        <div>
          <Link to="/" className="inline-flex items-center gap-3 rounded-md">
            <Emblem className="size-12" />
            <span className="font-extrabold font-sign text-xl tracking-tight">{site.name}</span>
          </Link>
          <p className="mt-4 max-w-[36ch] text-paper-dim">{site.tagline}</p>
          {site.links.discord !== undefined && (
            <div className="mt-6 flex flex-wrap gap-3">
              <ButtonLink to={site.links.discord}>{t('Join our Discord')}</ButtonLink>
            </div>
          )}
          <Developers developers={site.developers} />
        </div>
        <FooterColumns columns={navigation.footer} />
      </div>
      <div className="mx-auto flex max-w-[90rem] flex-wrap justify-between gap-x-8 gap-y-2 px-6 pt-6 pb-10 text-paper-faint text-sm lg:px-10">
        <p>{site.copyright.replace('{year}', String(year))}</p>
        <LanguageChoice site={site} />
        <Link to={site.builtWith.href} className="rounded-sm hover:text-paper">
          {site.builtWith.label}
        </Link>
      </div>
    </footer>
  )
}
