import { type Mapping, rightsText } from '#features/rights/rules.ts'
import { compareMapping, findLastChange, type NamedChange, withNames } from '#features/rights/server/store.ts'
import { DAY, utcDayOf } from '#lib/dates.ts'
import { msg, type Translator } from '#lib/messages.ts'
import { withValues } from '#lib/sentence.ts'
import type { Community } from '#server/config/community.ts'
import type { Db } from '#server/database/database.ts'
import type { Discord } from '#server/discord/discord.ts'
import { DiscordUnavailable } from '#server/discord/failures.ts'
import { bad, type Finding, good } from '#server/finding.ts'

/** The rights that each role gives on this site, in the form that one start compares with the next. */
export function mappingOf({ mapping }: Pick<Community, 'mapping'>, ownerIds: readonly string[]): Mapping {
  return { roles: mapping.map(({ access, roleId }) => ({ access, roleId })), ownerIds: [...ownerIds] }
}

/**
 * Why the site must not start with this mapping: people who signed in were owners, and nobody would be an owner now.
 * With a bot, owners who never signed in here are looked up in Discord. Null when the site may start.
 */
export async function mappingRefusal(
  db: Db,
  mapping: Mapping,
  discord: Pick<Discord, 'members'>,
): Promise<string | null> {
  const { losesLastOwner } = await compareMapping(db, mapping)
  if (!losesLastOwner || (await hasOwnerInDiscord(mapping, discord))) return null
  return LOCKED_OUT
}

const LOCKED_OUT =
  'Nobody would be an owner any more: OWNER_IDS names nobody, and nobody has a role that site.yaml or OWNER_ROLES gives owner to. ' +
  'Set OWNER_IDS to your Discord ID, or add the owners’ role to site.yaml: roles, owner. Then start the site again'

async function hasOwnerInDiscord({ roles }: Mapping, discord: Pick<Discord, 'members'>): Promise<boolean> {
  const giving = roles.filter(({ access }) => access === 'owner').map(({ roleId }) => roleId)
  if (giving.length === 0) return false
  try {
    for await (const { membership } of discord.members() ?? []) {
      if (membership.roles.some((role) => giving.includes(role))) return true
    }
  } catch (error) {
    if (!(error instanceof DiscordUnavailable)) throw error
  }
  return false
}

/** How long the doctor reports whose rights a start changed. */
const REPORTED_FOR = 14 * DAY
/** The most people that are named. Others are only counted. */
const MAX_NAMED = 20

/** Reports how a restart would change people's rights, and how the last start that changed rights did so. */
export async function checkMapping(db: Db, mapping: Mapping, now: Date): Promise<Finding[]> {
  const next = await compareMapping(db, mapping)
  const found: Finding[] = []
  if (next.losesLastOwner) {
    found.push(
      bad(
        msg('with the present site.yaml and settings nobody would be an owner, so the site would not start again'),
        msg('Set OWNER_IDS to your Discord ID, or add the owners’ role to site.yaml: roles, owner.'),
      ),
    )
  }
  if (next.changes !== null) {
    const changes = await withNames(db, next.changes)
    found.push(
      good(
        changes.length === 0
          ? msg('from the next start on, other roles give rights; this changes nobody’s rights')
          : withValues('the next start changes the rights of people: {people}', { people: namesOf(changes) }),
      ),
    )
  }
  const last = await findLastChange(db)
  if (last !== null && now.getTime() - last.at.getTime() < REPORTED_FOR) {
    const values = { day: utcDayOf(last.at), people: namesOf(last.changes) }
    found.push(good(withValues('the start on {day} changed the rights of people: {people}', values)))
  }
  return found
}

const namesOf =
  (changes: readonly NamedChange[]) =>
  ({ t }: Translator) => {
    const named = changes.slice(0, MAX_NAMED).map(({ name, gained, lost }) => {
      const values = { name, gained: rightsText(gained), lost: rightsText(lost) }
      if (lost.length === 0) return t('{name} gains {gained}', values)
      return gained.length === 0
        ? t('{name} loses {lost}', values)
        : t('{name} gains {gained} and loses {lost}', values)
    })
    const more = changes.length - named.length
    if (more > 0) named.push(t({ one: '{count} more person', other: '{count} more people' }, { count: more }))
    return named.join('; ')
  }
