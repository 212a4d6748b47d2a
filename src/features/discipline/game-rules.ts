import type { Colour } from '#lib/colour.ts'

/** The types of the player family where the community says none. */
export const PLAYER_TYPES: readonly { name: string; colour: Colour; isBetweenStaff?: boolean }[] = [
  { name: 'Note', colour: 'plain', isBetweenStaff: true },
  { name: 'Warning', colour: 'info' },
  { name: 'Kick', colour: 'amber' },
  { name: 'Ban', colour: 'danger' },
]

/** What is done to somebody in game, as `community/in-game-actions.yaml` names it; notes come in files alone. */
export const GAME_KINDS = ['warn', 'kick', 'ban', 'permanent_ban', 'note'] as const
export type GameKind = (typeof GAME_KINDS)[number]

/** Which type of the player family each is, unless the community says otherwise. */
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

/** Something that was done in game. */
export interface GameAction {
  /** The game's own; the same one twice is the same action. */
  id: string
  kind: 'warn' | 'kick' | 'ban'
  target: { discordId?: string | null | undefined; name: string; identifiers?: readonly string[] | undefined }
  author: { discordId?: string | null | undefined; name: string }
  reason: string
  at: string
  /** Of a ban; without one it is for good. */
  expiresAt?: string | null | undefined
}

/** Something that was done in game and is taken back: `action` is its id. */
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

/** How it reads in the reason. */
const DONE: Record<GameKind, string> = {
  warn: 'Warned in game',
  kick: 'Kicked in game',
  ban: 'Banned in game',
  permanent_ban: 'Banned in game for good',
  note: 'Noted in game',
}

/** What only staff read: the reason, and where it came from. */
export function gameReason(action: GameAction): string {
  const until = action.expiresAt == null ? '' : ` until ${action.expiresAt.slice(0, 16).replace('T', ' ')} UTC`
  return `${action.reason}\n\n${DONE[gameKindOf(action)]}${until} by ${action.author.name} (${action.id})`
}

/** Who did it in game, as such a reason says it of the action with this id; null where it says nothing of that. */
export function gameAuthorIn(reason: string, id: string): string | null {
  const end = ` (${id})`
  const last = reason.slice(reason.lastIndexOf('\n\n') + 2)
  const said = Object.values(DONE).find((done) => last.startsWith(`${done} `))
  if (said === undefined || !last.endsWith(end)) return null
  return /^(?: for good)?(?: until [\d-]+ [\d:]+ UTC)? by (.+)$/.exec(last.slice(said.length, -end.length))?.[1] ?? null
}

/** Who gives an action whose author has no known Discord ID: the game server itself. */
export const gameAdminId = (tokenId: number) => `game:${tokenId}`

/** Who has no name anywhere. */
export const UNNAMED = 'Unnamed person'
