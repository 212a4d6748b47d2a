import { msg, type PlainMessage } from '#lib/messages.ts'
import { headerKey } from '#lib/text.ts'

/** The names that spreadsheets use for the columns, beside the names in the page's table. */
const HEADERS = {
  date: ['date', 'date issued', 'issued', 'issued on', 'timestamp', 'day', 'datum', 'fecha'],
  user: [
    'user id',
    'user discord id',
    'discord id',
    'discord uid',
    'uid',
    'staff id',
    'benutzer id',
    'nutzer id',
    'id de usuario',
    'id de discord',
  ],
  user_name: [
    'user',
    'user name',
    'username',
    'name',
    'staff member',
    'staff name',
    'member',
    'benutzer',
    'mitglied',
    'usuario',
    'nombre',
    'nombre y apellidos',
    'miembro',
    'expedientado',
    'sancionado',
  ],
  admin: [
    'admin id',
    'admin discord id',
    'issued by id',
    'admin uid',
    'issuer id',
    'id des admins',
    'id del admin',
    'id instructor',
    'id del instructor',
  ],
  admin_name: [
    'admin',
    'admin name',
    'issued by',
    'issuer',
    'given by',
    'administrator',
    'erteilt von',
    'ausgestellt von',
    'administrador',
    'emitido por',
    'instructor',
    'impuesto por',
  ],
  type: [
    'type',
    'action',
    'action type',
    'punishment',
    'da type',
    'da',
    'art',
    'typ',
    'maßnahme',
    'massnahme',
    'strafe',
    'tipo',
    'sanción',
    'acción',
  ],
  internal_reason: [
    'internal reason',
    'internal',
    'reason',
    'internal notes',
    'reason internal',
    'interner grund',
    'grund',
    'begründung',
    'motivo',
    'motivo interno',
    'razón',
  ],
  external_reason: [
    'external reason',
    'external',
    'reason given',
    'message',
    'reason external',
    'externer grund',
    'nachricht',
    'motivo externo',
    'motivo público',
    'mensaje',
  ],
} as const
export type SheetField = keyof typeof HEADERS

/** The labels of the columns, in the words of the page. */
export const SHEET_LABELS: Record<SheetField, PlainMessage> = {
  date: msg('Date'),
  user: msg('User ID'),
  user_name: msg('User'),
  admin: msg('Admin ID'),
  admin_name: msg('Admin'),
  type: msg('Type'),
  internal_reason: msg('Internal Reason'),
  external_reason: msg('External Reason'),
}

const isSheetField = (field: string): field is SheetField => field in HEADERS
export const SHEET_FIELDS = Object.keys(HEADERS).filter(isSheetField)
const FIELD_BY_HEADER = new Map(
  SHEET_FIELDS.flatMap((field) => HEADERS[field].map((name): [string, SheetField] => [headerKey(name), field])),
)

/** The field that a column header stands for. Null when the header is unknown. */
export function headerOf(text: string): SheetField | null {
  return FIELD_BY_HEADER.get(headerKey(text)) ?? null
}
