import type { Law } from '#lib/law.ts'
import { msg, type PlainMessage, t } from '#lib/messages.ts'
import { headerKey } from '#lib/text.ts'

/** The column headers that spreadsheets use for each field. The first is the page's own label. */
const TEN_CODE_HEADERS = {
  code: [msg('Code'), '10-code', 'ten code', '10 code', 'signal', 'number', 'código', 'nummer'],
  meaning: [msg('Meaning'), 'description', 'definition', 'title', 'bedeutung', 'significado'],
  category: [msg('Category'), 'group', 'type', 'kategorie', 'categoría'],
  color: [msg('Code color'), 'color', 'colour', 'farbe'],
} satisfies Record<string, [PlainMessage, ...string[]]>
export type TenCodeField = keyof typeof TEN_CODE_HEADERS

const PENAL_CODE_HEADERS = {
  statute: [
    msg('Statute'),
    'code',
    'penal code',
    'section',
    'number',
    'statute number',
    'pc',
    'paragraf',
    'paragraph',
    'artículo',
    'código',
  ],
  title: [msg('Title'), 'charge', 'offense', 'offence', 'name', 'crime', 'straftat', 'tatbestand', 'delito'],
  class: [msg('Class'), 'classification', 'degree', 'type', 'category', 'klasse', 'clase'],
  fine: [msg('Fine'), 'fine ($)', 'amount', 'bail', 'geldstrafe', 'bußgeld', 'multa'],
  jail: [
    msg('Jail'),
    'jail time',
    'jail (months)',
    'months',
    'sentence',
    'time',
    'haft',
    'haftzeit',
    'cárcel',
    'prisión',
  ],
  points: [msg('Points'), 'license points', 'licence points', 'punkte', 'puntos'],
  notes: [msg('Notes'), 'note', 'description', 'comments', 'remarks', 'notizen', 'bemerkungen', 'notas'],
  fine_max: [msg('Fine up to'), 'max fine', 'maximum fine', 'höchste geldstrafe', 'multa máxima'],
  jail_max: [msg('Jail up to'), 'max jail', 'maximum jail', 'höchste haft', 'cárcel máxima'],
  points_max: [msg('Points up to'), 'max points', 'höchste punkte', 'puntos máximos'],
  counts: [msg('Counts at most'), 'counts', 'max counts', 'anklagepunkte', 'cargos'],
  excludes: [msg('Not charged with'), 'excludes', 'not with', 'schließt aus', 'excluye'],
  includes: [msg('Includes'), 'included', 'lesser included', 'schließt ein', 'incluye'],
  aliases: [msg('Also called'), 'aliases', 'alias', 'nickname', 'auch genannt', 'también llamado'],
} satisfies Record<string, [PlainMessage, ...string[]]>
export type PenalCodeField = keyof typeof PENAL_CODE_HEADERS

export const TEN_CODE_SHEET = sheetOf(TEN_CODE_HEADERS)
export const PENAL_CODE_SHEET = sheetOf(PENAL_CODE_HEADERS)

/** The columns of one kind of spreadsheet: the fields in order, the label of a field, and the field of a header. */
function sheetOf<F extends string>(headers: Record<F, [PlainMessage, ...string[]]>) {
  const isField = (text: string): text is F => text in headers
  const fields = Object.keys(headers).filter(isField)
  const byHeader = new Map(
    fields.flatMap((field) => [field, ...headers[field]].map((name): [string, F] => [headerKey(name), field])),
  )
  return {
    fields,
    labelOf: (field: F): string => t(headers[field][0]),
    headerOf: (text: string): F | null => byHeader.get(headerKey(text)) ?? null,
  }
}

/** How a law book writes its amounts. */
export type AmountWords = Pick<Law, 'jail' | 'money'>

/**
 * The field of a column header in a spreadsheet of penal codes. The law book's own unit of jail also names the jail
 * column.
 */
export function penalCodeField(header: string, law: AmountWords | null): PenalCodeField | null {
  const units = law === null ? [] : [law.jail.unit, `jail (${law.jail.unit})`]
  return (
    PENAL_CODE_SHEET.headerOf(header) ?? (units.some((unit) => headerKey(unit) === headerKey(header)) ? 'jail' : null)
  )
}

/**
 * Reads an amount of a spreadsheet: `$1,500`, `90 months`. An empty cell, a dash, `n/a` and `none` are null; anything
 * else that is no amount is undefined.
 */
export function amountOf(cell: string, law: AmountWords | null): number | null | undefined {
  const own = law === null ? [] : [law.money.before, law.money.after, law.jail.unit, law.jail.short]
  const plain = own.reduce((text, word) => withoutEnds(text, word.trim()), cell)
  const bare = plain.replace(/^\$\s*/, '').replace(/(?<!\s)\s*(months?|mo\.?|points?|pts\.?)$/i, '')
  if (/^(|-|–|—|n\/?a|none)$/i.test(bare)) return null
  if (law?.money.group === '.' && /^\d{1,3}(\.\d{3})+$/.test(bare)) return Number(bare.replaceAll('.', ''))
  return /^(\d{1,9}|\d{1,3}(,\d{3})+)(\.0+)?$/.test(bare) ? Number(bare.replaceAll(',', '')) : undefined
}

function withoutEnds(text: string, word: string): string {
  if (word === '') return text
  const begun = text.startsWith(word) ? text.slice(word.length).trim() : text
  return begun.toLowerCase().endsWith(word.toLowerCase()) ? begun.slice(0, -word.length).trim() : begun
}
