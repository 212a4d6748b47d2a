import { keyOf } from '#lib/text.ts'

/** What people call the columns of their spreadsheets; the first is the page's word. */
const TEN_CODE_HEADERS = {
  code: ['Code', '10-code', 'ten code', '10 code', 'signal', 'number'],
  meaning: ['Meaning', 'description', 'definition', 'title'],
  category: ['Category', 'group', 'type'],
  color: ['Code color', 'color', 'colour'],
} satisfies Record<string, [string, ...string[]]>
export type TenCodeField = keyof typeof TEN_CODE_HEADERS

const PENAL_CODE_HEADERS = {
  statute: ['Statute', 'code', 'penal code', 'section', 'number', 'statute number', 'pc'],
  title: ['Title', 'charge', 'offense', 'offence', 'name', 'crime'],
  class: ['Class', 'classification', 'degree', 'type', 'category'],
  fine: ['Fine', 'fine ($)', 'amount', 'bail'],
  jail: ['Jail', 'jail time', 'jail (months)', 'months', 'sentence', 'time'],
  points: ['Points', 'license points', 'licence points'],
  notes: ['Notes', 'note', 'description', 'comments', 'remarks'],
} satisfies Record<string, [string, ...string[]]>
export type PenalCodeField = keyof typeof PENAL_CODE_HEADERS

export const TEN_CODE_SHEET = sheetOf(TEN_CODE_HEADERS)
export const PENAL_CODE_SHEET = sheetOf(PENAL_CODE_HEADERS)

/** The columns of one kind of spreadsheet: their fields in order, how people call them, and what a header means. */
function sheetOf<F extends string>(headers: Record<F, [string, ...string[]]>) {
  const isField = (text: string): text is F => text in headers
  const fields = Object.keys(headers).filter(isField)
  const byHeader = new Map(
    fields.flatMap((field) => [field, ...headers[field]].map((name): [string, F] => [keyOf(name), field])),
  )
  return {
    fields,
    labelOf: (field: F): string => headers[field][0],
    headerOf: (text: string): F | null => byHeader.get(keyOf(text)) ?? null,
  }
}

/** An amount as spreadsheets write it: `$1,500`, `90 months`. Undefined where it is none. */
export function amountOf(cell: string): number | null | undefined {
  const bare = cell.replace(/^\$\s*/, '').replace(/(?<!\s)\s*(months?|mo\.?|points?|pts\.?)$/i, '')
  if (/^(|-|–|—|n\/?a|none)$/i.test(bare)) return null
  return /^(\d{1,9}|\d{1,3}(,\d{3})+)(\.0+)?$/.test(bare) ? Number(bare.replaceAll(',', '')) : undefined
}
