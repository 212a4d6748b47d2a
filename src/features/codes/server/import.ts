import { msg, t } from '#lib/messages.ts'
import type { ListShape } from '#server/list-sheet.ts'
import { notOneOf } from '#server/sheet.ts'
import { MAX_CODES, PenalCodeDraft, TenCodeDraft } from '../contract.ts'
import { penalCodeAnchor, TEN_CODE_COLORS, tenCodeAnchor } from '../rules.ts'
import {
  type AmountWords,
  amountOf,
  PENAL_CODE_SHEET,
  type PenalCodeField,
  penalCodeField,
  TEN_CODE_SHEET,
  type TenCodeField,
} from '../sheet-rules.ts'

/** The form of a spreadsheet of 10-codes. */
export const TEN_CODES: ListShape<TenCodeField, TenCodeDraft> = {
  fieldsOf: (headers) => headers.map(TEN_CODE_SHEET.headerOf),
  labelOf: TEN_CODE_SHEET.labelOf,
  fields: TEN_CODE_SHEET.fields,
  headerFields: ['code', 'meaning'],
  recordsName: msg('10-codes'),
  maxRows: MAX_CODES,
  draft: TenCodeDraft,
  keyOf: ({ code }) => tenCodeAnchor(String(code ?? '')),
  nameOf: ({ code, meaning }) => ({ sign: code, name: meaning }),
  valueOf: (field, cell, report) => {
    if (field !== 'color') return cell
    const color = TEN_CODE_COLORS.find((each) => each === (cell.toLowerCase() || 'default'))
    if (color === undefined) report('color', notOneOf(cell, TEN_CODE_COLORS))
    return color
  },
}

const NUMBERS: readonly PenalCodeField[] = ['fine', 'jail', 'points', 'fine_max', 'jail_max', 'points_max', 'counts']

/** The form of a spreadsheet of penal codes, with amounts as the law book writes them. */
export const penalCodesSheet = (law: AmountWords | null): ListShape<PenalCodeField, PenalCodeDraft> => ({
  fieldsOf: (headers) => headers.map((header) => penalCodeField(header, law)),
  labelOf: PENAL_CODE_SHEET.labelOf,
  fields: PENAL_CODE_SHEET.fields,
  headerFields: ['statute', 'title'],
  recordsName: msg('penal codes'),
  maxRows: MAX_CODES,
  draft: PenalCodeDraft,
  keyOf: ({ statute }) => penalCodeAnchor(String(statute ?? '')),
  nameOf: ({ statute, title }) => ({ sign: statute, name: title }),
  valueOf: (field, cell, report) => {
    if (!NUMBERS.includes(field)) return cell
    const amount = amountOf(cell, law)
    if (amount === undefined) report(field, t('"{text}" is not a whole number.', { text: cell }))
    return amount
  },
})
