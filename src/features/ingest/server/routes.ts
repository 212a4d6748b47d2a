import type { FastifyRequest } from 'fastify'
import type { Audit } from '#features/audit/server/store.ts'
import type { Database } from '#server/database/database.ts'
import { wrongKey } from '#server/http/http-error.ts'
import { type Limits, limitLookUps } from '#server/http/limits.ts'
import type { By, Serve } from '#server/http/serve.ts'
import {
  addGameEvent,
  addIngestToken,
  exportIngestTokens,
  type GameEvent,
  type IngestToken,
  listIngestTokens,
  removeIngestToken,
} from '../contract.ts'
import { bearerOf } from '../rules.ts'
import { createIngestTokenStore } from './store.ts'

/** Stores what was done in game. The disciplinary actions implement this; this feature does not know them. */
export interface GameActions {
  recordGameEvent(
    by: By,
    token: Pick<IngestToken, 'id' | 'label'>,
    event: GameEvent,
  ): Promise<{ id: number; result: 'added' | 'revoked' | 'known' }>
}

/**
 * The maximum for one token. A busy evening has a few events a minute; after an outage, the whole queue arrives at
 * once.
 */
const MAX_EVENTS_A_MINUTE = 60

/**
 * Wrong tokens per minute from one address: enough for a game server whose token was revoked, too few for guessing
 * tokens.
 */
const MAX_WRONG_TOKENS_A_MINUTE = 30

export function ingestRoutes(deps: {
  serve: Serve
  database: Database
  audit: Audit
  limits: Limits
  clock: () => Date
  actions: GameActions
}): void {
  const { serve, limits, actions } = deps
  const store = createIngestTokenStore(deps)
  const limitEvents = limits('ingest', MAX_EVENTS_A_MINUTE, 60)
  const limitWrongTokens = limitLookUps(MAX_WRONG_TOKENS_A_MINUTE, 60)
  /**
   * Tokens that were valid before. Their game server can continue while somebody guesses tokens from the same address.
   */
  const validTokens = new Set<string>()
  const tokenByRequest = new WeakMap<FastifyRequest, Pick<IngestToken, 'id' | 'label'>>()

  /** Sends the same error for a missing, malformed, unknown or revoked token, so that nobody learns which it was. */
  async function admit(header: string | undefined, request: FastifyRequest): Promise<void> {
    const bearer = bearerOf(header)
    const lookUp = async () => (bearer === null ? null : store.use(bearer))
    const isKnown = bearer !== null && validTokens.has(bearer)
    const token = await (isKnown ? lookUp() : limitWrongTokens(request.ip, lookUp))
    if (token === null || bearer === null) {
      if (bearer !== null) validTokens.delete(bearer)
      throw wrongKey()
    }
    validTokens.add(bearer)
    await limitEvents(String(token.id))
    tokenByRequest.set(request, token)
  }

  serve.call(listIngestTokens)(async () => ({ data: await store.listIngestTokens() }))
  serve.export(exportIngestTokens)
  serve.call(addIngestToken)(async (call) => ({ ok: true, ...(await store.addIngestToken(call, call.body)) }))
  serve.call(removeIngestToken)(async (call) => {
    await store.removeIngestToken(call, call.params.id)
    return { ok: true }
  })
  serve.keyed(
    addGameEvent,
    admit,
  )(async (call) => {
    const token = tokenByRequest.get(call.request)
    // The token may have been revoked while the body was being sent.
    if (token === undefined || !(await store.isInUse(token.id))) throw wrongKey()
    return { ok: true, ...(await actions.recordGameEvent(call, token, call.body)) }
  })
}
