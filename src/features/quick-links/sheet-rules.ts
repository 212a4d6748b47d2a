import { msg, type PlainMessage, t } from '#lib/messages.ts'
import { headerKey } from '#lib/text.ts'

/** The accepted column names in spreadsheets. The first is the name on the page. */
const HEADERS = {
  title: [msg('Title'), 'name', 'link', 'label', 'titel', 'título'],
  group: [msg('Group'), 'category', 'section', 'gruppe', 'grupo'],
  desc: [msg('Description'), 'desc', 'details', 'text', 'beschreibung', 'descripción'],
  icon: [msg('Icon'), 'symbol', 'icono'],
  href: [msg('Address'), 'href', 'url', 'web address', 'adresse', 'dirección'],
  copy: [msg('Text to copy'), 'copy', 'copies'],
  key: [msg('Key'), 'id'],
} satisfies Record<string, [PlainMessage, ...string[]]>
export type SheetField = keyof typeof HEADERS

const isSheetField = (text: string): text is SheetField => text in HEADERS
export const SHEET_FIELDS = Object.keys(HEADERS).filter(isSheetField)

/** The page's name for a column of a spreadsheet. */
export const sheetLabel = (field: SheetField): string => t(HEADERS[field][0])

const FIELD_BY_HEADER = new Map(
  SHEET_FIELDS.flatMap((field) => HEADERS[field].map((name): [string, SheetField] => [headerKey(name), field])),
)

/** The field that a column's header names. Null when it names none. */
export function headerOf(text: string): SheetField | null {
  return FIELD_BY_HEADER.get(headerKey(text)) ?? null
}

/** The group or icon that a spreadsheet cell names, ignoring case. An empty cell means the last one. */
export function matchChoice(text: string, choices: readonly string[]): string | undefined {
  const wanted = headerKey(text)
  return wanted === '' ? choices.at(-1) : choices.find((choice) => headerKey(choice) === wanted)
}
