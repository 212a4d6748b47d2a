import * as core from 'zod/v4/core'
import type { Changes } from '#server/changes.ts'
import type { Serve } from '#server/http/serve.ts'
import { keepSnapshot, makeSnapshot } from '#server/snapshots.ts'
import { listSupporters } from '../contract.ts'
import type { Supporters } from './gateway.ts'

export function supportersRoutes(deps: { serve: Serve; changes: Changes; supporters: Supporters }): void {
  const { serve, changes, supporters } = deps
  serve.list(
    listSupporters,
    keepSnapshot(changes, ['supporters'], async () =>
      makeSnapshot(JSON.stringify(core.parse(listSupporters.reply, await supporters.list()))),
    ),
  )
}
