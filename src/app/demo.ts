import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { readGuild, withSupporters } from '#dev/discord/guild.ts'
import { buildStandIn } from '#dev/discord/stand-in.ts'
import { buildGameServerStandIn, Warning } from '#dev/game-server/stand-in.ts'
import { buildVerifyPassStandIn } from '#dev/verifypass/stand-in.ts'
import type { AppealTerms } from '#features/appeals/rules.ts'
import type { WrittenRulebook } from '#features/assistant/rules.ts'
import type { GameKind } from '#features/discipline/game-rules.ts'
import type { PointsRule } from '#features/discipline/points-rules.ts'
import type { Threshold } from '#features/discipline/threshold-rules.ts'
import type { ActionType } from '#features/discipline/type-rules.ts'
import type { MessageDefaults } from '#features/inbox/message-rules.ts'
import type { Offence } from '#features/offences/contract.ts'
import type { RosterContent } from '#features/roster/contract.ts'
import type { SupporterRoles } from '#features/supporters/contract.ts'
import type { Checklists } from '#features/trial-mods/contract.ts'
import type { Community } from '#server/config/community.ts'
import type { VerifyPassSettings } from '#server/config/environment.ts'
import type { Webhook } from '#server/config/webhooks.ts'
import { readYaml } from '#server/config/yaml.ts'
import type { Database } from '#server/database/database.ts'
import { withLock } from '#server/database/several-processes.ts'
import type { DiscordSettings } from '#server/discord/settings.ts'
import { root } from '#server/paths.ts'
import { seed } from '../../db/seed.ts'
import { seedActions } from '../../db/seed-actions.ts'
import { seedAppeals } from '../../db/seed-appeals.ts'
import { seedClaims } from '../../db/seed-claims.ts'
import { seedDevelopers } from '../../db/seed-developers.ts'
import { seedIngestToken } from '../../db/seed-ingest.ts'
import { seedPlayers } from '../../db/seed-players.ts'
import { FEATURES, INBOX } from './features.ts'

/** The folder of the demo's people and texts: the community's own `demo` folder, or else the shipped one. */
function demoDirOf({ dir }: Community): string {
  const own = join(dir, 'demo')
  return existsSync(own) ? own : join(root, 'demo')
}

const guildOf = (community: Community) =>
  readGuild(join(demoDirOf(community), 'guild.yaml'), { ...community, name: community.site.name })

const supportersFile = (community: Community) => join(demoDirOf(community), 'supporters.yaml')

const GameServerFile = z.strictObject({ token: z.string(), warning: Warning })

/** The Discord server of the stand-in, with every role that the community's files name. */
export const demoGuild = (community: Community, supporterRoles: SupporterRoles) =>
  withSupporters(guildOf(community), supportersFile(community), supporterRoles)

/** The Discord IDs of everybody who can sign in to the demo. */
export const demoPeople = (community: Community, supporterRoles: SupporterRoles): string[] =>
  demoGuild(community, supporterRoles).people.map(({ id }) => id)

interface DemoSeeds {
  database: Database
  community: Community
  rosterContent: RosterContent
  actionTypes: readonly ActionType[]
  playerTypes: readonly ActionType[]
  gameTypes: Record<GameKind, string>
  offences: readonly Offence[]
  rulebooks: readonly WrittenRulebook[]
  pointsRule: PointsRule
  thresholds: readonly Threshold[]
  appealTerms: AppealTerms
  messageDefaults: MessageDefaults
  checklists: Checklists
  clock: () => Date
}

/** Fills a fresh database with what the demo's people did. Returns what the stand-in for the game server needs. */
export async function seedDemo(options: DemoSeeds): Promise<{ token: string; warning: z.infer<typeof Warning> }> {
  const { database, clock, community } = options
  const { people } = guildOf(community)
  const demoDir = demoDirOf(community)
  const { token: name, warning } = readYaml(join(demoDir, 'game-server.yaml'), GameServerFile)
  const token = await withLock(database, async () => {
    const seeds = { ...options, demoDir, people: people.map(({ id }) => id) }
    const seeded = await seed(seeds)
    if (seeded > 0)
      console.log(`Roster: ${seeded} invented people moved in; ${demoDir}/roster.csv is their newer spreadsheet`)
    const hasActions = (await seedActions(seeds)) > 0
    await seedDevelopers(seeds)
    // seedPlayers does nothing when the database already holds parts of its file, because an earlier start wrote them.
    // So it runs before anything else gives players actions.
    if ((await seedPlayers({ ...seeds, people })) > 0) await seedClaims({ ...seeds, people })
    if (hasActions) await seedAppeals({ ...seeds, inbox: INBOX, people })
    for (const feature of FEATURES) {
      await feature.seed?.({ database, clock, demoDir, people, verifiedRole: community.verifiedRole })
    }
    return seedIngestToken({ ...options, name })
  })
  return { token, warning }
}

/**
 * Starts the demo on this machine's loopback: a stand-in Discord with the people of the demo's `guild.yaml`, who are also
 * on a roster, and those of its `supporters.yaml`, and stand-ins for the verification provider and the game server.
 */
export async function startDemo(
  options: DemoSeeds & {
    supporterRoles: SupporterRoles
    /** The origin of the site. */
    origin: string
    /** The names of the webhooks. Each gets a channel of the stand-in. */
    webhookNames: readonly string[]
    redirectUri: string
    /**
     * The port that the stand-in Discord tries first. The other two stand-ins first try the next two ports. The
     * addresses then stay the same at each start.
     */
    port: number
  },
): Promise<{
  settings: DiscordSettings
  verifypass: VerifyPassSettings
  /** The page of the stand-in Discord with the actions that the admins of a guild have. */
  consoleUrl: string
  /** The address of the stand-in game server. */
  gameServer: string
  webhooks: Record<string, Webhook>
  /** The page that shows what was posted to the stand-in's channels. */
  channelsUrl: string
  stop: () => Promise<void>
}> {
  const { community, supporterRoles, redirectUri } = options
  const { token, warning } = await seedDemo(options)
  const standIn = buildStandIn({
    applicationName: community.site.name,
    redirectUri,
    guild: demoGuild(community, supporterRoles),
  })
  const webhooks = Object.fromEntries(options.webhookNames.map((name) => [name, standIn.channels.open(name)]))
  const settings = await standIn.listen(options.port).catch(() => standIn.listen())
  const provider = buildVerifyPassStandIn({ applicationName: community.site.name })
  provider.sendWebhooksTo(`${options.origin}/api/verifypass/webhook`)
  const verifypass = await provider.listen(options.port + 1).catch(() => provider.listen())
  const game = buildGameServerStandIn({
    clock: options.clock,
    forwarding: { siteOrigin: options.origin, token, warning },
  })
  const gameServer = await game.listen(options.port + 2).catch(() => game.listen())
  const stop = async () => {
    await Promise.all([standIn.close(), provider.close(), game.close()])
  }
  return {
    settings,
    verifypass,
    gameServer,
    webhooks,
    consoleUrl: `${settings.cdnUrl}/console`,
    channelsUrl: `${settings.cdnUrl}/channels`,
    stop,
  }
}
