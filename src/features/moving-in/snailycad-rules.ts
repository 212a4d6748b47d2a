import { cleanLine } from '#lib/clean-text.ts'
import { msg, type PlainMessage, t } from '#lib/messages.ts'
import { amountsOf, type Charge, chargeFrom, chargesAsCsv, type RadioCode, radioCodesAsCsv } from './charge-rules.ts'
import { type Entry, entryOf, nameOf, type SourceSheet, textOf, UnreadableSource } from './entry-rules.ts'
import { createFindings } from './findings-rules.ts'

/*
 * Reads values that SnailyCAD exported: penal codes or 10-codes. Surprising: it has no fields for statute numbers and
 * meanings. Communities write them into the title, and after the code.
 */

const KNOWN = new Set([
  ...[
    'id',
    'title',
    'description',
    'descriptionData',
    'type',
    'group',
    'groupId',
    'isPrimary',
    'position',
    'createdAt',
  ],
  ...['updatedAt', 'warningApplicable', 'warningApplicableId', 'warningNotApplicable', 'warningNotApplicableId'],
  ...['warningFines', 'warningNotFines', 'prisonTerm', 'bail', 'value', 'valueId', 'shouldDo', 'color', 'textColor'],
  ...['whatPages', 'departments', 'isDisabled', 'isDefault', '_count'],
])

/** The list that a JSON value belongs to. Null when it is no export of SnailyCAD, or one without a list here. */
export function snailyCadList(json: unknown): SourceSheet['list'] | null {
  const first = Array.isArray(json) ? entryOf(json[0]) : null
  if (first === null) return null
  if ('shouldDo' in first && 'value' in first) return 'ten-codes'
  const isCharge = ['warningApplicable', 'warningNotApplicable', 'isPrimary', 'descriptionData'].some(
    (each) => each in first,
  )
  return isCharge && 'title' in first ? 'penal-codes' : null
}

/** Reads exported values into a spreadsheet for the list that they belong to. */
export function readSnailyCad(json: unknown): SourceSheet {
  const list = snailyCadList(json)
  if (list === null || !Array.isArray(json))
    throw new UnreadableSource(t('This file has no penal codes and no 10-codes.'))
  const findings = createFindings()
  const idIn = ({ id, title }: Entry) => nameOf(title) ?? nameOf(id)
  const each = <T extends object>(read: (entry: Entry) => T | string) =>
    findings.readEach({ entries: json, known: KNOWN, idIn }, read)
  const [csv, rows] =
    list === 'penal-codes' ? asSheet(each(readCharge), chargesAsCsv) : asSheet(each(readCode), radioCodesAsCsv)
  return { source: 'snailycad', version: null, list, csv, rows, ...findings.found() }
}

const asSheet = <T>(rows: readonly T[], write: (rows: readonly T[]) => string) => [write(rows), rows.length] as const

function readCharge(entry: Entry): Charge | string {
  const title = nameOf(entry.title) === null ? '' : textOf(entry.title)
  if (!title) return t('It has no title.')
  const fined = entryOf(entry.warningApplicable)
  const jailed = entryOf(entry.warningNotApplicable)
  const bail = amountsOf(jailed?.bail ?? entry.bail)
  const description = textOf(entry.description) || wordsOf(entry.descriptionData)
  return chargeFrom({
    statute: null,
    title,
    class: nameOf(entry.type) ?? '',
    fine: amountsOf(jailed?.fines ?? fined?.fines ?? entry.warningNotFines ?? entry.warningFines),
    jail: amountsOf(jailed?.prisonTerm ?? entry.prisonTerm),
    notes: [description, bail.length > 0 ? t('Bail: {amount}', { amount: bail.join('–') }) : '']
      .filter(Boolean)
      .join('\n'),
  })
}

const MAX_DEPTH = 20

/** The plain text of a formatted text, which is a tree of nodes with `text` or `children`. */
function wordsOf(node: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) return ''
  if (Array.isArray(node)) return node.map((each) => wordsOf(each, depth + 1)).join(depth === 0 ? '\n' : '')
  const { text, children } = entryOf(node) ?? {}
  return typeof text === 'string' ? text : Array.isArray(children) ? wordsOf(children, depth + 1) : ''
}

/** The meaning of a status whose code has none. */
const MEANINGS: Readonly<Record<string, PlainMessage>> = {
  SET_OFF_DUTY: msg('Off duty'),
  SET_ON_DUTY: msg('On duty'),
  SET_ASSIGNED: msg('Assigned to a call'),
  PANIC_BUTTON: msg('Panic button'),
  EN_ROUTE: msg('En route'),
  ON_SCENE: msg('On scene'),
  UNAVAILABLE: msg('Unavailable'),
}
const CATEGORIES: Readonly<Record<string, PlainMessage>> = {
  STATUS_CODE: msg('Status'),
  SITUATION_CODE: msg('Situation'),
}

/** A code that is followed by its meaning: `10-4 - Understood`, `Code 4 (No help needed)`. */
const CODE = /^((?:\p{L}+[ -]?)?\d+(?:-\d+)?\p{L}?)(?:\s*[-–—:|(]\s*|\s+)(\p{L}.*?)\)?$/su

function readCode(entry: Entry): RadioCode | string {
  const value = nameOf(entryOf(entry.value)?.value ?? entry.value)
  if (value === null) return t('It has no code.')
  const [, code = value, meaning = ''] = CODE.exec(value) ?? []
  return {
    code,
    meaning: cleanLine(meaning, 200) || translated(MEANINGS[String(entry.shouldDo)]),
    category: translated(CATEGORIES[String(entry.type)]),
    color: nearestColor(entry.color),
  }
}

const translated = (message: PlainMessage | undefined) => (message === undefined ? '' : t(message))

const HUES: readonly [until: number, color: string][] = [
  [20, 'red'],
  [45, 'orange'],
  [70, 'yellow'],
  [170, 'green'],
  [260, 'blue'],
]

/**
 * The color of the list that is nearest to a color such as `#ff0000`. Greys and other values become the default color.
 */
function nearestColor(value: unknown): string {
  const [, red = '', green = '', blue = ''] = /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(String(value)) ?? []
  const [r, g, b] = [red, green, blue].map((part) => Number.parseInt(part, 16))
  if (r === undefined || g === undefined || b === undefined || Number.isNaN(r)) return 'default'
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)]
  const span = most - least
  if (span < 40) return 'default'
  const sector = most === r ? (g - b) / span + 6 : most === g ? (b - r) / span + 2 : (r - g) / span + 4
  const hue = (sector * 60) % 360
  return HUES.find(([until]) => hue < until)?.[1] ?? (hue > 330 ? 'red' : 'default')
}
