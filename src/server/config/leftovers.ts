/** What systems and editors leave in a folder beside somebody's files: nobody meant it, so it is no mistake. */
export const isLeftover = (name: string): boolean =>
  name.startsWith('.') || name.endsWith('~') || ['__MACOSX', 'Thumbs.db', 'desktop.ini'].includes(name)
