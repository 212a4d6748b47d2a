import type { Serve } from '#server/http/serve.ts'
import { findGameServer } from '../contract.ts'
import type { GameServerWatch } from './worker.ts'

/** `watch` is null when no game server is configured. */
export function gameServerRoutes(deps: {
  serve: Serve
  watch: Pick<GameServerWatch, 'first' | 'status'> | null
}): void {
  const { serve, watch } = deps
  serve.snapshot(findGameServer, ['game-server'], async () => {
    await watch?.first
    return { data: watch?.status() ?? null }
  })
}
