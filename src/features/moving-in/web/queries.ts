import { listImports } from '#features/audit/contract.ts'
import { addressOf, send } from '#web/call.ts'
import { useWrite } from '#web/use-write.ts'
import { moveIn } from '../contract.ts'
import type { FileReading, MoveInChoices } from './file-reading.ts'

/** The body is built where the file was read, so that it is sent unchanged. */
async function sendMoveIn(reading: FileReading, choices: MoveInChoices, dryRun: 'true' | 'false') {
  return send<typeof moveIn>(moveIn.method, addressOf(moveIn.path, undefined, { dryRun }), {
    headers: { 'content-type': moveIn.bodyType },
    body: await reading.bodyFor(choices),
  })
}

/** What the latest file would change. Nothing is written. */
export const useTryMoveIn = (reading: FileReading) =>
  useWrite((choices: MoveInChoices) => sendMoveIn(reading, choices, 'true'))

export const useMoveIn = (reading: FileReading) =>
  useWrite((choices: MoveInChoices) => sendMoveIn(reading, choices, 'false'), listImports)
