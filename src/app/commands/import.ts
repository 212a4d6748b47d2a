import { parseArgs } from 'node:util'
import { importSheet, isSheetList, SHEET_LISTS } from '../import-sheet.ts'
import { importSource, isSource, SOURCES } from '../import-source.ts'
import { undoByCommand } from '../import-undo.ts'
import { runCommand } from '../own-data.ts'

/*
 * npm run import -- roster|dev-roster|rosters/NAME|trial-mods|checklists/NAME|staff-da|ten-codes|penal-codes|
 * quick-links FILE [--dry-run]: imports a spreadsheet completely or not at all. Exit code 1 when the file is refused or
 * cannot be read.
 * An unknown column is left out with --leave-out "Shoe size", or assigned to a field with --column "Grade=Position". A
 * question is answered with --answer "date:/=dmy". With --good-rows the rows without mistakes are imported, and the
 * others are written to a file beside the original. With --replace the codes or links that are not in the file are
 * removed. `undo` lists the imports, and `undo 12` undoes one. The audit log names the site as the author.
 *
 * npm run import -- txadmin|easyadmin|vmenu|zeppelin|snailycad|ps-mdt FILE [--dry-run] [--json] [--admins admins.json]
 * imports a file of another program. --answer "license:0123=310000000000000101" chooses the account of a license that
 * belongs to several accounts.
 */

const USAGE = `npm run import -- ${SHEET_LISTS.join('|')} FILE [--dry-run] [--replace] [--leave-out COLUMN] [--column COLUMN=FIELD] [--answer QUESTION=ANSWER] [--good-rows], or ${SOURCES.join('|')} FILE [--dry-run] [--json] [--admins FILE] [--answer LICENSE=ACCOUNT], or undo [IMPORT]`

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean' },
      replace: { type: 'boolean', default: false },
      'leave-out': { type: 'string', multiple: true, default: [] },
      column: { type: 'string', multiple: true, default: [] },
      answer: { type: 'string', multiple: true, default: [] },
      'good-rows': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      admins: { type: 'string' },
    },
  })
  const [name, file] = positionals
  if (name === 'undo' && positionals.length <= 2 && /^\d{1,9}$/.test(file ?? '0')) return undoByCommand(file)
  if (name === undefined || file === undefined || positionals.length > 2) throw new Error(USAGE)
  const isDry = values['dry-run'] === true
  if (isSource(name)) {
    const { json: isJson, admins, answer } = values
    return importSource(name, file, { isDry, isJson, admins, answers: pairs('answer', answer) })
  }
  if (!isSheetList(name)) throw new Error(USAGE)
  return importSheet(name, file, {
    isDry,
    replaces: values.replace,
    columns: new Map([
      ...values['leave-out'].map((column) => [column, ''] as const),
      ...pairs('column', values.column),
    ]),
    answers: pairs('answer', values.answer),
    goodRowsOnly: values['good-rows'],
  })
}

/** Parses the texts of an option into pairs: `--column "Grade=Position"`, `--answer "date:/=dmy"`. */
function pairs(option: 'column' | 'answer', texts: readonly string[]): Map<string, string> {
  return new Map(
    texts.map((text): [string, string] => {
      const at = text.lastIndexOf('=')
      if (at < 1) throw new Error(`Write --${option} "${text}=${option === 'column' ? 'FIELD' : 'ANSWER'}".\n${USAGE}`)
      return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
    }),
  )
}

await runCommand(run)
