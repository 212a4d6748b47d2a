import { t } from '#lib/messages.ts'
import { amountsOf, type Charge, chargeFrom, chargesAsCsv } from './charge-rules.ts'
import { type Entry, nameOf, type SourceSheet, textOf, UnreadableSource } from './entry-rules.ts'
import { createFindings } from './findings-rules.ts'
import { readLuaTables } from './lua-rules.ts'
import { readInsertedRows } from './sql-rules.ts'

/*
 * Reads the penal code of ps-mdt: the rows that its SQL file inserts, or the table in the Lua file of older versions.
 * Both are parsed as text and never run.
 */

const TABLE = 'mdt_penal_codes'
const COLUMNS = ['code', 'label', 'charge_class', 'months', 'fine', 'color', 'description'] as const
const LUA_TABLE = /\bPenalCode\s*=\s*\{/
const KNOWN = new Set<string>([...COLUMNS, 'title', 'class', 'id'])

/** Whether a text is a penal code of ps-mdt, in SQL or in Lua. */
export const isPsMdt = (text: string): boolean =>
  LUA_TABLE.test(text) || (text.includes(TABLE) && /\bINSERT\s+(IGNORE\s+)?INTO\b/i.test(text))

/** Reads a penal code into a spreadsheet for the list of penal codes. */
export function readPsMdt(text: string): SourceSheet {
  const begin = LUA_TABLE.exec(text)
  const entries: Entry[] = begin
    ? readLuaTables(text, begin.index + begin[0].length - 1).filter((entry) => 'title' in entry || 'id' in entry)
    : readInsertedRows(text, TABLE, COLUMNS)
  if (entries.length === 0) throw new UnreadableSource(t('This file has no penal codes and no 10-codes.'))
  const findings = createFindings()
  const charges = findings.readEach(
    { entries, known: KNOWN, idIn: ({ code, id }) => nameOf(code) ?? nameOf(id) },
    readCharge,
  )
  return {
    source: 'ps-mdt',
    version: null,
    list: 'penal-codes',
    csv: chargesAsCsv(charges),
    rows: charges.length,
    ...findings.found(),
  }
}

function readCharge(entry: Entry): Charge | string {
  const title = nameOf(entry.label) ?? nameOf(entry.title)
  if (title === null) return t('It has no title.')
  return chargeFrom({
    statute: nameOf(entry.code) ?? nameOf(entry.id),
    title,
    class: nameOf(entry.charge_class) ?? nameOf(entry.class) ?? '',
    fine: amountsOf(entry.fine),
    jail: amountsOf(entry.months),
    notes: textOf(entry.description) ?? '',
  })
}
