import { join } from 'node:path'
import { readGuild } from '#dev/discord/guild.ts'
import { buildStandIn } from '#dev/discord/stand-in.ts'
import { readCommunity } from '#server/config/community.ts'
import { root } from '#server/paths.ts'

/* Runs a stand-in Discord with the demo's people in its own process. It prints its settings as one line of JSON. */
const [redirectUri = ''] = process.argv.slice(2)
const community = readCommunity(join(root, 'community'))
const guild = readGuild(join(root, 'demo/guild.yaml'), { ...community, name: community.site.name })
const standIn = buildStandIn({ applicationName: community.site.name, redirectUri, guild })
console.log(JSON.stringify(await standIn.listen()))
