import * as core from 'zod/v4/core'
import type { Changes } from '#server/changes.ts'
import type { Serve } from '#server/http/serve.ts'
import { keepSnapshot, makeSnapshot } from '#server/snapshots.ts'
import { findGameServer } from '../contract.ts'
import type { GameServerWatch } from './gateway.ts'

/** `watch` is null where no game server is configured. */
export function gameServerRoutes(deps: {
  serve: Serve
  changes: Changes
  watch: Pick<GameServerWatch, 'first' | 'status'> | null
}): void {
  const { serve, changes, watch } = deps
  serve.list(
    findGameServer,
    keepSnapshot(changes, ['game-server'], async () => {
      await watch?.first
      return makeSnapshot(JSON.stringify(core.parse(findGameServer.reply, { data: watch?.status() ?? null })))
    }),
  )
}
