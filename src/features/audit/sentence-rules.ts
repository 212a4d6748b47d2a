import type { AuditSentence, AuditWords } from '#lib/audit-words.ts'
import { formatDay, formatMoment, isDay } from '#lib/dates.ts'
import { msg, type PlainMessage, t } from '#lib/messages.ts'
import type { AuditRow } from './contract.ts'
import { diffOf, type FieldChange } from './rules.ts'

/** Of a row that says nothing to whom it is about. */
const HIDDEN = msg('{who} did something that is hidden, because it is about you')

/** Of an action that no feature of this version knows. */
const OTHER = msg('{who} changed {record}: {changes}')

/** More of them stand in the row when it is opened, and so does the rest of a long text. */
const MAX_CHANGES = 6
const MAX_LETTERS = 120

/** The same within a sentence. */
export interface ToldChange extends Omit<RowChange, 'left'> {
  /** Null where there was nothing before. */
  left: string | null
}

/** What the parts of a row's sentence are made of. */
export interface Sentence {
  text: AuditSentence
  /** Whom it is about: their Discord ID, and their name as the row has it. */
  person: { id: string | null; name: string | null }
  record: string
  /** The first part of the target. */
  list: string
  changes: ToldChange[]
  /** How many more changes there are. */
  more: number
  /** The stage whose state was changed, where the sentence says so. */
  stage: { title: string; before: string; state: string } | null
}

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Lists whose records are numbered by the Discord ID of a person. */
const BY_PERSON = /^(users|training|trialmods|checklist-.+)$/

/** Whether a row is hidden as a whole from its reader, whom it is about. */
export const isHidden = ({ target, after }: Pick<AuditRow, 'target' | 'after'>): boolean =>
  isFields(after) && after.hidden !== undefined && !target.includes('/')

/** A row of the log as a sentence. */
export function sentenceOf(
  { action, target, before, after, actorName }: Pick<AuditRow, 'action' | 'target' | 'before' | 'after' | 'actorName'>,
  words: AuditWords,
): Sentence {
  const [list = '', id = null] = target.split(/\/(.*)/s)
  const known = Object.hasOwn(words.actions, action) ? words.actions[action] : undefined
  const record = recordIn({ before, after })
  const everything = changesOf({ target, before, after }, words)
  const stage = known?.ofStage === undefined ? null : markedIn(everything)
  // Who marks a stage is its supervisor unless they choose somebody else, and one that is open has none.
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

/** The one stage whose state is changed; null where there are more or none. */
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

/** What a record is called: as its list does it, or by its number. */
function nameOf(record: Fields, id: string | null): string | null {
  const { code, meaning, statute, title, label, phrase, type, name } = record
  if (isText(type) && id !== null) return `${type} #${id}`
  const parts = [code ?? statute, meaning ?? title].filter(isText)
  if (parts.length > 0) return parts.join(' ')
  return [label, phrase, name].find(isText) ?? null
}

/** A field that is not the same before and after, as people read it; an empty text is an empty field. */
export interface RowChange extends FieldChange {
  /** Whether a Discord ID in it stands for a person. */
  isPerson: boolean
  /** The last part of the way to it. */
  field: string
  /** The stage that it is a part of. */
  stage: string | null
}

/** Counts of what stands beside them: of the stages of a checklist, of the calls that were refused. */
const COUNTS_OF = { trialMod: ['notes', 'failed', 'passed'], calls: ['count'] }
/** Parts of a record that say nothing by their names. */
const WRAPPERS = Object.keys(COUNTS_OF)

/** What a row says that people want to know of the fields that it changed. */
export function changesOf(
  { target, before, after }: Pick<AuditRow, 'target' | 'before' | 'after'>,
  { actions, fields = {}, values = {}, stageAt = () => null }: AuditWords,
): RowChange[] {
  const [list = ''] = target.split('/')
  const said = (field: string) => (Object.hasOwn(fields, field) ? fields[field] : undefined)
  const wordsFor = (field: string, text: string) => {
    // An export of this log says of which action.
    const action = field === 'action' && Object.hasOwn(actions, text) ? actions[text] : undefined
    if (action !== undefined) return t(action.name)
    return (Object.hasOwn(values, field) ? values[field]?.(text) : undefined) ?? dated(text)
  }
  const record = recordIn({ before, after })
  const counts = Object.entries(COUNTS_OF).flatMap(([field, names]) => (isFields(record[field]) ? names : []))
  return diffOf(withStates(before), withStates(after)).fields.flatMap(({ label, left, right }) => {
    const way = label.split(' › ')
    const last = way.at(-1) ?? ''
    if (said(last) === null || counts.includes(label)) return []
    const stage = stageAt(list, way.slice(0, -1))
    const parts = stage === null ? way.filter((field) => !WRAPPERS.includes(field)) : last === 'status' ? [] : [last]
    const named = parts.map((field) => fieldLabel(field, said(field)))
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

/** What is not a field that is known here stands as it is. */
const fieldLabel = (field: string, said: PlainMessage | null | undefined) => (said ? t(said) : field)

/** A stage of a checklist by the one state that it is in. */
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

/** Whether it is a moment as records hold them: people may write what only looks like one. */
function isMoment(text: string): boolean {
  const moment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? new Date(text) : null
  return moment !== null && !Number.isNaN(moment.getTime()) && moment.toISOString() === text
}

function shortened(text: string): string {
  if (text === '') return t('empty')
  return text.length > MAX_LETTERS ? `${text.slice(0, MAX_LETTERS).toWellFormed()}…` : text
}

/** The people whom the sentences of these rows name by their ids alone. */
export function peopleIn(rows: readonly AuditRow[], words: AuditWords): string[] {
  const ids = rows.flatMap((row) => {
    const { person, changes } = sentenceOf(row, words)
    const changed = changes.filter(({ isPerson }) => isPerson).flatMap(({ left, right }) => [left ?? '', right])
    return [person.name === null ? (person.id ?? '') : '', ...changed]
  })
  return [...new Set(ids.filter(isDiscordId))].sort()
}

export const isDiscordId = (text: string): boolean => /^\d{17,20}$/.test(text)
