import { createAudit } from '#features/audit/server/store.ts'
import { createIngestTokenStore } from '#features/ingest/server/store.ts'
import { createChanges } from '#server/changes.ts'
import type { Database } from '#server/database/database.ts'

/**
 * Creates the token of the demo's game server. It is renewed at each start, because a data folder may one day belong to
 * a real site.
 */
export function seedIngestToken(deps: { database: Database; clock: () => Date; name: string }): Promise<string> {
  const audit = createAudit({ ...deps, changes: createChanges() })
  return createIngestTokenStore({ ...deps, audit }).renew(deps.name)
}
