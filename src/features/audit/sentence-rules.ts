import type { AuditSentence, AuditWords } from '#lib/audit-words.ts'
import { formatDay, formatMoment, isDay } from '#lib/dates.ts'
import { msg, type PlainMessage, t } from '#lib/messages.ts'
import type { AuditRow } from './contract.ts'
import { diffOf, type FieldChange } from './rules.ts'

/** The sentence of a row that is hidden from the reader, whom it is about. */
const HIDDEN = msg('{who} did something that is hidden, because it is about you')

/** The sentence of an action that this version does not know. */
const OTHER = msg('{who} changed {record}: {changes}')

/** The most changes in a sentence, and the most characters of one value. The opened row shows everything. */
const MAX_CHANGES = 6
const MAX_LETTERS = 120

/** A `RowChange` as a sentence shows it. */
export interface DescribedChange extends Omit<RowChange, 'left'> {
  /** Null when the field was empty before. */
  left: string | null
}

/** The parts from which the sentence of a row is composed. */
export interface Sentence {
  text: AuditSentence
  /** The person whom the row is about: their Discord ID, and their name as the row records it. */
  person: { id: string | null; name: string | null }
  record: string
  /** The first part of the target. */
  list: string
  changes: DescribedChange[]
  /** How many more changes there are. */
  more: number
  /** The stage whose state was changed, when the sentence mentions it. */
  stage: { title: string; before: string; state: string } | null
}

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Lists in which a record's key is a person's Discord ID. */
const BY_PERSON = /^(users|training|trialmods|checklist-.+)$/

/** Whether the whole row is hidden from its reader, because it is about the reader. */
export const isHidden = ({ target, after }: Pick<AuditRow, 'target' | 'after'>): boolean =>
  isFields(after) && after.hidden !== undefined && !target.includes('/')

/** The sentence of a row of the log. */
export function sentenceOf(
  { action, target, before, after, actorName }: Pick<AuditRow, 'action' | 'target' | 'before' | 'after' | 'actorName'>,
  words: AuditWords,
): Sentence {
  const [list = '', id = null] = target.split(/\/(.*)/s)
  const known = Object.hasOwn(words.actions, action) ? words.actions[action] : undefined
  const record = recordIn({ before, after })
  const everything = changesOf({ target, before, after }, words)
  const stage = known?.ofStage === undefined ? null : markedIn(everything)
  // Whoever marks a stage becomes its supervisor unless they choose somebody else, and an open stage has no supervisor.
  // The sentence leaves these two cases out.
  const isSaid = ({ stage: of, field, right }: RowChange) =>
    of !== null && (field === 'status' || (field === 'by' && ['', actorName].includes(right)))
  const all = stage === null ? everything : everything.filter((change) => !isSaid(change))
  const ofStage = stage === null ? undefined : known?.ofStage?.[all.length === 0 ? 'alone' : 'withMore']
  return {
    text: isHidden({ target, after }) ? HIDDEN : ((id === null ? known?.ofList : ofStage) ?? known?.sentence ?? OTHER),
    person: personIn(record, BY_PERSON.test(list) ? id : null),
    record: nameOf(record, id) ?? target,
    list,
    changes: all.slice(0, MAX_CHANGES).map(({ left, right, ...field }) => {
      return { ...field, left: left === '' ? null : shortened(left), right: shortened(right) }
    }),
    more: Math.max(0, all.length - MAX_CHANGES),
    stage,
  }
}

/** The only stage whose state changed. Null when no stage or several stages changed. */
function markedIn(changes: readonly RowChange[]): Sentence['stage'] {
  const [first, ...others] = changes.flatMap(({ stage, field, left: before, right: state }) =>
    stage !== null && field === 'status' ? [{ title: stage, before, state }] : [],
  )
  return others.length === 0 ? (first ?? null) : null
}

