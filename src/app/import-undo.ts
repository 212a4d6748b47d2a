import { createUndoStore } from '#features/audit/server/undo-store.ts'
import { readDiscipline } from '#features/discipline/server/gateway.ts'
import { staffRoster } from '#features/roster/contract.ts'
import { HttpError } from '#server/http/http-error.ts'
import { printPastImport, printUndone } from './import-output.ts'
import { BY_COMMAND, readSettings, withSiteDatabase } from './import-site.ts'
import { importedTables } from './imported-tables.ts'

/** Undoes an import. Without a number, lists the imports. */
export function undoByCommand(id: string | undefined): Promise<number> {
  const settings = readSettings()
  return withSiteDatabase(settings, { page: staffRoster.importPage, isDry: false }, async (deps) => {
    const lists = importedTables({ ...settings, ...readDiscipline(settings.community) })
    const store = createUndoStore({ ...deps, importedTables: lists })
    if (id !== undefined) {
      printUndone(await store.undoImport(BY_COMMAND, Number(id)))
      return 0
    }
    for (const topic of new Set(lists.map((list) => list.topic))) {
      for (const past of await store.listImports(null, topic)) {
        printPastImport(
          topic,
          past,
          past.undone === null ? await store.findUndoing(null, past.id).catch(whyRefused) : null,
        )
      }
    }
    return 0
  })
}

/** Turns the error into the reason why the import cannot be undone now. */
function whyRefused(error: unknown): string {
  if (error instanceof HttpError) return error.message
  throw error
}
