import { createAudit } from '#features/audit/server/store.ts'
import { discordName } from '#features/auth/rules.ts'
import { findUser, saveUser } from '#features/auth/server/store.ts'
import { createChanges } from '#server/changes.ts'
import type { SeedDeps } from '#server/feature.ts'
import type { Status } from '../rules.ts'
import { createVerificationStore, type VerificationSeed } from './store.ts'

const BY_START = { actor: null, requestId: 'start' }
const HOUR = 3_600_000
const DAY = 24 * HOUR
const THEO = { id: '310000000000000106', name: 'Theo Marchetti' }

/** Who applied, how long ago they began and what became of it. Jules Arden is left to whoever tries it. */
const APPLIED: { id: string; status: Status; group: string | null; ago: number; reason?: string }[] = [
  { id: '310000000000000105', status: 'verified', group: 'first-responder', ago: 30 * HOUR },
  { id: '310000000000000103', status: 'verified', group: 'military', ago: 3 * HOUR },
  { id: '310000000000000104', status: 'pending', group: null, ago: 5 * HOUR },
  { id: '310000000000000110', status: 'started', group: null, ago: HOUR / 20 },
  { id: '310000000000000109', status: 'approved', group: 'first-responder', ago: 21 * DAY },
  {
    id: '310000000000000102',
    status: 'rejected',
    group: 'other',
    ago: 12 * DAY,
    reason: 'Verified as a teacher. We thank you for it, but the role is for military and first responders.',
  },
  { id: '310000000000000101', status: 'expired', group: null, ago: 16 * DAY },
]

/** Fills the owners' queue of the demo with verifications in every state, once. */
export async function seedVerifications(deps: SeedDeps): Promise<void> {
  const { clock, people, verifiedRole } = deps
  const now = clock()
  const seeds = APPLIED.flatMap(({ id, status, group, ago, reason = null }): VerificationSeed[] => {
    if (!people.some((person) => person.id === id)) return []
    const began = new Date(now.getTime() - ago)
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
        decidedById: isDecided ? THEO.id : null,
        decidedByName: isDecided ? THEO.name : null,
        reason,
        expiredAt: status === 'expired' ? after(7 * DAY) : null,
        roleId: status === 'approved' ? verifiedRole : null,
      },
    ]
  })
  // Nobody keeps or shows anything yet.
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
        // Asked for anew when they sign in.
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
