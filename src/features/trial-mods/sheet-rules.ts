import { msg, type PlainMessage, t } from '#lib/messages.ts'
import { headerKey, keyOf } from '#lib/text.ts'
import {
  type Checklist,
  COMPLETION_STATUSES,
  type CompletionStatus,
  type Outcome,
  STAGE_KEYS,
  type StageKey,
  type StageState,
} from './stage-rules.ts'

/** What people call the columns of their spreadsheets; stages and people go by the community's words too. */
const HEADERS = {
  traineeId: [
    msg('Discord ID'),
    'discord uid',
    'uid',
    'user id',
    'trainee id',
    'trial mod id',
    'benutzer id',
    'id de discord',
    'id de usuario',
  ],
  staffId: [msg('Staff ID'), 'callsign', 'rufzeichen', 'indicativo'],
  name: [],
  assignedInstructor: [msg('Assigned Instructor'), 'instructor', 'ausbilder', 'instructor asignado'],
  classroom: [],
  in_game: [],
  supervised1: [],
  supervised2: [],
  supervised3: [],
  supervised4: [],
  supervised5: [],
  status: [msg('Status'), 'completion', 'completion status', 'estado'],
  completed: [
    msg('Completed (date)'),
    'completed',
    'completion date',
    'date completed',
    'abgeschlossen',
    'abgeschlossen am',
    'completado',
  ],
  officialInstructor: [msg('Official Instructor')],
  instructorReviewName: [msg('Instructor Review (name)'), 'instructor review', 'instructor reviewer'],
  instructorReviewDate: [msg('Instructor Review Date')],
  instructorReviewRating: [msg('Instructor Review Rating'), 'instructor rating'],
  traineeReviewName: [msg('Trainee Review (name)'), 'trainee review', 'trainee reviewer'],
  traineeReviewDate: [msg('Trainee Review Date')],
  traineeReviewRating: [msg('Trainee Review Rating'), 'trainee rating'],
} satisfies Record<string, [] | [PlainMessage, ...string[]]>
const PERSON_HEADERS = [
  'trial mod',
  'trial moderator',
  'name',
  'trainee',
  'trainee name',
  'anwärter',
  'mitglied',
  'nombre',
  'aspirante',
]
export type SheetField = keyof typeof HEADERS

const isSheetField = (text: string): text is SheetField => text in HEADERS
/** The columns that a spreadsheet may have, in the order of the page. */
export const SHEET_FIELDS = Object.keys(HEADERS).filter(isSheetField)

const isStage = (field: SheetField): field is StageKey => STAGE_KEYS.some((key) => key === field)

/** The columns of this community's spreadsheets. */
export function sheetFields({ stages }: Checklist): SheetField[] {
  return SHEET_FIELDS.filter((field) => !isStage(field) || stages.some(({ key }) => key === field))
}

/** What a column is called: first as the page calls it. */
function namesOf(field: SheetField, { person, stages }: Checklist): string[] {
  if (field === 'name') return [person, ...PERSON_HEADERS]
  const stage = stages.find(({ key }) => key === field)
  return stage === undefined ? HEADERS[field] : [stage.column, stage.title, ...(stage.aliases ?? [])]
}

/** How the page calls a column of a spreadsheet. */
export function sheetLabel(field: SheetField, { person, stages }: Checklist): string {
  if (field === 'name') return person
  const [label] = HEADERS[field]
  return label === undefined ? (stages.find(({ key }) => key === field)?.column ?? field) : t(label)
}

/** What each header of a row means; null: nobody calls a column so. A 'Review Date' is that of the review before it. */
export function sheetFieldsOf(headers: readonly string[], checklist: Checklist): (SheetField | null)[] {
  // The community's own words come last, and so mean what it says.
  const known = new Map(
    sheetFields(checklist)
      .toSorted((a, b) => Number(isStage(a)) - Number(isStage(b)))
      .flatMap((field) => namesOf(field, checklist).map((name): [string, SheetField] => [headerKey(name), field])),
  )
  const fields = headers.map((header) => known.get(headerKey(header)) ?? null)
  return fields.map((field, index) => {
    if (keyOf(headers[index] ?? '') !== 'reviewdate') return field
    const review = fields.slice(0, index).findLast((each) => each?.endsWith('ReviewName'))
    return review === 'traineeReviewName' ? 'traineeReviewDate' : 'instructorReviewDate'
  })
}

