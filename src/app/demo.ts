import { join } from 'node:path'
import type { Community } from '#server/config/community.ts'
import type { Database } from '#server/database/database.ts'
import type { DiscordSettings } from '#server/discord/discord.ts'
import { readGuild } from '#server/discord/stand-in/guild.ts'
import { buildStandIn } from '#server/discord/stand-in/stand-in.ts'
import { root } from '#server/paths.ts'

/** Demo mode: a stand-in Discord on this machine's loopback, with the people of `demo/guild.yaml`. */
export async function startDemo(options: {
  database: Database
  community: Community
  redirectUri: string
  /** Tried first, so that the stand-in's address stays the same from start to start. */
  port: number
}): Promise<{ settings: DiscordSettings; stop: () => Promise<void> }> {
  const { community, redirectUri } = options
  const guild = readGuild(join(root, 'demo/guild.yaml'), { name: community.site.name, roles: community.roles })
  const standIn = buildStandIn({ applicationName: community.site.name, redirectUri, guild })
  const settings = await standIn.listen(options.port).catch(() => standIn.listen())
  return { settings, stop: () => standIn.close() }
}
