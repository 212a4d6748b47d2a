import { parseArgs } from 'node:util'
import { importSheet, isSheetList, SHEET_LISTS } from '../import-sheet.ts'
import { importSource, isSource, SOURCES } from '../import-source.ts'
import { undoByCommand } from '../import-undo.ts'
import { runCommand } from '../own-data.ts'

/*
 * npm run import -- roster|dev-roster|rosters/NAME|trial-mods|checklists/NAME|staff-da|ten-codes|penal-codes|quick-links
 * FILE [--dry-run]: takes a spreadsheet over, all of it or nothing; exit code 1 when it is refused or cannot be read. A column that nobody knows is
 * left out with --leave-out "Shoe size", or is a field with --column "Grade=Position"; a question is answered with
 * --answer "date:/=dmy". With --good-rows the rows with which nothing is wrong are imported, and the others are written
 * beside the file. With --replace the codes or links that are not in the file are removed. `undo` says which imports
 * there are, and `undo 12` undoes one. The audit log says that the site did it.
 *
 * npm run import -- txadmin|easyadmin|vmenu|zeppelin|snailycad|ps-mdt FILE [--dry-run] [--json] [--admins admins.json]
 * takes a file of another program over; --answer "license:0123=310000000000000101" says which account a license is that
 * has several.
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

/** What an option says of columns or questions: `--column "Grade=Position"`, `--answer "date:/=dmy"`. */
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
