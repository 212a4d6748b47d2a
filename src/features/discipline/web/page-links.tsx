import ChevronDown from 'lucide-react/icons/chevron-down'
import { t } from '#lib/messages.ts'
import { Menu, MenuLink } from '#ui/menu.tsx'
import { Link } from '#web/router.tsx'

export interface PageLinksProps {
  links: readonly { label: string; href: string }[]
  /** Pages that belong to the list, shown in a menu. */
  more?: readonly { label: string; href: string }[] | undefined
}

/** The links to other pages beside the title of the list. */
export function PageLinks({ links, more = [] }: PageLinksProps) {
  return (
    <nav aria-label={t('Staff tools')} className="flex flex-wrap gap-x-4 max-sm:w-full sm:mr-2">
      {links.map(({ label, href }) => (
        <Link
          key={href}
          to={href}
          className="touch-target inline-flex items-center text-paper-dim text-sm hover:text-lagoon"
        >
          {label}
        </Link>
      ))}
      {more.length > 0 && (
        <Menu
          label={t('More pages')}
          triggerClass="touch-target inline-flex items-center gap-1 text-paper-dim text-sm hover:text-lagoon"
          trigger={
            <>
              {t('More')}
              <ChevronDown aria-hidden="true" className="size-4" />
            </>
          }
        >
          {more.map(({ label, href }) => (
            <MenuLink key={href} to={href}>
              {label}
            </MenuLink>
          ))}
        </Menu>
      )}
    </nav>
  )
}