/** The status that a spreadsheet means; null for a word that none has. A missing one is the first. */
export function statusOf(text: string, { outcomes }: Checklist): CompletionStatus | null {
  const key = keyOf(text)
  if (key === '') return COMPLETION_STATUSES[0]
  const wordsOf = (status: CompletionStatus) => {
    const { label, short = label, aliases = [] } = outcomes[status]
    return [status, label, short, ...aliases]
  }
  return COMPLETION_STATUSES.find((status) => wordsOf(status).some((word) => keyOf(word) === key)) ?? null
}

/** What is wrong with a checklist: a stage twice, or a word that spreadsheets could mean two things by. */
export function checklistProblems(checklist: Checklist): { path: (string | number)[]; message: string }[] {
  const ofStages = checklist.stages.flatMap(({ key, column, title, aliases = [] }, index) => {
    const at = ['stages', index]
    return [
      ...(checklist.stages.findIndex((stage) => stage.key === key) < index
        ? [{ path: [...at, 'key'], message: `a stage that is not there yet: ${key} is` }]
        : []),
      ...doubled(
        [column, title, ...aliases],
        checklist.stages.slice(0, index).flatMap((stage) => [stage.column, stage.title, ...(stage.aliases ?? [])]),
        (n) => [...at, ...(n === 0 ? ['column'] : n === 1 ? ['title'] : ['aliases', n - 2])],
      ),
    ]
  })
  const ofOutcomes = COMPLETION_STATUSES.flatMap((status, index) => {
    const wordsOf = ({ label, aliases = [] }: Outcome) => [label, ...aliases]
    const before = COMPLETION_STATUSES.slice(0, index).flatMap((each) => [each, ...wordsOf(checklist.outcomes[each])])
    return doubled(wordsOf(checklist.outcomes[status]), before, (n) => [
      ...['outcomes', status],
      ...(n === 0 ? ['label'] : ['aliases', n - 1]),
    ])
  })
  return [...ofStages, ...ofOutcomes]
}

function doubled(words: readonly string[], before: readonly string[], pathOf: (n: number) => (string | number)[]) {
  return words.flatMap((word, n) => {
    const other = before.find((each) => keyOf(each) === keyOf(word))
    return other === undefined
      ? []
      : [{ path: pathOf(n), message: `a name that nothing else has: "${word}" is read as "${other}"` }]
  })
}

const STATE_WORDS = String.raw`completed?|done|passed|pass|failed|fail|in[\s-]?progress|ongoing|abgeschlossen|erledigt|bestanden|nicht bestanden|gescheitert|läuft|completado|superado|no superado|en curso`
const STATE_FIRST = new RegExp(
  String.raw`^(${STATE_WORDS})(?:(?:\s+(?:by|von|por)\s+|\s*[-–—:,(]\s*|\s+)(.*?)\)?)?$`,
  'i',
)
const NAME_FIRST = new RegExp(String.raw`^(.+?)\s*[-–—:,(]\s*(${STATE_WORDS})\)?$`, 'i')
/**
 * Twice the longest name that is taken. Anyone who signs off with more is refused; the patterns above are not for
 * books.
 */
const LONGEST_STAGE = 200
const NOT_YET = /^(-|–|—|n\/?a|no|false)?$/i
const ONLY_A_TICK = /^(x|✓|✔|true|yes)$/i

/**
 * What a cell says of a stage: 'Completed by Marcus', 'Marcus (failed)', or only the name of who signed it off. `by` is
 * blank where it says that something was done and not by whom.
 */
export function stageSaid(text: string): { state: StageState | null; by: string } {
  if (NOT_YET.test(text)) return { state: null, by: '' }
  if (ONLY_A_TICK.test(text)) return { state: 'done', by: '' }
  if (text.length > LONGEST_STAGE) return { state: 'done', by: text }
  const first = STATE_FIRST.exec(text)
  if (first) return { state: stateSaid(first[1] ?? ''), by: first[2] ?? '' }
  const last = NAME_FIRST.exec(text)
  return last ? { state: stateSaid(last[2] ?? ''), by: last[1] ?? '' } : { state: 'done', by: text }
}

function stateSaid(word: string): StageState {
  return /^(f|g|n)/i.test(word) ? 'failed' : /^(in|on|l|en)/i.test(word) ? 'inProgress' : 'done'
}
