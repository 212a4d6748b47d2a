import type { SiteLinks } from './site.ts'

/** The link for asking staff for help: the support portal, else Discord, else the rules page. */
export const helpHref = ({ support, discord }: SiteLinks): string => support ?? discord ?? '/rules'
