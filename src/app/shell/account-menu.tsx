import ChevronDown from 'lucide-react/icons/chevron-down'
import LogOut from 'lucide-react/icons/log-out'
import type { Auth } from '#features/auth/web/use-auth.ts'
import { InboxBadge } from '#features/inbox/web/inbox-badge.tsx'
import { useInboxCount } from '#features/inbox/web/use-inbox-count.ts'
import { LANGUAGE_NAMES } from '#lib/languages.ts'
import { msg, type PlainMessage, t } from '#lib/messages.ts'
import type { PageLink } from '#lib/page.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Menu, MenuAction, MenuGroup, MenuLink } from '#ui/menu.tsx'
import { usePathname } from '#web/router.tsx'
import { useSiteContent } from '#web/site-context.tsx'
import { languageLink, languagesOf } from './language-choice.tsx'
import { MenuIcon } from './menu-icon.tsx'
import { linkGroups, usePages } from './open-pages.ts'

/** The headings of the groups of links. */
const GROUP_LABELS: Record<PageLink['group'], PlainMessage> = {
  Staff: msg('Staff'),
  ES: msg('ES'),
  Owner: msg('Owner'),
  Account: msg('Account'),
}

/**
 * The avatar and name of the signed-in person. A press opens a menu with the pages they may open, grouped by role, and
 * the logout.
 */
export function AccountMenu({ user, rights, logout }: Extract<Auth, { status: 'signed-in' }>) {
  const pathname = usePathname()
  const pages = usePages()
  const { total } = useInboxCount()
  const languages = languagesOf(useSiteContent().site)
  return (
    <Menu
      label={
        total === 0
          ? t('Account of {name}', { name: user.username })
          : t(
              { one: 'Account of {name}, {count} in the inbox', other: 'Account of {name}, {count} in the inbox' },
              { name: user.username, count: total },
            )
      }
      triggerClass="relative touch-target flex h-10 items-center gap-2.5 rounded-full border border-paper-faint/30 bg-night/40 py-1 pr-3 pl-1 font-semibold text-sm hover:border-paper-faint/60 aria-expanded:border-paper-faint/60"
      trigger={
        <>
          <Avatar name={user.username} url={user.avatarUrl} />
          <span className="max-w-36 truncate">{user.username}</span>
          <InboxBadge count={total} className="absolute -top-1.5 left-7" />
          <ChevronDown aria-hidden="true" className="size-4 text-paper-faint" />
        </>
      }
    >
      {linkGroups(pages, rights).map((group) => (
        <MenuGroup key={group.label} label={t(GROUP_LABELS[group.label])}>
          {group.links.map(({ label, href, pageIcon }) => (
            <MenuLink key={href} to={href} aria-current={pathname === href ? 'page' : undefined}>
              <MenuIcon name={pageIcon} />
              <span className="mr-auto">{label}</span>
              {href === '/inbox' && <InboxBadge count={total} />}
            </MenuLink>
          ))}
          {group.label === 'Account' && (
            <MenuAction onSelect={logout}>
              <LogOut aria-hidden="true" />
              {t('Log out')}
            </MenuAction>
          )}
        </MenuGroup>
      ))}
      {languages.length > 0 && (
        <MenuGroup label={t('Language')}>
          <div className="flex">
            {languages.map((each) => (
              <MenuLink key={each} {...languageLink(each)}>
                {LANGUAGE_NAMES[each]}
              </MenuLink>
            ))}
          </div>
        </MenuGroup>
      )}
    </Menu>
  )
}
