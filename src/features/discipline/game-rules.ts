import type { Colour } from '#lib/colour.ts'

/** The default types of the player family. */
export const PLAYER_TYPES: readonly { name: string; colour: Colour; isBetweenStaff?: boolean }[] = [
  { name: 'Note', colour: 'plain', isBetweenStaff: true },
  { name: 'Warning', colour: 'info' },
  { name: 'Kick', colour: 'amber' },
  { name: 'Ban', colour: 'danger' },
]

/** The kinds of actions in game, as `community/in-game-actions.yaml` names them. Notes come only from files. */
export const GAME_KINDS = ['warn', 'kick', 'ban', 'permanent_ban', 'note'] as const
export type GameKind = (typeof GAME_KINDS)[number]

/** The default type of the player family for each kind. */
export const GAME_TYPES: Record<GameKind, string> = {
  warn: 'Warning',
  kick: 'Kick',
  ban: 'Ban',
  permanent_ban: 'Ban',
  note: 'Note',
}

export type BanTypes = Pick<Record<GameKind, string>, 'ban' | 'permanent_ban'>

/** Whether an action of this type keeps somebody out of the game. */
export const isBan = (type: string, types: BanTypes) => type === types.ban || type === types.permanent_ban

/** An action that was done in game. */
export interface GameAction {
  /** The id that the game gives it. The same id twice is the same action. */
  id: string
  kind: 'warn' | 'kick' | 'ban'
  target: { discordId?: string | null | undefined; name: string; identifiers?: readonly string[] | undefined }
  author: { discordId?: string | null | undefined; name: string }
  reason: string
  at: string
  /** The end of a ban. Without it, the ban is for good. */
  expiresAt?: string | null | undefined
}

/** The revocation of an action that was done in game. `action` is the id of that action. */
export type GameRevocation = Omit<GameAction, 'kind' | 'expiresAt'> & { kind: 'revoke'; action: string }

export function gameKindOf({
  kind,
  expiresAt,
}: {
  kind: Exclude<GameKind, 'permanent_ban'>
  expiresAt?: string | null | undefined
}): GameKind {
  return kind === 'ban' && expiresAt == null ? 'permanent_ban' : kind
}

/** How each kind reads in the internal reason. */
const DONE: Record<GameKind, string> = {
  warn: 'Warned in game',
  kick: 'Kicked in game',
  ban: 'Banned in game',
  permanent_ban: 'Banned in game for good',
  note: 'Noted in game',
}

/** The internal reason: the reason in game, and where the action came from. */
export function gameReason(action: GameAction): string {
  const until = action.expiresAt == null ? '' : ` until ${action.expiresAt.slice(0, 16).replace('T', ' ')} UTC`
  return `${action.reason}\n\n${DONE[gameKindOf(action)]}${until} by ${action.author.name} (${action.id})`
}

/**
 * The name of the author in game, read from the internal reason of the action with this id. Null when the reason does
 * not contain it.
 */
export function gameAuthorIn(reason: string, id: string): string | null {
  const end = ` (${id})`
  const last = reason.slice(reason.lastIndexOf('\n\n') + 2)
  const verb = Object.values(DONE).find((done) => last.startsWith(`${done} `))
  if (verb === undefined || !last.endsWith(end)) return null
  return /^(?: for good)?(?: until [\d-]+ [\d:]+ UTC)? by (.+)$/.exec(last.slice(verb.length, -end.length))?.[1] ?? null
}

/** The issuer of an action whose author has no known Discord ID: the game server itself. */
export const gameAdminId = (tokenId: number) => `game:${tokenId}`

/** The name of a person without any known name. */
export const UNNAMED = 'Unnamed person'
