import { keyOf } from '#lib/text.ts'

/** What people call the columns of their spreadsheets, beside the names of the page's table. */
const HEADERS = {
  date: ['date', 'date issued', 'issued', 'issued on', 'timestamp', 'day'],
  user: ['user id', 'user discord id', 'discord id', 'discord uid', 'uid', 'staff id'],
  user_name: ['user', 'user name', 'username', 'name', 'staff member', 'staff name', 'member'],
  admin: ['admin id', 'admin discord id', 'issued by id', 'admin uid', 'issuer id'],
  admin_name: ['admin', 'admin name', 'issued by', 'issuer', 'given by', 'administrator'],
  type: ['type', 'action', 'action type', 'punishment', 'da type', 'da'],
  internal_reason: ['internal reason', 'internal', 'reason', 'internal notes', 'reason internal'],
  external_reason: ['external reason', 'external', 'reason given', 'message', 'reason external'],
} as const
export type SheetField = keyof typeof HEADERS

/** The columns of a spreadsheet by the words of the page. */
export const SHEET_LABELS: Record<SheetField, string> = {
  date: 'Date',
  user: 'User ID',
  user_name: 'User',
  admin: 'Admin ID',
  admin_name: 'Admin',
  type: 'Type',
  internal_reason: 'Internal Reason',
  external_reason: 'External Reason',
}

const isSheetField = (field: string): field is SheetField => field in HEADERS
export const SHEET_FIELDS = Object.keys(HEADERS).filter(isSheetField)
const FIELD_BY_HEADER = new Map(
  SHEET_FIELDS.flatMap((field) => HEADERS[field].map((name): [string, SheetField] => [keyOf(name), field])),
)

/** The field that a column's header means, or null when nobody calls a field so. */
export function headerOf(text: string): SheetField | null {
  return FIELD_BY_HEADER.get(keyOf(text)) ?? null
}
