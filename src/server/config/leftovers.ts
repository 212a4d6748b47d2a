/** Whether an operating system or an editor left a file in the folder. Such a file is not reported as a mistake. */
export const isLeftover = (name: string): boolean =>
  name.startsWith('.') || name.endsWith('~') || ['__MACOSX', 'Thumbs.db', 'desktop.ini'].includes(name)
