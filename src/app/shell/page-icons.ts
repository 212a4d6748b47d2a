import BadgeCheck from 'lucide-react/icons/badge-check'
import BookOpen from 'lucide-react/icons/book-open'
import CircleUser from 'lucide-react/icons/circle-user'
import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import CodeXml from 'lucide-react/icons/code-xml'
import FileClock from 'lucide-react/icons/file-clock'
import Gamepad2 from 'lucide-react/icons/gamepad-2'
import Gavel from 'lucide-react/icons/gavel'
import Hash from 'lucide-react/icons/hash'
import Inbox from 'lucide-react/icons/inbox'
import KeyRound from 'lucide-react/icons/key-round'
import MessageCircleQuestionMark from 'lucide-react/icons/message-circle-question-mark'
import PackageOpen from 'lucide-react/icons/package-open'
import ScrollText from 'lucide-react/icons/scroll-text'
import Stethoscope from 'lucide-react/icons/stethoscope'
import UserCog from 'lucide-react/icons/user-cog'
import UsersRound from 'lucide-react/icons/users-round'
import type { ComponentType } from 'react'

/** The icons of pages in the account menu, whose code only signed-in people fetch. */
export const PAGE_ICONS = {
  'badge-check': BadgeCheck,
  'book-open': BookOpen,
  'circle-user': CircleUser,
  'clipboard-check': ClipboardCheck,
  'code-xml': CodeXml,
  'file-clock': FileClock,
  'gamepad-2': Gamepad2,
  gavel: Gavel,
  hash: Hash,
  inbox: Inbox,
  'key-round': KeyRound,
  'message-circle-question-mark': MessageCircleQuestionMark,
  'package-open': PackageOpen,
  'scroll-text': ScrollText,
  stethoscope: Stethoscope,
  'user-cog': UserCog,
  'users-round': UsersRound,
} satisfies Record<string, ComponentType<{ 'aria-hidden'?: 'true' }>>

declare module '#lib/page.ts' {
  interface PageIcons extends Readonly<Record<keyof typeof PAGE_ICONS, true>> {}
}
