import { formatDay, formatMoment, isDay } from '#lib/dates.ts'
import { type Message, msg, t } from '#lib/messages.ts'
import type { AuditRow } from './contract.ts'
import { COUNTS_OF, fieldLabel, LEFT_OUT, WRAPPERS } from './field-rules.ts'
import { diffOf, type FieldChange } from './rules.ts'

/** What a row says, by its action. A row about a whole list says it by `<action> of a list`, where that is another. */
export const SENTENCES = {
  acknowledgeAction: msg('{who} confirmed having read {record}'),
  addAction: msg('{who} logged {record} for {person}'),
  addAppeal: msg('{who} appealed an action against them'),
  addEvidence: msg('{who} added evidence to an action against {person}: {changes}'),
  addIngestToken: msg('{who} made the game server token {record}'),
  addPenalCode: msg('{who} added {record} to {list}'),
  addClaim: msg('{who} said that a ban in game is theirs'),
  confirmClaim: msg('{who} confirmed that a ban in game is of {person}'),
  refuseClaim: msg('{who} did not confirm that a ban in game is of {person}'),
  addPhrase: msg('{who} added the phrase {record} for the assistant'),
  addQuickLink: msg('{who} added {record} to {list}'),
  addRosterMember: msg('{who} added {person} to {list}'),
  addStatement: msg('{who} gave a statement on the appeal of {person}'),
  addTenCode: msg('{who} added {record} to {list}'),
  addTrialMod: msg('{who} added {person} to {list}'),
  approveAction: msg('{who} approved {record} of {person}'),
  approveVerification: msg('{who} approved the verification of {person}'),
  askIssuer: msg('{who} asked the issuer for a statement on the appeal of {person}'),
  awaitVerification: msg('{who} still waits for the result of the verification of {person}'),
  changeCompletion: msg('{who} changed {person}: {changes}'),
  changeMapping: msg('{who} started with other roles for rights: {changes}'),
  changeMentor: msg('{who} changed {person}: {changes}'),
  changePenalCode: msg('{who} changed {record}: {changes}'),
  changeQuickLink: msg('{who} changed {record}: {changes}'),
  changeReview: msg('{who} changed {person}: {changes}'),
  changeRights: msg(
    '{who} changed the rights of {person}: site.yaml or the settings give their roles other rights now: {changes}',
  ),
  changeRosterMember: msg('{who} changed {person}: {changes}'),
  changeStage: msg('{who} changed {person}: {changes}'),
  changeTenCode: msg('{who} changed {record}: {changes}'),
  changeTrialMod: msg('{who} changed {person}: {changes}'),
  closeAppeal: msg('{who} closed the appeal of {person}, whose action was revoked'),
  closeLiftTask: msg('{who} closed the task in txAdmin of the appeal of {person}'),
  commentOnAppeal: msg('{who} wrote an internal comment on the appeal of {person}'),
  cutAuditLog: msg('{who} removed rows of this log that were older than they are kept: {changes}'),
  decideThreshold: msg('{who} decided on the points of {person}: {changes}'),
  decideAppeal: msg('{who} decided on the appeal of {person}: {changes}'),
  dismissQuestions: msg('{who} dismissed questions to the assistant: {changes}'),
  erasePerson: msg('{who} erased a person from all records, now called {record}'),
  expireVerification: msg('{who} let the verification of {person} expire'),
  exportList: msg('{who} exported {list}: {changes}'),
  fillActions: msg('{who} put the first entries into {list}: {changes}'),
  fillPenalCodes: msg('{who} put the first entries into {list}: {changes}'),
  fillQuestions: msg('{who} put the first entries into {list}: {changes}'),
  fillQuickLinks: msg('{who} put the first entries into {list}: {changes}'),
  fillRoster: msg('{who} put the first entries into {list}: {changes}'),
  fillTenCodes: msg('{who} put the first entries into {list}: {changes}'),
  fillTrialMods: msg('{who} put the first entries into {list}: {changes}'),
  fillVerifications: msg('{who} put the first entries into {list}: {changes}'),
  giveVerifiedRole: msg('{who} gave {person} the Discord role of verified people'),
  importActions: msg('{who} imported a file into {list}: {changes}'),
  importPenalCodes: msg('{who} imported a file into {list}: {changes}'),
  importPlayers: msg('{who} imported a file into {list}: {changes}'),
  importQuickLinks: msg('{who} imported a file into {list}: {changes}'),
  importRoster: msg('{who} imported a file into {list}: {changes}'),
  importTenCodes: msg('{who} imported a file into {list}: {changes}'),
  importTrialMods: msg('{who} imported a file into {list}: {changes}'),
  joinSubjects: msg('{who} joined two people of the player record into one: {changes}'),
  liftAppealed: msg('{who} lifted or reduced their own action after the appeal of {person}: {changes}'),
  messageAppellant: msg('{who} wrote to {person} about their appeal'),
  receiveUnknownVerification: msg('{who} heard of a verification that is not known here: {changes}'),
  receiveVerification: msg('{who} heard the result of the verification of {person}: {changes}'),
  refused: msg('{who} asked for what they may not see or do: {changes}'),
  rejectAction: msg('{who} rejected {record} of {person}: {changes}'),
  rejectVerification: msg('{who} rejected the verification of {person}: {changes}'),
  changeEvidence: msg('{who} changed who sees evidence of an action against {person}: {changes}'),
  removeEvidence: msg('{who} removed evidence from an action against {person}'),
  removeIngestToken: msg('{who} ended the game server token {record}'),
  removeOtherSessions: msg('{who} ended every other session of their own'),
  removeOwnSession: msg('{who} ended a session of their own'),
  removePenalCode: msg('{who} removed {record} from {list}'),
  removePhrase: msg('{who} removed the phrase {record} of the assistant'),
  removeQuickLink: msg('{who} removed {record} from {list}'),
  removeRosterMember: msg('{who} removed {person} from {list}'),
  removeTenCode: msg('{who} removed {record} from {list}'),
  removeTrialMod: msg('{who} removed {person} from {list}'),
  removeUserSessions: msg('{who} ended every session of {person}'),
  removeVerification: msg('{who} removed the expired verification of {person}'),
  reopenQuestions: msg('{who} reopened questions to the assistant: {changes}'),
  replyToAppeal: msg('{who} added to their appeal'),
  reviewAppeal: msg('{who} took the appeal of {person} into review'),
  restoreEvidence: msg('{who} put evidence back to an action against {person}: {changes}'),
  reviseAction: msg('{who} revised {record} of {person}: {changes}'),
  revokeAction: msg('{who} revoked {record} of {person}: {changes}'),
  signIn: msg('{who} signed in'),
  startVerification: msg('{who} started the verification of {person}'),
  undoAddAction: msg('{who} took back {record} of {person} right after logging it'),
  undoCompletion: msg('{who} took back a change of {person}: {changes}'),
  undoImport: msg('{who} undid what an import did to an entry of {list}'),
  'undoImport of a list': msg('{who} undid an import into {list}: {changes}'),
  verifyAuditChain: msg('{who} checked this log for tampering: {changes}'),
  withdrawAppeal: msg('{who} withdrew their appeal'),
} satisfies Readonly<Record<string, Message>>

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
  text: (typeof SENTENCES)[keyof typeof SENTENCES] | typeof HIDDEN
  /** Whom it is about: their Discord ID, and their name as the row has it. */
  person: { id: string | null; name: string | null }
  record: string
  /** The first part of the target. */
  list: string
  changes: ToldChange[]
  /** How many more changes there are. */
  more: number
}

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Lists whose records are numbered by the Discord ID of a person. */
const BY_PERSON = /^(users|training|trialmods|checklist-.+)$/

