import type { FastifyInstance } from 'fastify'
import type { Log } from '#server/log.ts'
import type { RuleIndex } from './rule-index.ts'
import type { CheckTrouble } from './trouble.ts'

/**
 * Learns and reads what answers need once the site listens, so that the first question does not wait for all of it.
 * What fails here is tried again by that question.
 */
export function prepareAnswers(deps: {
  app: Pick<FastifyInstance, 'addHook'>
  checkTrouble: CheckTrouble
  ruleIndex: Pick<RuleIndex, 'current'>
  log: Log
}): void {
  const { app, checkTrouble, ruleIndex, log } = deps
  let isClosing = false
  async function prepare(): Promise<void> {
    await checkTrouble([])
    if (!isClosing) await ruleIndex.current()
  }
  app.addHook('onListen', async () => {
    prepare().catch((error: unknown) => {
      if (!isClosing) log.error({ err: error }, 'the assistant could not be prepared: the first question does it')
    })
  })
  app.addHook('onClose', async () => {
    isClosing = true
  })
}
