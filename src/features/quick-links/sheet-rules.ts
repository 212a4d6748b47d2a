import { headerKey } from '#lib/text.ts'
import { QUICK_LINK_GROUPS, QUICK_LINK_ICONS, type QuickLinkGroup, type QuickLinkIcon } from './rules.ts'

/** What people call the columns of their spreadsheets; the first is the page's word. */
const HEADERS = {
  title: ['Title', 'name', 'link', 'label', 'titel', 'título'],
  group: ['Group', 'category', 'section', 'gruppe', 'grupo'],
  desc: ['Description', 'desc', 'details', 'text', 'beschreibung', 'descripción'],
  icon: ['Icon', 'symbol', 'icono'],
  href: ['Address', 'href', 'url', 'web address', 'adresse', 'dirección'],
  copy: ['Text to copy', 'copy', 'copies'],
  key: ['Key', 'id'],
} satisfies Record<string, [string, ...string[]]>
export type SheetField = keyof typeof HEADERS

const isSheetField = (text: string): text is SheetField => text in HEADERS
export const SHEET_FIELDS = Object.keys(HEADERS).filter(isSheetField)

/** How the page calls a column of a spreadsheet. */
export const sheetLabel = (field: SheetField): string => HEADERS[field][0]

const FIELD_BY_HEADER = new Map(
  SHEET_FIELDS.flatMap((field) => HEADERS[field].map((name): [string, SheetField] => [headerKey(name), field])),
)

/** The field that a column's header means, or null when nobody calls a field so. */
export function headerOf(text: string): SheetField | null {
  return FIELD_BY_HEADER.get(headerKey(text)) ?? null
}

/** The group that a spreadsheet means, whatever its case; none is Other. */
export function groupSaid(text: string): QuickLinkGroup | undefined {
  return QUICK_LINK_GROUPS.find((group) => headerKey(group) === (headerKey(text) || 'other'))
}

/** The icon that a spreadsheet means; none is the globe. */
export function iconSaid(text: string): QuickLinkIcon | undefined {
  return QUICK_LINK_ICONS.find((icon) => icon === (text.toLowerCase() || 'globe'))
}
