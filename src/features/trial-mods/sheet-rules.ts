import { msg, type PlainMessage, t } from '#lib/messages.ts'
import { comparisonKey, headerKey } from '#lib/text.ts'
import {
  type Checklist,
  COMPLETION_STATUSES,
  type CompletionStatus,
  type Outcome,
  STAGE_KEYS,
  type StageKey,
  type StageState,
} from './stage-rules.ts'

/** Headers that people use in spreadsheets. Stages and people also have the community's own names. */
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
/** All columns that a spreadsheet may have, in the order of the page. */
export const SHEET_FIELDS = Object.keys(HEADERS).filter(isSheetField)

const isStage = (field: SheetField): field is StageKey => STAGE_KEYS.some((key) => key === field)

/** The columns of this community's spreadsheets. */
export function sheetFields({ stages }: Checklist): SheetField[] {
  return SHEET_FIELDS.filter((field) => !isStage(field) || stages.some(({ key }) => key === field))
}

/** The names of a column. The page's own name is first. */
function namesOf(field: SheetField, { person, stages }: Checklist): string[] {
  if (field === 'name') return [person, ...PERSON_HEADERS]
  const stage = stages.find(({ key }) => key === field)
  return stage === undefined ? HEADERS[field] : [stage.column, stage.title, ...(stage.aliases ?? [])]
}

/** The page's name of a column. */
export function sheetLabel(field: SheetField, { person, stages }: Checklist): string {
  if (field === 'name') return person
  const [label] = HEADERS[field]
  return label === undefined ? (stages.find(({ key }) => key === field)?.column ?? field) : t(label)
}

/** The field of each header in a row, or null if unknown. 'Review Date' belongs to the review before it. */
export function sheetFieldsOf(headers: readonly string[], checklist: Checklist): (SheetField | null)[] {
  // The community's own names come last, so that they win over the default ones.
  const known = new Map(
    sheetFields(checklist)
      .toSorted((a, b) => Number(isStage(a)) - Number(isStage(b)))
      .flatMap((field) => namesOf(field, checklist).map((name): [string, SheetField] => [headerKey(name), field])),
  )
  const fields = headers.map((header) => known.get(headerKey(header)) ?? null)
  return fields.map((field, index) => {
    if (comparisonKey(headers[index] ?? '') !== 'reviewdate') return field
    const review = fields.slice(0, index).findLast((each) => each?.endsWith('ReviewName'))
    return review === 'traineeReviewName' ? 'traineeReviewDate' : 'instructorReviewDate'
  })
}

/** The status that a text stands for. Null if it is unknown. An empty text is the first status. */
export function statusOf(text: string, { outcomes }: Checklist): CompletionStatus | null {
  const key = comparisonKey(text)
  if (key === '') return COMPLETION_STATUSES[0]
  const labelsOf = (status: CompletionStatus) => {
    const { label, short = label, aliases = [] } = outcomes[status]
    return [status, label, short, ...aliases]
  }
  return COMPLETION_STATUSES.find((status) => labelsOf(status).some((word) => comparisonKey(word) === key)) ?? null
}

/** The problems of a checklist: duplicate stages, and names that could mean two things in a spreadsheet. */
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
    const labelsOf = ({ label, aliases = [] }: Outcome) => [label, ...aliases]
    const before = COMPLETION_STATUSES.slice(0, index).flatMap((each) => [each, ...labelsOf(checklist.outcomes[each])])
    return doubled(labelsOf(checklist.outcomes[status]), before, (n) => [
      ...['outcomes', status],
      ...(n === 0 ? ['label'] : ['aliases', n - 1]),
    ])
  })
  return [...ofStages, ...ofOutcomes]
}

function doubled(words: readonly string[], before: readonly string[], pathOf: (n: number) => (string | number)[]) {
  return words.flatMap((word, n) => {
    const other = before.find((each) => comparisonKey(each) === comparisonKey(word))
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
 * Twice the maximum length of a name. A longer text is returned as a name, which is refused for its length, so that the
 * patterns above never run on very long texts.
 */
const MAX_STAGE_CELL_LENGTH = 200
const NOT_YET = /^(-|–|—|n\/?a|no|false)?$/i
const ONLY_A_TICK = /^(x|✓|✔|true|yes)$/i

/**
 * Parses the cell of a stage: 'Completed by Marcus', 'Marcus (failed)', or only the name of the person who signed it
 * off. `by` is empty if the cell says that the stage is done but not by whom.
 */
export function parseStageCell(text: string): { state: StageState | null; by: string } {
  if (NOT_YET.test(text)) return { state: null, by: '' }
  if (ONLY_A_TICK.test(text)) return { state: 'done', by: '' }
  if (text.length > MAX_STAGE_CELL_LENGTH) return { state: 'done', by: text }
  const first = STATE_FIRST.exec(text)
  if (first) return { state: parseState(first[1] ?? ''), by: first[2] ?? '' }
  const last = NAME_FIRST.exec(text)
  return last ? { state: parseState(last[2] ?? ''), by: last[1] ?? '' } : { state: 'done', by: text }
}

function parseState(word: string): StageState {
  return /^(f|g|n)/i.test(word) ? 'failed' : /^(in|on|l|en)/i.test(word) ? 'inProgress' : 'done'
}
