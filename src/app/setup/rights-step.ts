import { t } from '#lib/messages.ts'
import { readCommunity } from '#server/config/community.ts'
import type { GuildRole } from '#server/discord/questions.ts'
import { fromRoot } from '#server/paths.ts'
import { type Checked, type Entered, fieldValue, ID, RIGHTS, type Settings, type StepDeps } from './step.ts'

/** Checks the roles that give the rights, and the owners. */
export async function checkRights(entered: Entered, deps: StepDeps): Promise<Checked> {
  const { DISCORD_BOT_TOKEN: botToken = '', DISCORD_GUILD_ID: guildId = '' } = deps.before
  const guild = await deps.questions.guild(botToken, guildId)
  if (guild === null) return { problems: { roles: t('The bot is no longer in your server. Invite it again.') } }
  const known = new Map(guild.roles.map((role) => [role.id, role]))
  const settings: Record<string, string> = {}
  const names: Record<string, string> = {}
  for (const { variable } of RIGHTS) {
    const ids = entered.getAll(variable).filter((id) => known.has(id))
    settings[variable] = deps.given[variable] ?? (ids.length === 0 ? 'none' : ids.join(','))
    if (!(variable in deps.given)) names[variable] = ids.map((id) => known.get(id)?.name).join(', ') || t('nobody')
  }
  const problems: Record<string, string> = {}
  const taken = verifiedRoleIn(settings, known, deps)
  if (taken !== null) {
    problems.roles = t(
      'The site gives {role} to verified people (verifiedRole in site.yaml), so it cannot give a right. Choose another role, or change site.yaml.',
      { role: taken.name },
    )
  }
  const ownerIds = fieldValue('OWNER_IDS', entered, deps)
    .split(/[\s,;]+/)
    .filter(Boolean)
  const owners = await namesOfOwners(ownerIds, (id) => deps.questions.memberName(botToken, guildId, id))
  if ('problem' in owners) problems.OWNER_IDS = owners.problem
  else names.OWNER_IDS = owners.names.join(', ')
  if (Object.keys(problems).length > 0) return { problems }
  return { settings: { ...settings, OWNER_IDS: [...new Set(ownerIds)].join(',') }, names }
}

/** The role that verified people get, if it was also picked for a right. */
function verifiedRoleIn(settings: Settings, known: ReadonlyMap<string, GuildRole>, deps: StepDeps): GuildRole | null {
  const { verifiedRole } = readCommunity(fromRoot(deps.communityDir))
  const picked = RIGHTS.some(({ variable }) => settings[variable]?.split(',').includes(verifiedRole ?? ''))
  return picked && verifiedRole !== null ? (known.get(verifiedRole) ?? { id: verifiedRole, name: verifiedRole }) : null
}

/** More people than this are likely the staff and not the owners. */
const MAX_OWNERS = 20

async function namesOfOwners(
  ids: readonly string[],
  nameOf: (id: string) => Promise<string | null>,
): Promise<{ names: string[] } | { problem: string }> {
  if (ids.length === 0) return { problem: t('Name at least yourself, or nobody can open the pages for owners.') }
  if (ids.length > MAX_OWNERS) {
    return { problem: t('You can name at most {max} owners here. Give the others a role.', { max: MAX_OWNERS }) }
  }
  const none = ids.find((id) => !ID.test(id))
  if (none !== undefined) {
    return {
      problem: t('{id} is not a Discord ID. A Discord ID has 17 to 20 digits. Copy it with Copy User ID.', {
        id: none,
      }),
    }
  }
  const names: string[] = []
  for (const id of ids) {
    const name = await nameOf(id)
    if (name === null) {
      return { problem: t('Nobody in your server has the id {id}. Copy it again with Copy User ID.', { id }) }
    }
    names.push(name)
  }
  return { names }
}