function personIn(record: Fields, idInTarget: string | null): Sentence['person'] {
  const id = [record.discordId, record.user, record.traineeId, record.userId, idInTarget].find(isText) ?? null
  const { discordId, user_name, trialMod } = record
  const name = discordId === undefined ? (isFields(trialMod) ? trialMod.name : user_name) : record.name
  return { id, name: isText(name) ? name : null }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The name of a record as its list shows it, or its type and number. */
function nameOf(record: Fields, id: string | null): string | null {
  const { code, meaning, statute, title, label, phrase, type, name } = record
  if (isText(type) && id !== null) return `${type} #${id}`
  const parts = [code ?? statute, meaning ?? title].filter(isText)
  if (parts.length > 0) return parts.join(' ')
  return [label, phrase, name].find(isText) ?? null
}

/** A field that changed, as people read it. An empty string means that the field is empty. */
export interface RowChange extends FieldChange {
  /** Whether a Discord ID in the field is to be shown as a person. */
  isPerson: boolean
  /** The last part of the field's path. */
  field: string
  /** The stage to which the field belongs. Null when it belongs to none. */
  stage: string | null
}

/**
 * Fields that only count what another field of the record lists: the stages of a checklist, or the refused calls.
 * Sentences leave them out.
 */
const COUNTS_OF = { trialMod: ['notes', 'failed', 'passed'], calls: ['count'] }
/** Parts of a path whose names mean nothing to readers. */
const WRAPPERS = Object.keys(COUNTS_OF)

/** The changed fields of a row that matter to readers. */
export function changesOf(
  { target, before, after }: Pick<AuditRow, 'target' | 'before' | 'after'>,
  { actions, fields = {}, values = {}, stageAt = () => null }: AuditWords,
): RowChange[] {
  const [list = ''] = target.split('/')
  const labelOf = (field: string) => (Object.hasOwn(fields, field) ? fields[field] : undefined)
  const wordsFor = (field: string, text: string) => {
    // The row of an export of this log names the action by which the log was filtered.
    const action = field === 'action' && Object.hasOwn(actions, text) ? actions[text] : undefined
    if (action !== undefined) return t(action.name)
    return (Object.hasOwn(values, field) ? values[field]?.(text) : undefined) ?? dated(text)
  }
  const record = recordIn({ before, after })
  const counts = Object.entries(COUNTS_OF).flatMap(([field, names]) => (isFields(record[field]) ? names : []))
  return diffOf(withStates(before), withStates(after)).fields.flatMap(({ label, left, right }) => {
    const way = label.split(' › ')
    const last = way.at(-1) ?? ''
    if (labelOf(last) === null || counts.includes(label)) return []
    const stage = stageAt(list, way.slice(0, -1))
    const parts = stage === null ? way.filter((field) => !WRAPPERS.includes(field)) : last === 'status' ? [] : [last]
    const named = parts.map((field) => fieldLabel(field, labelOf(field)))
    return {
      label: [...(stage === null ? [] : [stage]), ...named].join(' › '),
      isPerson: last !== 'discordId',
      field: last,
      stage,
      left: wordsFor(last, left),
      right: wordsFor(last, right),
    }
  })
}

/** A field without a label is shown by its own name. */
const fieldLabel = (field: string, label: PlainMessage | null | undefined) => (label ? t(label) : field)

/** Replaces the three state fields of each stage of a checklist by one `status`. */
function withStates(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withStates)
  if (!isFields(value)) return value
  const parts = Object.fromEntries(Object.entries(value).map(([field, part]) => [field, withStates(part)]))
  if (!('inProgress' in parts)) return parts
  const { done, failed, inProgress, ...rest } = parts
  const state = [done && t('Completed'), failed && t('Failed'), inProgress && t('In-Progress')].find(isText)
  return { status: state ?? t('Open // of a stage'), ...rest }
}

const recordIn = ({ before, after }: Pick<AuditRow, 'before' | 'after'>): Fields => ({
  ...(isFields(before) && before),
  ...(isFields(after) && after),
})

function dated(text: string): string {
  if (isDay(text)) return formatDay(text)
  return isMoment(text) ? formatMoment(text) : text
}

/** Whether a text is a time as records store it. A text that people wrote may only look like one. */
function isMoment(text: string): boolean {
  const moment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? new Date(text) : null
  return moment !== null && !Number.isNaN(moment.getTime()) && moment.toISOString() === text
}

function shortened(text: string): string {
  if (text === '') return t('empty')
  return text.length > MAX_LETTERS ? `${text.slice(0, MAX_LETTERS).toWellFormed()}…` : text
}

/** The IDs of the people whose names the sentences of these rows need. */
export function peopleIn(rows: readonly AuditRow[], words: AuditWords): string[] {
  const ids = rows.flatMap((row) => {
    const { person, changes } = sentenceOf(row, words)
    const changed = changes.filter(({ isPerson }) => isPerson).flatMap(({ left, right }) => [left ?? '', right])
    return [person.name === null ? (person.id ?? '') : '', ...changed]
  })
  return [...new Set(ids.filter(isDiscordId))].sort()
}

export const isDiscordId = (text: string): boolean => /^\d{17,20}$/.test(text)
