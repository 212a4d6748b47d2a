import type { Sending } from '#lib/inbox.ts'
import type { Inbox } from './rules.ts'

/** What people choose messages for. */
export const LINES = ['mine', 'queues', 'rank'] as const
export type Line = (typeof LINES)[number]
/**
 * Whether a message in Discord comes at once, once a day with all else, or not: the inbox on the site has everything.
 */
export const MODES = ['now', 'digest', 'off'] as const
export type Mode = (typeof MODES)[number]
export type Modes = Record<Line, Mode>

/** The line of a kind: where somebody stands, or what is decided about them. */
export const lineOf = ({ kinds }: Pick<Inbox, 'kinds'>, kind: string): Line =>
  kinds.get(kind)?.isRank ? 'rank' : 'mine'

/** What counts for anyone who switched messages on and chose nothing else. */
export interface MessageDefaults {
  modes: Modes
  /** The hour of the digest. */
  digestHour: number
}

/** What somebody chose; null is the community's choice. */
export type ChosenModes = Record<Line, Mode | null>

export const modesOf = (chosen: ChosenModes, { modes }: Pick<MessageDefaults, 'modes'>): Modes => ({
  mine: chosen.mine ?? modes.mine,
  queues: chosen.queues ?? modes.queues,
  rank: chosen.rank ?? modes.rank,
})

/** What Discord said to a message. */
export interface Answered {
  result: string
  code?: number | undefined
}

/** After so many refusals in a row the site writes no more. */
export const MAX_REFUSALS = 3
/**
 * Discord's codes for a person who cannot be written to: their settings, or no server that they share with the bot.
 * https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
 */
export const CLOSED_CODES: readonly number[] = [50007, 50278]

/** What is kept of a message that Discord, or the site itself, did or did not send; undefined while it is tried again. */
export function sendingOf({ result, code }: Answered, isStopped: boolean): Sending | null | undefined {
  if (result === 'not-now') return undefined
  if (result === 'posted') return 'sent'
  if (result === 'late' || result === 'off') return result
  if (result !== 'refused') return 'uncertain'
  if (code === 50007) return 'closed'
  if (code === 50278) return 'no-server'
  if (code !== undefined) return 'refused'
  return isStopped ? 'stopped' : null
}

/** How messages stand for somebody. */
export const MESSAGE_STATES = ['off', 'testing', 'on', 'stopped'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** What is kept of somebody's messages. */
interface KeptMessages {
  testedAt: Date | null
  onSince: Date | null
  refusals: number
}

/** Whether the site writes no more to somebody who wanted it. */
export const isStopped = ({ onSince, refusals }: Pick<KeptMessages, 'onSince' | 'refusals'>): boolean =>
  onSince === null && refusals >= MAX_REFUSALS

export function messageState({ testedAt, onSince, refusals }: KeptMessages): MessageState {
  if (testedAt !== null) return 'testing'
  if (onSince !== null) return 'on'
  return isStopped({ onSince, refusals }) ? 'stopped' : 'off'
}
