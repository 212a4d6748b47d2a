import { headerKey, keyOf } from '#lib/text.ts'
import {
  COMPLETION_STATUSES,
  type CompletionStatus,
  STAGE_LABELS,
  type StageKey,
  type StageState,
} from './stage-rules.ts'

/** What people call the columns of their spreadsheets, beside the words of the page's table and dialog. */
const HEADERS = {
  traineeId: [
    'Discord ID',
    'discord uid',
    'uid',
    'user id',
    'trainee id',
    'trial mod id',
    'benutzer id',
    'id de discord',
    'id de usuario',
  ],
  staffId: ['Staff ID', 'callsign', 'rufzeichen', 'indicativo'],
  name: [
    'Trial Mod',
    'trial moderator',
    'name',
    'trainee',
    'trainee name',
    'anwärter',
    'mitglied',
    'nombre',
    'aspirante',
  ],
  assignedInstructor: ['Assigned Instructor', 'instructor', 'ausbilder', 'instructor asignado'],
  classroom: namesOf('classroom'),
  in_game: namesOf('in_game'),
  supervised1: namesOf('supervised1'),
  supervised2: namesOf('supervised2'),
  supervised3: namesOf('supervised3'),
  supervised4: namesOf('supervised4'),
  supervised5: namesOf('supervised5'),
  status: ['Status', 'completion', 'completion status', 'estado'],
  completed: [
    'Completed (date)',
    'completed',
    'completion date',
    'date completed',
    'abgeschlossen',
    'abgeschlossen am',
    'completado',
  ],
  officialInstructor: ['Official Instructor'],
  instructorReviewName: ['Instructor Review (name)', 'instructor review', 'instructor reviewer'],
  instructorReviewDate: ['Instructor Review Date'],
  instructorReviewRating: ['Instructor Review Rating', 'instructor rating'],
  traineeReviewName: ['Trainee Review (name)', 'trainee review', 'trainee reviewer'],
  traineeReviewDate: ['Trainee Review Date'],
  traineeReviewRating: ['Trainee Review Rating', 'trainee rating'],
} satisfies Record<string, [string, ...string[]]>
export type SheetField = keyof typeof HEADERS

function namesOf(stage: StageKey): [string, string] {
  return [STAGE_LABELS[stage].column, STAGE_LABELS[stage].title]
}

const isSheetField = (text: string): text is SheetField => text in HEADERS
/** The columns of a spreadsheet, in the order of the page. */
export const SHEET_FIELDS = Object.keys(HEADERS).filter(isSheetField)

/** How the page calls a column of a spreadsheet. */
export const sheetLabel = (field: SheetField): string => HEADERS[field][0]

const FIELD_BY_HEADER = new Map(
  SHEET_FIELDS.flatMap((field) => HEADERS[field].map((name): [string, SheetField] => [headerKey(name), field])),
)

/** What each header of a row means; null: nobody calls a column so. A 'Review Date' is that of the review before it. */
export function sheetFieldsOf(headers: readonly string[]): (SheetField | null)[] {
  const fields = headers.map((header) => FIELD_BY_HEADER.get(headerKey(header)) ?? null)
  return fields.map((field, index) => {
    if (keyOf(headers[index] ?? '') !== 'reviewdate') return field
    const review = fields.slice(0, index).findLast((each) => each?.endsWith('ReviewName'))
    return review === 'traineeReviewName' ? 'traineeReviewDate' : 'instructorReviewDate'
  })
}

/** The status that a spreadsheet means; null for a word that none has. A missing one is the first. */
export function statusOf(text: string): CompletionStatus | null {
  const words: Record<CompletionStatus, string[]> = {
    'In-Training': ['', 'intraining', 'training', 'inprogress', 'active'],
    Passed: ['passed', 'pass', 'completed', 'promoted'],
    Failed: ['failed', 'fail', 'removed'],
  }
  return COMPLETION_STATUSES.find((status) => words[status].includes(keyOf(text))) ?? null
}

const STATE_WORDS = String.raw`completed?|done|passed|pass|failed|fail|in[\s-]?progress|ongoing`
const STATE_FIRST = new RegExp(String.raw`^(${STATE_WORDS})(?:(?:\s+by\s+|\s*[-–—:,(]\s*|\s+)(.*?)\)?)?$`, 'i')
const NAME_FIRST = new RegExp(String.raw`^(.+?)\s*[-–—:,(]\s*(${STATE_WORDS})\)?$`, 'i')
/** Twice the longest name that is taken. Whoever signs off with more is refused; the patterns above are not for books. */
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
  return /^f/i.test(word) ? 'failed' : /^(in|on)/i.test(word) ? 'inProgress' : 'done'
}
