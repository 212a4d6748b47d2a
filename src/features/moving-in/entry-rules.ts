import { cleanLine } from '#lib/clean-text.ts'
import type { SourceHistory, UnreadableEntry } from './contract.ts'

/*
 * What the readers of other programs' files share: the types of their results, and functions that read values of
 * unknown type. Hardware ids and IP addresses are left out when identifiers are read, so that no code after a reader
 * ever has them.
 */

/** Everything that a file contains about people and the actions against them. */
export interface ReadHistory extends SourceHistory {
  /** The number of entries that are left out on purpose: whitelist entries and deleted ones. */
  leftOut: number
}

/** Penal codes or 10-codes as a spreadsheet, for the imports of these lists. */
export interface SourceSheet {
  source: 'snailycad' | 'ps-mdt'
  version: null
  list: 'penal-codes' | 'ten-codes'
  /** The names of its columns are the fields of the list. */
  csv: string
  rows: number
  unreadable: UnreadableEntry[]
  unknownFields: string[]
}

/** A file that cannot be used. The message is for the person who chose the file. The readers throw no other error. */
export class UnreadableSource extends Error {
  override name = 'UnreadableSource'
}

/** A JSON object whose fields may be anything. */
export type Entry = Readonly<Record<string, unknown>>

/** The value as an object. Null when it is not one. */
export const entryOf = (value: unknown): Entry | null => (isEntry(value) ? value : null)

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The values of a list. Lua writes a list with gaps as an object with numeric keys. */
export function listOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  const entry = entryOf(value)
  return entry !== null && Object.keys(entry).every((key) => /^\d+$/.test(key)) ? Object.values(entry) : null
}

export const MAX_OF_A_NAME = 100

/** A name that fits a record. Null when it has no visible characters. */
export function nameOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  return cleanLine(String(value), MAX_OF_A_NAME) || null
}

const MAX_OF_A_TEXT = 10_000

/**
 * A text as it was written, without characters that no database can store. Undefined when it is not a text or is far
 * too long.
 */
export function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value).toWellFormed().replaceAll('\0', '')
  return text.length > MAX_OF_A_TEXT ? undefined : text
}

/** An id as text. Null when there is none. */
export function idOf(value: unknown): string | null {
  const id = typeof value === 'number' ? String(value) : value
  return typeof id === 'string' && /^[\w.:-]{1,60}$/.test(id) ? id : null
}

const FIRST_MOMENT = Date.UTC(2000, 0)
const LAST_MOMENT = Date.UTC(2100, 0)
/** An end from this time on means no end. */
const FOR_GOOD = Date.UTC(9999, 11, 31)

/** The time of a number of seconds. Null when it is not a plausible time. */
export const momentOf = (seconds: unknown): string | null => momentWithin(millisecondsOf(seconds))

/** The time of a text such as `2026-03-14 18:30:00`. Without an offset, it is UTC. */
export const momentOfText = (text: unknown): string | null => momentWithin(millisecondsOfText(text))

/** An end from a number of seconds. Null when it never ends, undefined when it cannot be read. */
export const endOf = (seconds: unknown): string | null | undefined => endAt(millisecondsOf(seconds))

/** An end from a text. */
export const endOfText = (text: unknown): string | null | undefined => endAt(millisecondsOfText(text))

const momentWithin = (at: number): string | null =>
  at >= FIRST_MOMENT && at < LAST_MOMENT ? new Date(at).toISOString() : null

function endAt(at: number): string | null | undefined {
  if (at >= FOR_GOOD) return null
  return at >= FIRST_MOMENT ? new Date(at).toISOString() : undefined
}

function millisecondsOf(seconds: unknown): number {
  const number = typeof seconds === 'string' && /^\d{1,15}$/.test(seconds) ? Number(seconds) : seconds
  return typeof number === 'number' ? Math.floor(number) * 1000 : Number.NaN
}

function millisecondsOfText(text: unknown): number {
  const [, day, time, offset = 'Z'] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d*)?(Z|[+-]\d\d:\d\d)?$/.exec(typeof text === 'string' ? text : '') ??
    []
  return day === undefined ? Number.NaN : Date.parse(`${day}T${time}${offset}`)
}

/** The kinds of identifiers of a person, and the format of each. */
const IDENTIFIERS: Readonly<Record<string, RegExp>> = {
  license: /^[\da-f]{40}$/,
  license2: /^[\da-f]{40}$/,
  steam: /^[\da-f]{15,17}$/,
  discord: /^\d{17,20}$/,
  fivem: /^\d{1,10}$/,
  live: /^\d{10,20}$/,
  xbl: /^\d{10,20}$/,
}

/**
 * The identifiers of a person among everything that a program stores. Identifiers of a computer or an address are left
 * out.
 */
export function identifiersOf(value: unknown): string[] {
  const texts = (listOf(value) ?? []).filter((one) => typeof one === 'string').map((one) => one.trim().toLowerCase())
  const known = [...new Set(texts)].filter((one) => {
    const [kind = '', id = ''] = one.split(':', 2)
    return IDENTIFIERS[kind]?.test(id) === true && one === `${kind}:${id}`
  })
  return known.slice(0, MAX_IDENTIFIERS)
}
/** Nobody has more identifiers. */
const MAX_IDENTIFIERS = 100

/** The Discord IDs in a list of identifiers. */
export const discordIdsOf = (identifiers: readonly string[]): string[] =>
  identifiers.filter((one) => one.startsWith('discord:')).map((one) => one.slice('discord:'.length))

/** An id for an entry without one, made of everything that distinguishes it from other entries. */
export function idFrom(...parts: readonly unknown[]): string {
  const text = JSON.stringify(parts)
  const halves = [0x811c9dc5, 0x1b873593].map((begin) => {
    let hash = begin
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
    return hash.toString(16).padStart(8, '0')
  })
  return halves.join('')
}
