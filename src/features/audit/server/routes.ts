import type { FastifyInstance } from 'fastify'
import type { Directory } from '#features/auth/server/directory-store.ts'
import { HOUR } from '#lib/dates.ts'
import type { Database } from '#server/database/database.ts'
import type { By, Serve } from '#server/http/serve.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import {
  type ChainState,
  exportAudit,
  findAuditActors,
  findAuditChain,
  findUndoing,
  listAudit,
  listAuditActions,
  listAuditPeople,
  listImports,
  undoImport,
  verifyAuditChain,
} from '../contract.ts'
import { CHECKED, findLastCheck, verifyAudit } from './chain-store.ts'
import {
  type Audit,
  countAudit,
  eachAudit,
  findAudit,
  type HiddenFromSubject,
  listAuditActions as listActions,
  listHiddenRowNumbers,
  listAudit as listRows,
  type Row,
  redactRowsAndCountsFor,
} from './store.ts'
import { createUndoStore, type ImportedTable } from './undo-store.ts'

export interface AuditRoutesDeps {
  app: FastifyInstance
  serve: Serve
  database: Database
  directory: Pick<Directory, 'search' | 'list'>
  audit: Audit
  clock: () => Date
  scheduler: Pick<Scheduler, 'add'>
  isClockRight: () => boolean
  importedTables: readonly ImportedTable[]
  /** The records that other features hide from the person they are about. */
  hiddenFromSubject: readonly HiddenFromSubject[]
  /** The community's time zone, for the days of a query that names no time zone. */
  timeZone: string | undefined
}

export function auditRoutes(deps: AuditRoutesDeps): void {
  const { app, serve, database, directory, audit, hiddenFromSubject, timeZone } = deps
  const { db } = database
  const undo = createUndoStore(deps)
  let running: ChainState['running'] = null
  let hasFailed = false
  let isClosing = false
  let checking = Promise.resolve()
  app.addHook('preClose', async () => {
    isClosing = true
    await checking
  })

  serve.call(listAudit)(async ({ actor, query }) => {
    const hidden = await listHiddenRowNumbers(db, query, actor.id, hiddenFromSubject)
    const { rows, ...counted } = await listRows(db, query, timeZone, hidden)
    return { rows: await told(actor.id, rows), ...counted }
  })

  serve.export(exportAudit, {
    stream: {
      each: async function* (actor, query) {
        const hidden = await listHiddenRowNumbers(db, query, actor.id, hiddenFromSubject)
        for await (const rows of eachAudit(db, query, timeZone, hidden)) yield await told(actor.id, rows)
      },
      find: async (actor, keys) => told(actor.id, await findAudit(db, keys.map(Number).filter(Number.isSafeInteger))),
    },
  })

  serve.call(listAuditActions)(async () => ({ data: await listActions(db) }))

  serve.call(findAuditActors)(async ({ query }) => {
    const people = await directory.search(query.query ?? '')
    return {
      data: people.map(({ id, name, otherNames }) => ({ id, name, other_names: otherNames })),
    }
  })

  serve.call(listAuditPeople)(async ({ query }) => {
    const people = await directory.list([...new Set(query.ids.split(','))])
    return { data: [...people.values()].map(({ id, name }) => ({ id, name })) }
  })

  serve.call(findAuditChain)(state)

  serve.call(verifyAuditChain)(async ({ actor, requestId }) => {
    if (running === null && !isClosing) {
      running = { rows: 0, total: 0 }
      checking = check({ actor, requestId })
    }
    return state()
  })

  serve.call(listImports)(async ({ actor, query }) => ({ data: await undo.listImports(actor, query.list) }))

  serve.call(findUndoing)(({ actor, params }) => undo.findUndoing(actor, params.id))

  serve.call(undoImport)((call) => undo.undoImport(call, call.params.id))

  deps.scheduler.add({
    name: 'removing what is kept of old imports',
    runsIn: 'leader',
    every: HOUR,
    work: async () => {
      if (deps.isClockRight()) await undo.removeOldImports()
      return undefined
    },
  })

  async function told(reader: string, rows: readonly Row[]) {
    const shown = await redactRowsAndCountsFor(db, reader, rows, hiddenFromSubject)
    return shown.map((row) => ({ ...row, at: row.at.toISOString() }))
  }

  async function state(): Promise<ChainState> {
    return { running, hasFailed, last: await findLastCheck(db) }
  }

  /** Callers must run one check at a time. The result is written as a row of the log. */
  async function check(by: By): Promise<void> {
    try {
      const total = await countAudit(db)
      running = { rows: 0, total }
      const walked = await verifyAudit(db, (rows) => {
        if (isClosing) throw new Error('the site is closing')
        running = { rows, total: Math.max(rows, total) }
      })
      await audit.change(by, async () => ({
        result: undefined,
        entries: [
          { action: CHECKED, target: 'audit', after: { ...walked, broken: walked.broken && { ...walked.broken } } },
        ],
        topics: [],
      }))
      hasFailed = false
      if (walked.broken) app.log.error({ ...walked.broken }, 'the audit log is not as it was written')
    } catch (error) {
      hasFailed = true
      if (!isClosing) app.log.error({ err: error }, 'the audit log could not be checked')
    } finally {
      running = null
    }
  }
}
