import { msg } from '#lib/messages.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { By, Serve } from '#server/http/serve.ts'
import { createTurns } from '#server/turns.ts'
import { type MoveInDecisions, type MoveInReport, moveIn, type SourceHistory } from '../contract.ts'

/** Stores the players of a file, and what was done about them. */
export interface PlayerImports {
  tryPlayerImport(by: By, file: MovedFile, history: SourceHistory, decisions: MoveInDecisions): Promise<MoveInReport>
  importPlayers(by: By, file: MovedFile, history: SourceHistory, decisions: MoveInDecisions): Promise<MoveInReport>
}

interface MovedFile {
  name: string
  sha256: string
}

export interface MoveInRoutesDeps {
  serve: Serve
  playerImports: PlayerImports
}

/** Lets owners bring over data from other programs. */
export function moveInRoutes({ serve, playerImports }: MoveInRoutesDeps): void {
  // Imports run one after the other, because each holds a whole file in memory.
  const inTurn = createTurns()
  serve.call(moveIn)(async (call) => {
    const { file, history, decisions } = call.body
    const { dryRun } = call.query
    const report = await inTurn(call.actor.id, () =>
      dryRun
        ? playerImports.tryPlayerImport(call, file, history, decisions)
        : playerImports.importPlayers(call, file, history, decisions),
    )
    if (!dryRun && report.questions.length > 0) {
      throw new HttpError(409, 'open_questions', msg('First choose who these people are. Nothing was imported.'))
    }
    const translated = ({ id, message }: (typeof report.unreadable)[number]) => ({
      id,
      message: call.translator.translate(message),
    })
    return { ...report, unreadable: report.unreadable.map(translated) }
  })
}
