import { join } from 'node:path'
import * as z from 'zod'
import { createAudit } from '#features/audit/server/store.ts'
import { discordName } from '#features/auth/rules.ts'
import { findUser, saveUser } from '#features/auth/server/store.ts'
import { createChanges } from '#server/changes.ts'
import { readYaml } from '#server/config/yaml.ts'
import type { SeedDeps } from '#server/feature.ts'
import { STATUSES } from '../rules.ts'
import { createVerificationStore, type VerificationSeed } from './store.ts'

const BY_START = { actor: null, requestId: 'start' }
const HOUR = 3_600_000
const DAY = 24 * HOUR

const File = z.strictObject({
  decidedBy: z.string(),
  verifications: z.array(
    z.strictObject({
      person: z.string(),
      status: z.enum(STATUSES),
      group: z.nullable(z.string()).default(null),
      hoursAgo: z.number(),
      reason: z.nullable(z.string()).default(null),
    }),
  ),
})

/** Fills the demo's queue once, with verifications in every state. */
export async function seedVerifications(deps: SeedDeps): Promise<void> {
  const { clock, people, verifiedRole, demoDir } = deps
  const now = clock()
  const { decidedBy, verifications } = readYaml(join(demoDir, 'verifications.yaml'), File)
  const decider = people.find(({ id }) => id === decidedBy)
  const seeds = verifications.flatMap(({ person: id, status, group, hoursAgo, reason }): VerificationSeed[] => {
    if (!people.some((person) => person.id === id)) return []
    const began = new Date(now.getTime() - hoursAgo * HOUR)
    const after = (milliseconds: number) => new Date(began.getTime() + milliseconds)
    const isDecided = status === 'approved' || status === 'rejected'
    return [
      {
        userId: id,
        status,
        group,
        createdAt: began,
        pendingAt: status === 'pending' || status === 'expired' ? after(15 * 60_000) : null,
        verifiedAt: group === null ? null : after(4 * 60_000),
        decidedAt: isDecided ? after(26 * HOUR) : null,
        decidedById: isDecided ? decidedBy : null,
        decidedByName: isDecided ? (decider?.globalName ?? null) : null,
        reason,
        expiredAt: status === 'expired' ? after(7 * DAY) : null,
        roleId: status === 'approved' ? verifiedRole : null,
      },
    ]
  })
  // A private change feed is enough: at this point of the start nothing listens for changes yet.
  const changes = createChanges()
  const audit = createAudit({ ...deps, changes })
  const discord = { avatarUrl: () => '' }
  const directory = { nameOf: discordName }
  const store = createVerificationStore({ ...deps, audit, discord, directory, givesRole: verifiedRole !== null })
  await store.fill(BY_START, async (tx) => {
    for (const { id, username, globalName, avatar, member } of people) {
      if (!seeds.some(({ userId }) => userId === id) || (await findUser(tx, id)) !== null) continue
      await saveUser(tx, {
        id,
        username,
        globalName,
        nick: member?.nick ?? null,
        avatar,
        guildAvatar: member?.avatar ?? null,
        inGuild: member !== null,
        roleIds: member?.roles ?? [],
        // The roles are read again when the user signs in.
        rolesReadAt: new Date(0),
        sealedAccessToken: null,
        accessTokenExpiresAt: null,
        scopes: [],
        emailVerified: false,
      })
    }
    return seeds
  })
}
