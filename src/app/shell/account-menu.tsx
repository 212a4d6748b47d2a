import BadgeCheck from 'lucide-react/icons/badge-check'
import BookOpen from 'lucide-react/icons/book-open'
import ChevronDown from 'lucide-react/icons/chevron-down'
import CircleUser from 'lucide-react/icons/circle-user'
import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import FileClock from 'lucide-react/icons/file-clock'
import KeyRound from 'lucide-react/icons/key-round'
import LogOut from 'lucide-react/icons/log-out'
import ScrollText from 'lucide-react/icons/scroll-text'
import UserCog from 'lucide-react/icons/user-cog'
import UsersRound from 'lucide-react/icons/users-round'
import type { Auth } from '#features/auth/web/use-auth.ts'
import { allowsRights } from '#lib/access.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Menu, MenuAction, MenuGroup, MenuLink } from '#ui/menu.tsx'
import { useLocation } from '#web/router.tsx'
import { NAV_GROUPS } from './nav.ts'

const ICONS: Record<string, typeof BookOpen> = {
  '/staff-roster': UsersRound,
  '/trial-mod-checklist': ClipboardCheck,
  '/staff-da-database': ScrollText,
  '/es': BookOpen,
  '/users': UserCog,
  '/verifications': BadgeCheck,
  '/audit': FileClock,
  '/ingest-tokens': KeyRound,
}

/** Avatar and name of who is signed in; a press opens what they may go to, grouped by role, and the way out. */
export function AccountMenu({ user, rights, logout }: Extract<Auth, { status: 'signed-in' }>) {
  const { pathname } = useLocation()
  return (
    <Menu
      label={`Account of ${user.username}`}
      triggerClass="touch-target flex h-10 items-center gap-2.5 rounded-full border border-paper-faint/30 bg-night/40 py-1 pr-3 pl-1 font-semibold text-sm hover:border-paper-faint/60 aria-expanded:border-paper-faint/60"
      trigger={
        <>
          <Avatar name={user.username} url={user.avatarUrl} />
          <span className="max-w-36 truncate">{user.username}</span>
          <ChevronDown aria-hidden="true" className="size-4 text-paper-faint" />
        </>
      }
    >
      {NAV_GROUPS.filter((group) => allowsRights(group.access, rights)).map((group) => (
        <MenuGroup key={group.label} label={group.label}>
          {group.links.map(({ label, href }) => {
            const Icon = ICONS[href]
            return (
              <MenuLink key={href} to={href} aria-current={pathname === href ? 'page' : undefined}>
                {Icon && <Icon aria-hidden="true" />}
                {label}
              </MenuLink>
            )
          })}
        </MenuGroup>
      ))}
      <MenuGroup label="Account">
        <MenuLink to="/me" aria-current={pathname === '/me' ? 'page' : undefined}>
          <CircleUser aria-hidden="true" />
          My account
        </MenuLink>
        <MenuAction onSelect={logout}>
          <LogOut aria-hidden="true" />
          Log out
        </MenuAction>
      </MenuGroup>
    </Menu>
  )
}
