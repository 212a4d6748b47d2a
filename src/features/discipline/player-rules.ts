import { t } from '#lib/messages.ts'

/**
 * The programs that player actions come from. The game resource forwards what txAdmin does, so both use the same ids.
 */
export const PLAYER_SOURCES = ['txadmin', 'easyadmin', 'vmenu', 'zeppelin'] as const
export type PlayerSource = (typeof PLAYER_SOURCES)[number]

/** The source of an action that staff logged here. */
export const BY_HAND = 'site'
/** Where an action of the player record can come from. */
export const ACTION_SOURCES = [...PLAYER_SOURCES, BY_HAND] as const

/** The id of a subject: a Discord ID, or `subject:` and a number for a person without one. */
export const WHO = /^(\d{17,20}|subject:[1-9]\d{0,8})$/

/** The Discord ID of a subject. Null when the subject has none. */
export const accountOf = (who: string): string | null => (/^\d+$/.test(who) ? who : null)

/** The display names of the programs. */
export const SOURCE_NAMES: Record<(typeof PLAYER_SOURCES)[number], string> = {
  txadmin: 'txAdmin',
  easyadmin: 'EasyAdmin',
  vmenu: 'vMenu',
  zeppelin: 'Zeppelin',
}

/** The display name of a source. Undefined when the source is unknown. */
export function sourceText(source: string): string | undefined {
  if (source === BY_HAND) return t('this site')
  const program = PLAYER_SOURCES.find((one) => one === source)
  return program && SOURCE_NAMES[program]
}

/**
 * The issuer of an action whose author has no known Discord ID: their name in the program that the action comes from.
 */
export const sourceAdminId = (source: PlayerSource, name: string) => `${source}:${name.slice(0, 100)}`

/** The text for an id that is not a Discord ID, of a subject or of an issuer. Undefined for a Discord ID. */
export function idText(id: string): string | undefined {
  const [, kind = '', name = ''] = /^(\w+):(.*)$/s.exec(id) ?? []
  if (kind === 'subject') return t('somebody without a Discord account')
  if (kind === 'game') return t('the game server')
  const program = sourceText(kind)
  return program && t('{name} in {program}', { name, program })
}
