import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Speech } from '#lib/messages.ts'
import type { OnRows, SheetReport } from '#lib/sheet.ts'
import { createEventStream, wantsEvents } from './http/event-stream.ts'
import type { SheetFile } from './sheet.ts'

interface ImportCall {
  request: FastifyRequest
  reply: FastifyReply
  speech: Speech
}

/**
 * Imports a file and answers with its report. A client that accepts events hears meanwhile how many rows are written,
 * each percent once; before the first row nothing is sent, so that a refusal has its own status.
 */
export async function answerImport<R extends SheetReport>(
  { request, reply, speech }: ImportCall,
  file: SheetFile,
  run: (file: SheetFile) => Promise<R>,
): Promise<R> {
  if (!wantsEvents(request)) return answered(await run(file), { reply, speech })
  const events = createEventStream(request, reply, speech)
  let told: number | undefined
  const onProgress: OnRows = ({ done, total }) => {
    const percent = Math.floor((100 * done) / total)
    if (percent !== told) events.send('rows', { done, total })
    told = percent
  }
  try {
    const report = await run({ ...file, onProgress })
    if (!events.hasBegun()) return answered(report, { reply, speech })
    await events.end('reply', report)
    return report
  } catch (error) {
    if (events.hasBegun()) await events.fail(error)
    throw error
  }
}

/** As its report says; one that was refused with 400 and the first reason. */
function answered<R extends SheetReport>(report: R, { reply, speech }: Omit<ImportCall, 'request'>): R {
  if (report.ok) return report
  void reply.code(400)
  const [first] = report.errors
  const message = speech.t('The file was refused and nothing was written. Line {line}: {problem}', {
    line: first?.line ?? 1,
    problem: first?.message ?? '',
  })
  return { ...report, error: { code: 'invalid', message } }
}

/**
 * Counts the rows of an import: each is written as a record, and once more in the audit log. Code that writes some says
 * how many.
 */
export function countRows({ onProgress }: SheetFile, total: number): (written: number) => void {
  let writes = 0
  return (written) => {
    writes += written
    if (total > 0) onProgress?.({ done: Math.min(total, Math.floor(writes / 2)), total })
  }
}
