import { Link } from '#web/router.tsx'
import { Emblem } from './emblem.tsx'
import { FooterColumns, FooterLink } from './footer-columns.tsx'

import { LanguageChoice } from './language-choice.tsx'
import type { FooterProps } from './site-footer.tsx'

/** The footer that all department pages share (spec section 2). */
export function DepartmentFooter({ site, navigation, year }: FooterProps) {
  return (
    <footer className="border-haze border-t bg-dusk">
      <div className="mx-auto grid max-w-[90rem] gap-x-10 gap-y-12 px-6 pt-14 lg:grid-cols-[1.2fr_2fr] lg:px-10">
        <div>
          <Link to="/" className="inline-flex items-center gap-3 rounded-md">
            <Emblem className="size-12" />
            <span className="font-extrabold font-sign text-xl tracking-tight">{site.name}</span>
          </Link>
          <ul className="mt-5 flex flex-wrap gap-x-6 gap-y-1">
            {navigation.social.map((link) => (
              <FooterLink key={link.label} {...link} />
            ))}
          </ul>
        </div>
        <FooterColumns columns={navigation.departmentFooter} />
      </div>
      <div className="mx-auto mt-12 flex max-w-[90rem] flex-wrap justify-between gap-x-8 gap-y-2 px-6 pb-20 text-paper-faint text-sm lg:px-10 lg:pb-10">
        <p>{site.copyright.replace('{year}', String(year))}</p>
        <LanguageChoice site={site} />
        <Link to={site.builtWith.href} className="rounded-sm hover:text-paper">
          {site.builtWith.label}
        </Link>
      </div>
    </footer>
  )
}
