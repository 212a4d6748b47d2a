import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Translator } from '#lib/messages.ts'
import type { OnImportProgress, SheetReport } from '#lib/sheet.ts'
import { createEventStream, wantsEvents } from './http/event-stream.ts'
import type { SheetFile } from './sheet.ts'

interface ImportCall {
  request: FastifyRequest
  reply: FastifyReply
  translator: Translator
}

/**
 * Imports a file and replies with its report. A client that accepts events receives the number of written rows at each
 * full percent. Nothing is sent before the first row, so that a rejected file still gets its own HTTP status.
 */
export async function answerImport<R extends SheetReport>(
  { request, reply, translator }: ImportCall,
  file: SheetFile,
  run: (file: SheetFile) => Promise<R>,
): Promise<R> {
  if (!wantsEvents(request)) return answered(await run(file), { reply, translator })
  const events = createEventStream(request, reply, translator)
  let reported: number | undefined
  const onProgress: OnImportProgress = ({ done, total }) => {
    const percent = Math.floor((100 * done) / total)
    if (percent !== reported) events.send('rows', { done, total })
    reported = percent
  }
  try {
    const report = await run({ ...file, onProgress })
    if (!events.hasBegun()) return answered(report, { reply, translator })
    await events.end('reply', report)
    return report
  } catch (error) {
    if (events.hasBegun()) await events.fail(error)
    throw error
  }
}

/** Replies with the report. A rejected file gets status 400 and its first error as the message. */
function answered<R extends SheetReport>(report: R, { reply, translator }: Omit<ImportCall, 'request'>): R {
  if (report.ok) return report
  void reply.code(400)
  const [first] = report.errors
  const message = translator.t('The file was refused and nothing was written. Line {line}: {problem}', {
    line: first?.line ?? 1,
    problem: first?.message ?? '',
  })
  return { ...report, error: { code: 'invalid', message } }
}

/**
 * Reports the progress of an import. Each row is written twice: as a record and in the audit log. The code that writes
 * calls the returned function with the number of rows written.
 */
export function countRows({ onProgress }: SheetFile, total: number): (written: number) => void {
  let writes = 0
  return (written) => {
    writes += written
    if (total > 0) onProgress?.({ done: Math.min(total, Math.floor(writes / 2)), total })
  }
}
