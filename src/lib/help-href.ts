import type { SiteLinks } from './site.ts'

/** Where people ask staff for help: the support portal, or else Discord. */
export const helpHref = ({ support, discord }: SiteLinks): string => support ?? discord ?? '/rules'
