import { type Audit, asJson } from '#features/audit/server/store.ts'
import type { Topic } from '#lib/topics.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import type { By, Serve } from '#server/http/serve.ts'
import { answerImport } from '#server/sheet.ts'
import {
  addPenalCode,
  addTenCode,
  changePenalCode,
  changeTenCode,
  importPenalCodes,
  importTenCodes,
  listCodeSynonyms,
  listPenalCodes,
  listTenCodes,
  removePenalCode,
  removeTenCode,
} from '../contract.ts'
import { createPenalCodeImports, createTenCodeImports } from './import-store.ts'
import * as store from './store.ts'

export interface CodesRoutesDeps {
  serve: Serve
  database: Database
  audit: Audit
  clock: () => Date
  /** Groups of words that mean the same in a search. */
  synonyms: readonly (readonly string[])[]
}

export function codesRoutes({ serve, database, audit, clock, synonyms }: CodesRoutesDeps): void {
  /** A record as it is written down and given back. */
  function write<T extends { id: number }>(
    by: By,
    topic: Topic,
    action: string,
    work: (tx: Transaction) => Promise<{ before?: T; after: T }>,
  ): Promise<T> {
    return audit.change(by, [topic], async (tx) => {
      const { before, after } = await work(tx)
      const entry = { action, target: `${topic}/${after.id}`, before: before && asJson(before), after: asJson(after) }
      return { result: after, entries: [entry] }
    })
  }

  function remove(
    by: By,
    topic: Topic,
    action: string,
    work: (tx: Transaction) => Promise<{ id: number }>,
  ): Promise<void> {
    return audit.change(by, [topic], async (tx) => {
      const before = await work(tx)
      return { result: undefined, entries: [{ action, target: `${topic}/${before.id}`, before: asJson(before) }] }
    })
  }

  const tenCodeImports = createTenCodeImports({ database, audit, clock })
  serve.call(importTenCodes)(async (call) => {
    const { dryRun, columns, missing } = call.query
    const file = { csv: call.body, choices: columns }
    if (dryRun) return tenCodeImports.tryImport(file, missing)
    return answerImport(await tenCodeImports.import(call, file, missing), call.reply)
  })

  const penalCodeImports = createPenalCodeImports({ database, audit, clock })
  serve.call(importPenalCodes)(async (call) => {
    const { dryRun, columns, missing } = call.query
    const file = { csv: call.body, choices: columns }
    if (dryRun) return penalCodeImports.tryImport(file, missing)
    return answerImport(await penalCodeImports.import(call, file, missing), call.reply)
  })

  serve.snapshot(listCodeSynonyms, [], async () => ({ data: synonyms.map((words) => [...words]) }))
  serve.snapshot(listTenCodes, ['ten-codes'], async () => ({ data: await store.listTenCodes(database.db) }))

  serve.call(addTenCode)(async (call) => {
    const item = await write(call, 'ten-codes', 'addTenCode', async (tx) => ({
      after: await store.addTenCode(tx, call.body, { actor: call.actor, at: clock() }),
    }))
    return { ok: true, item }
  })

  serve.call(changeTenCode)(async (call) => {
    const item = await write(call, 'ten-codes', 'changeTenCode', (tx) =>
      store.changeTenCode(tx, call.params.id, call.body, { actor: call.actor, at: clock() }),
    )
    return { ok: true, item }
  })

  serve.call(removeTenCode)(async (call) => {
    await remove(call, 'ten-codes', 'removeTenCode', (tx) => store.removeTenCode(tx, call.params.id))
    return { ok: true }
  })

  serve.snapshot(listPenalCodes, ['penal-codes'], async () => ({ data: await store.listPenalCodes(database.db) }))

  serve.call(addPenalCode)(async (call) => {
    const item = await write(call, 'penal-codes', 'addPenalCode', async (tx) => ({
      after: await store.addPenalCode(tx, call.body, { actor: call.actor, at: clock() }),
    }))
    return { ok: true, item }
  })

  serve.call(changePenalCode)(async (call) => {
    const item = await write(call, 'penal-codes', 'changePenalCode', (tx) =>
      store.changePenalCode(tx, call.params.id, call.body, { actor: call.actor, at: clock() }),
    )
    return { ok: true, item }
  })

  serve.call(removePenalCode)(async (call) => {
    await remove(call, 'penal-codes', 'removePenalCode', (tx) => store.removePenalCode(tx, call.params.id))
    return { ok: true }
  })
}
