import type { MessageOutcome } from '#lib/inbox.ts'
import type { Inbox } from './rules.ts'

/** The topics for which people choose a mode of messages. */
export const LINES = ['mine', 'queues', 'rank'] as const
export type Line = (typeof LINES)[number]
/**
 * Whether a message in Discord is sent at once, once a day together with the others, or not at all. The inbox on the
 * site always shows everything.
 */
export const MODES = ['now', 'digest', 'off'] as const
export type Mode = (typeof MODES)[number]
export type Modes = Record<Line, Mode>

/** The line of a kind of message: `rank` for a person's position, `mine` for decisions about them. */
export const lineOf = ({ kinds }: Pick<Inbox, 'kinds'>, kind: string): Line =>
  kinds.get(kind)?.isRank ? 'rank' : 'mine'

/** The defaults for people who switched messages on and chose nothing else. */
export interface MessageDefaults {
  modes: Modes
  /** The hour of the digest. */
  digestHour: number
}

/** A person's own choices. Null means the community's default. */
export type ChosenModes = Record<Line, Mode | null>

export const modesOf = (chosen: ChosenModes, { modes }: Pick<MessageDefaults, 'modes'>): Modes => ({
  mine: chosen.mine ?? modes.mine,
  queues: chosen.queues ?? modes.queues,
  rank: chosen.rank ?? modes.rank,
})

/** Discord's answer to a message. */
export interface MessageResult {
  result: string
  code?: number | undefined
}

/** After this many refusals in a row the site stops sending messages. */
export const MAX_REFUSALS = 3
/**
 * Discord's error codes for a person who cannot receive messages, because of their settings or because they share no
 * server with the bot.
 * https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
 */
export const CLOSED_CODES: readonly number[] = [50007, 50278]

/** The stored result of a message. Undefined while sending is tried again. */
export function sendingOf({ result, code }: MessageResult, isStopped: boolean): MessageOutcome | null | undefined {
  if (result === 'not-now') return undefined
  if (result === 'posted') return 'sent'
  if (result === 'late' || result === 'off') return result
  if (result !== 'refused') return 'uncertain'
  if (code === 50007) return 'closed'
  if (code === 50278) return 'no-server'
  if (code !== undefined) return 'refused'
  return isStopped ? 'stopped' : null
}

/** The state of messages for a person. */
export const MESSAGE_STATES = ['off', 'testing', 'on', 'stopped'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** The stored data about a person's messages. */
interface KeptMessages {
  testedAt: Date | null
  onSince: Date | null
  refusals: number
}

/** Whether the site stopped sending messages to a person who wanted them. */
export const isStopped = ({ onSince, refusals }: Pick<KeptMessages, 'onSince' | 'refusals'>): boolean =>
  onSince === null && refusals >= MAX_REFUSALS

export function messageState({ testedAt, onSince, refusals }: KeptMessages): MessageState {
  if (testedAt !== null) return 'testing'
  if (onSince !== null) return 'on'
  return isStopped({ onSince, refusals }) ? 'stopped' : 'off'
}
