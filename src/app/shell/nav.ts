/** Whether a link leaves this site. */
export function isExternal(href: string): boolean {
  return !href.startsWith('/')
}
