import type { Calculator, Law } from '#lib/law.ts'
import { sheetColumns } from '#server/http/export-columns.ts'
import type { Serve } from '#server/http/serve.ts'
import { sheetFileOf } from '#server/sheet.ts'
import { answerImport } from '#server/sheet-import.ts'
import {
  addPenalCode,
  addTenCode,
  changePenalCode,
  changeTenCode,
  exportPenalCodes,
  exportTenCodes,
  findCalculator,
  importPenalCodes,
  importTenCodes,
  listCodeSynonyms,
  listPenalCodes,
  listTenCodes,
  removePenalCode,
  removeTenCode,
} from '../contract.ts'
import { PENAL_CODE_SHEET, TEN_CODE_SHEET } from '../sheet-rules.ts'
import { type CodeStoreDeps, createPenalCodeStore, createTenCodeStore } from './store.ts'

export interface CodesRoutesDeps extends CodeStoreDeps {
  serve: Serve
  /** Groups of words that mean the same in a search. */
  synonyms: readonly (readonly string[])[]
  law: Law | null
  calculator: Calculator
}

export function codesRoutes(deps: CodesRoutesDeps): void {
  const { serve, synonyms, calculator } = deps
  const tenCodes = createTenCodeStore(deps)
  const penalCodes = createPenalCodeStore(deps)

  serve.snapshot(findCalculator, [], async () => ({ data: calculator }))
  serve.snapshot(listCodeSynonyms, [], async () => ({ data: synonyms.map((words) => [...words]) }))

  serve.snapshot(listTenCodes, ['ten-codes'], async () => ({ data: await tenCodes.list() }))
  serve.export(exportTenCodes, { columns: sheetColumns(TEN_CODE_SHEET.fields, TEN_CODE_SHEET.labelOf) })
  serve.call(addTenCode)(async (call) => ({ ok: true, item: await tenCodes.add(call, call.body) }))
  serve.call(changeTenCode)(async (call) => {
    const { version, ...draft } = call.body
    return { ok: true, item: await tenCodes.change(call, call.params.id, version, draft) }
  })
  serve.call(removeTenCode)(async (call) => {
    await tenCodes.remove(call, call.params.id)
    return { ok: true }
  })
  serve.call(importTenCodes)(async (call) => {
    const { dryRun, missing } = call.query
    const file = sheetFileOf(call)
    if (dryRun) return tenCodes.tryImport(file, missing)
    return answerImport(call, file, (counted) => tenCodes.import(call, counted, missing))
  })

  serve.snapshot(listPenalCodes, ['penal-codes'], async () => ({ data: await penalCodes.list() }))
  serve.export(exportPenalCodes, { columns: sheetColumns(PENAL_CODE_SHEET.fields, PENAL_CODE_SHEET.labelOf) })
  serve.call(addPenalCode)(async (call) => ({ ok: true, item: await penalCodes.add(call, call.body) }))
  serve.call(changePenalCode)(async (call) => {
    const { version, ...draft } = call.body
    return { ok: true, item: await penalCodes.change(call, call.params.id, version, draft) }
  })
  serve.call(removePenalCode)(async (call) => {
    await penalCodes.remove(call, call.params.id)
    return { ok: true }
  })
  serve.call(importPenalCodes)(async (call) => {
    const { dryRun, missing } = call.query
    const file = sheetFileOf(call)
    if (dryRun) return penalCodes.tryImport(file, missing)
    return answerImport(call, file, (counted) => penalCodes.import(call, counted, missing))
  })
}
