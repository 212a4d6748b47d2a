import { t } from '#lib/messages.ts'

/** Where player actions come from. The game resource forwards what txAdmin does, so both have the same ids of it. */
export const PLAYER_SOURCES = ['txadmin', 'easyadmin', 'vmenu', 'zeppelin'] as const
export type PlayerSource = (typeof PLAYER_SOURCES)[number]

/** Staff gave it here. */
export const BY_HAND = 'site'
/** Where an action of the player record can come from. */
export const ACTION_SOURCES = [...PLAYER_SOURCES, BY_HAND] as const

/** Who an action is about, or a subject: a Discord ID, or the number of somebody without one. */
export const WHO = /^(\d{17,20}|subject:[1-9]\d{0,8})$/

/** The Discord ID of a subject; null where it has none. */
export const accountOf = (who: string): string | null => (/^\d+$/.test(who) ? who : null)

/** What the programs are called. */
export const SOURCE_NAMES: Record<(typeof PLAYER_SOURCES)[number], string> = {
  txadmin: 'txAdmin',
  easyadmin: 'EasyAdmin',
  vmenu: 'vMenu',
  zeppelin: 'Zeppelin',
}

/** What a program is called from which an action comes. */
export function sourceText(source: string): string | undefined {
  if (source === BY_HAND) return t('this site')
  const program = PLAYER_SOURCES.find((one) => one === source)
  return program && SOURCE_NAMES[program]
}

/** Who gave an action whose author has no known Discord ID: their name in the program that it comes from. */
export const sourceAdminId = (source: PlayerSource, name: string) => `${source}:${name.slice(0, 100)}`

/** What an id stands for that is no Discord ID: whom an action is about, or who gave it. */
export function idText(id: string): string | undefined {
  const [, kind = '', name = ''] = /^(\w+):(.*)$/s.exec(id) ?? []
  if (kind === 'subject') return t('somebody without a Discord account')
  if (kind === 'game') return t('the game server')
  const program = sourceText(kind)
  return program && t('{name} in {program}', { name, program })
}
