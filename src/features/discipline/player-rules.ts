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

/** Who gave an action whose author has no known Discord ID: their name in the program that it comes from. */
export const sourceAdminId = (source: PlayerSource, name: string) => `${source}:${name.slice(0, 100)}`
