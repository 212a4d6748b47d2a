import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { createAudit } from '#features/audit/server/store.ts'
import { createClaimStore } from '#features/claims/server/store.ts'
import { createUnlinkedBans } from '#features/discipline/server/join-store.ts'
import { NO_RIGHTS } from '#lib/access.ts'
import { DAY } from '#lib/dates.ts'
import { createChanges } from '#server/changes.ts'
import { readYaml } from '#server/config/yaml.ts'
import type { Database } from '#server/database/database.ts'
import type { DemoPerson } from '#server/feature.ts'

const File = z.strictObject({
  claims: z.array(z.strictObject({ person: z.string(), ban: z.string(), daysAgo: z.number() })),
})

/**
 * Lets the demo's people claim the bans of `claims.yaml`. Returns the number of claims. Call it only for a database
 * that was just filled with bans.
 */
export async function seedClaims(deps: {
  demoDir: string
  database: Database
  clock: () => Date
  people: readonly DemoPerson[]
}): Promise<number> {
  const file = join(deps.demoDir, 'claims.yaml')
  if (!existsSync(file)) return 0
  const { claims } = readYaml(file, File)
  const audit = createAudit({ ...deps, changes: createChanges() })
  for (const { person: id, ban, daysAgo } of claims) {
    const person = deps.people.find((each) => each.id === id)
    if (person === undefined) throw new Error(`Nobody in the demo has the id ${id}`)
    const { username, globalName } = person
    const actor = { id, username, name: globalName ?? username, avatarUrl: '', ...NO_RIGHTS }
    const clock = () => new Date(deps.clock().getTime() - daysAgo * DAY)
    const store = createClaimStore({ ...deps, clock, audit, unlinkedBans: createUnlinkedBans() })
    await store.addClaim({ actor, requestId: 'start' }, ban)
  }
  return claims.length
}