/** A row of the log as a sentence. */
export function sentenceOf({
  action,
  target,
  before,
  after,
}: Pick<AuditRow, 'action' | 'target' | 'before' | 'after'>) {
  const [list = '', id = null] = target.split(/\/(.*)/s)
  const key = id === null && Object.hasOwn(SENTENCES, `${action} of a list`) ? `${action} of a list` : action
  const record = recordIn({ before, after })
  const all = changesOf({ before, after })
  const isNew = before === null
  const isHidden = isFields(after) && after.hidden !== undefined && id === null
  const sentence: Sentence = {
    text: isHidden ? HIDDEN : isTold(key) ? SENTENCES[key] : OTHER,
    person: personIn(record, BY_PERSON.test(list) ? id : null),
    record: nameOf(record, id) ?? target,
    list,
    changes: all.slice(0, MAX_CHANGES).map(({ left, right, ...field }) => {
      return { ...field, left: isNew && left === '' ? null : shortened(left), right: shortened(right) }
    }),
    more: Math.max(0, all.length - MAX_CHANGES),
  }
  return sentence
}

const isTold = (key: string): key is keyof typeof SENTENCES => Object.hasOwn(SENTENCES, key)

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
}

/** What a row says that people want to know of the fields that it changed. */
export function changesOf({ before, after }: Pick<AuditRow, 'before' | 'after'>): RowChange[] {
  const record = recordIn({ before, after })
  const counts = Object.entries(COUNTS_OF).flatMap(([field, names]) => (isFields(record[field]) ? names : []))
  return diffOf(before, after).fields.flatMap(({ label, left, right }) => {
    const way = label.split(' › ')
    const last = way.at(-1) ?? ''
    if (LEFT_OUT.has(last) || counts.includes(label)) return []
    const named = way.filter((field) => !WRAPPERS.includes(field)).map(fieldLabel)
    return { label: named.join(' › '), isPerson: last !== 'discordId', left: dated(left), right: dated(right) }
  })
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
export function peopleIn(rows: readonly AuditRow[]): string[] {
  const ids = rows.flatMap((row) => {
    const { person, changes } = sentenceOf(row)
    const changed = changes.filter(({ isPerson }) => isPerson).flatMap(({ left, right }) => [left ?? '', right])
    return [person.name === null ? (person.id ?? '') : '', ...changed]
  })
  return [...new Set(ids.filter(isDiscordId))].sort()
}

export const isDiscordId = (text: string): boolean => /^\d{17,20}$/.test(text)
