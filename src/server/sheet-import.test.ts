import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { ENGLISH } from '#lib/messages.ts'
import type { SheetReport } from '#lib/sheet.ts'
import type { SheetFile } from './sheet.ts'
import { answerImport, countRows } from './sheet-import.ts'

const REPORT: SheetReport = { ok: true, added: 2, changed: 0, unchanged: 0, missing: 0, errors: [], columns: [] }
const errors = [
  { line: 2, field: 'id', message: 'Two.' },
  { line: 9, field: 'id', message: 'Nine.' },
]

/** Runs an import and returns the caller's response. */
async function answerTo(run: (file: SheetFile) => Promise<SheetReport>, accept = 'application/json') {
  const app = fastify()
  app.post('/import', (request, reply) =>
    answerImport({ request, reply, translator: ENGLISH }, { csv: '' }, run).catch(() => reply),
  )
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/import', headers: { accept } })
  await app.close()
  return { statusCode, body }
}
const EVENTS = 'text/event-stream, application/json'

describe('The response to an import', () => {
  it.each(['application/json', EVENTS])(
    'a dry run responds with its report to a client that accepts %s',
    async (accept) => {
      const { statusCode, body } = await answerTo(async () => REPORT, accept)
      expect([statusCode, JSON.parse(body)]).toEqual([200, REPORT])
    },
  )

  it.each(['application/json', EVENTS])(
    'a refused import responds with 400 and the first error to a client that accepts %s',
    async (accept) => {
      const refused = { ...REPORT, ok: false, errors }
      const { statusCode, body } = await answerTo(async () => refused, accept)
      const message = 'The file was refused and nothing was written. Line 2: Two.'
      expect([statusCode, JSON.parse(body)]).toEqual([400, { ...refused, error: { code: 'invalid', message } }])
    },
  )

  it('a running import sends the number of written rows, once for each percent', async () => {
    const { body } = await answerTo(async (file) => {
      const onWritten = countRows(file, 2)
      for (let write = 0; write < 5; write++) onWritten(1)
      return REPORT
    }, EVENTS)
    const rows = (done: number) => `event: rows\ndata: {"done":${done},"total":2}\n\n`
    expect(body).toBe(`${rows(0)}${rows(1)}${rows(2)}event: reply\ndata: ${JSON.stringify(REPORT)}\n\n`)
  })

  it('a running import sends an error that occurs after the first rows', async () => {
    const { body } = await answerTo(async (file) => {
      countRows(file, 2)(2)
      throw new Error('the disk is gone')
    }, EVENTS)
    expect(body).toMatch(/^event: rows\n.*\n\nevent: error\ndata: {"ok":false,/)
  })

  it('an import without changes responds at once', async () => {
    const { body } = await answerTo(async (file) => {
      countRows(file, 0)(1)
      return REPORT
    }, EVENTS)
    expect(JSON.parse(body)).toEqual(REPORT)
  })
})
