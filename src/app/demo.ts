import { join } from 'node:path'
import type { SupporterRoles } from '#features/supporters/contract.ts'
import { buildVerifyPassStandIn } from '#features/verification/server/stand-in/stand-in.ts'
import type { Community } from '#server/config/community.ts'
import type { VerifyPassSettings } from '#server/config/environment.ts'
import type { Database } from '#server/database/database.ts'
import type { DiscordSettings } from '#server/discord/discord.ts'
import { readGuild, withSupporters } from '#server/discord/stand-in/guild.ts'
import { buildStandIn } from '#server/discord/stand-in/stand-in.ts'
import { root } from '#server/paths.ts'
import { seed } from '../../db/seed.ts'

/**
 * Demo mode: a stand-in Discord on this machine's loopback, with the people of `demo/guild.yaml`, on a roster, and of
 * `demo/supporters.yaml`; and a stand-in verification provider beside it.
 */
export async function startDemo(options: {
  database: Database
  community: Community
  supporterRoles: SupporterRoles
  redirectUri: string
  clock: () => Date
  /** This and the next are tried first, so that the stand-ins' addresses stay the same from start to start. */
  port: number
}): Promise<{ settings: DiscordSettings; verifypass: VerifyPassSettings; stop: () => Promise<void> }> {
  const { community, supporterRoles, redirectUri } = options
  const guild = readGuild(join(root, 'demo/guild.yaml'), { name: community.site.name, roles: community.roles })
  const seeded = await seed({ ...options, people: guild.people.map(({ id }) => id) })
  if (seeded > 0) console.log(`Roster: ${seeded} invented people moved in; demo/roster.csv is their newer spreadsheet`)
  const standIn = buildStandIn({
    applicationName: community.site.name,
    redirectUri,
    guild: withSupporters(guild, join(root, 'demo/supporters.yaml'), supporterRoles),
  })
  const settings = await standIn.listen(options.port).catch(() => standIn.listen())
  const provider = buildVerifyPassStandIn({ applicationName: community.site.name })
  const verifypass = await provider.listen(options.port + 1).catch(() => provider.listen())
  const stop = async () => {
    await Promise.all([standIn.close(), provider.close()])
  }
  return { settings, verifypass, stop }
}
