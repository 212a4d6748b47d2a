import { t } from '#lib/messages.ts'
import { GameServerAddress } from '#server/config/environment.ts'
import { isLoopback } from '#server/loopback.ts'
import { checkRights } from './rights-step.ts'
import { type Checked, type Entered, fieldValue, ID, RIGHTS, type Settings, type StepDeps } from './step.ts'

/** The steps of the set-up, in their order. */
export const STEPS = ['address', 'application', 'server', 'rights', 'game'] as const
export type Step = (typeof STEPS)[number]

/** The values that the fields of a step show. A secret is never sent back to the browser. */
export interface Shown {
  /** Settings from the environment. Their fields cannot be changed. */
  given: Settings
  values: Settings
  problems: Readonly<Record<string, string>>
}

export const redirectOf = (publicUrl: string) => `${publicUrl}/auth/discord/callback`

const SECRETS: readonly string[] = ['DISCORD_CLIENT_SECRET', 'DISCORD_BOT_TOKEN']
export const isSecret = (name: string) => SECRETS.includes(name)

/** The fields of each step. */
const FIELDS: Record<Step, readonly string[]> = {
  address: ['PUBLIC_URL', 'TRUST_PROXY'],
  application: ['DISCORD_CLIENT_ID', ...SECRETS],
  server: ['DISCORD_GUILD_ID'],
  rights: [...RIGHTS.map(({ variable }) => variable), 'OWNER_IDS'],
  game: ['GAME_SERVER'],
}

/** The values that stay in the form while something is wrong. A wrong secret must be entered again. */
export function draftOf(step: Step, entered: Entered, problems: Readonly<Record<string, string>>): Settings {
  const kept = FIELDS[step].filter((name) => !isSecret(name) || (!(name in problems) && entered.get(name)))
  return Object.fromEntries(kept.map((name) => [name, entered.getAll(name).join(',').trim()]))
}

export const CHECKS: Record<Step, (entered: Entered, deps: StepDeps) => Promise<Checked>> = {
  address: checkAddress,
  application: checkApplication,
  server: checkServer,
  rights: checkRights,
  game: checkGame,
}

async function checkAddress(entered: Entered, deps: StepDeps): Promise<Checked> {
  const typed = fieldValue('PUBLIC_URL', entered, deps).replace(/(?<!\/)\/+$/, '')
  const proxies = fieldValue('TRUST_PROXY', entered, deps) || '0'
  const url = URL.canParse(typed) ? new URL(typed) : null
  const problems: Record<string, string> = {}
  if (url === null || !/^https?:$/.test(url.protocol) || `${url.pathname}${url.search}${url.hash}` !== '/') {
    problems.PUBLIC_URL = t('Write the address like https://www.example.org, with nothing after it.')
  } else if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    problems.PUBLIC_URL = t(
      'Use an https address, or sign-ins would not be encrypted. A proxy such as Caddy gets the certificate automatically.',
    )
  }
  if (!/^\d$/.test(proxies)) problems.TRUST_PROXY = t('Write a number: 0 for none, 1 for Caddy alone.')
  if (url === null || Object.keys(problems).length > 0) return { problems }
  const reached = await deps.askSelf(url.origin)
  if (reached === 'elsewhere') {
    const why = t(
      'Another program answers at {origin}. Check the DNS record of the name, and that the proxy sends requests on to this program.',
      { origin: url.origin },
    )
    return { problems: { PUBLIC_URL: why } }
  }
  const settings = { PUBLIC_URL: url.origin, TRUST_PROXY: proxies }
  if (reached === 'here') return { settings }
  const note = t(
    '{origin} cannot be reached from this machine. That is normal in some networks. If you opened this page at that address, everything is fine.',
    { origin: url.origin },
  )
  return { settings, note }
}

async function checkApplication(entered: Entered, deps: StepDeps): Promise<Checked> {
  const clientId = fieldValue('DISCORD_CLIENT_ID', entered, deps)
  const clientSecret = fieldValue('DISCORD_CLIENT_SECRET', entered, deps)
  const botToken = fieldValue('DISCORD_BOT_TOKEN', entered, deps).replace(/^Bot\s+/i, '')
  const problems: Record<string, string> = {}
  if (!ID.test(clientId))
    problems.DISCORD_CLIENT_ID = t('An application id has 17 to 20 digits. Copy it from General Information.')
  if (clientSecret === '') problems.DISCORD_CLIENT_SECRET = t('Copy the client secret from the page OAuth2.')
  if (botToken === '') problems.DISCORD_BOT_TOKEN = t('Copy the token from the page Bot.')
  if (Object.keys(problems).length > 0) return { problems }

  if (!(await deps.questions.acceptsClient({ clientId, clientSecret }))) {
    const why = t(
      'Discord does not accept this id and secret together. On the page OAuth2 press Reset Secret, and paste the new one.',
    )
    return { problems: { DISCORD_CLIENT_SECRET: why } }
  }
  const application = await deps.questions.botApplication(botToken)
  if (application === null) {
    const why = t('Discord does not accept this token. On the page Bot press Reset Token, and paste the new one.')
    return { problems: { DISCORD_BOT_TOKEN: why } }
  }
  if (application.id !== clientId) {
    const why = t('This token belongs to another application: {name}. Copy the token of the application above.', {
      name: application.name,
    })
    return { problems: { DISCORD_BOT_TOKEN: why } }
  }
  if (!application.mayListMembers) {
    const why = t(
      'The token is right, but the bot cannot see the members yet. Switch on Server Members Intent on the page Bot, save, then press Continue again.',
    )
    return { problems: { DISCORD_BOT_TOKEN: why } }
  }
  const redirect = redirectOf(deps.before.PUBLIC_URL ?? '')
  if (application.redirects?.includes(redirect) === false) {
    const why = t(
      'Discord does not know this address yet. Add it on the page OAuth2 under Redirects, save, then press Continue again.',
    )
    return { problems: { redirect: why } }
  }
  return {
    settings: { DISCORD_CLIENT_ID: clientId, DISCORD_CLIENT_SECRET: clientSecret, DISCORD_BOT_TOKEN: botToken },
    names: { DISCORD_CLIENT_ID: application.name },
  }
}

async function checkServer(entered: Entered, deps: StepDeps): Promise<Checked> {
  const id = fieldValue('DISCORD_GUILD_ID', entered, deps)
  if (id === '') return { problems: { DISCORD_GUILD_ID: t('Pick your server.') } }
  const guild = ID.test(id) ? await deps.questions.guild(deps.before.DISCORD_BOT_TOKEN ?? '', id) : null
  if (guild === null) {
    return { problems: { DISCORD_GUILD_ID: t('The bot is not in this server. Invite it, then look again.') } }
  }
  return { settings: { DISCORD_GUILD_ID: id }, names: { DISCORD_GUILD_ID: guild.name } }
}

async function checkGame(entered: Entered, deps: StepDeps): Promise<Checked> {
  // An empty field is a valid answer: there is no game server.
  const address = deps.given.GAME_SERVER ?? entered.get('GAME_SERVER')?.trim() ?? ''
  if (address === '') return { settings: {} }
  if (!GameServerAddress.safeParse(address).success) {
    return { problems: { GAME_SERVER: t('Write it like http://203.0.113.7:30120, with http:// and the port.') } }
  }
  const asked = await deps.gameServerAt(address)()
  if (asked === 'unreachable') {
    const why = t(
      'Nothing answers there. Check the address and the port, and that the server is up; or leave it empty for now.',
    )
    return { problems: { GAME_SERVER: why } }
  }
  if (asked === 'unreadable') {
    const why = t(
      'What answers there is not an FXServer. The port is usually 30120. You can also leave it empty for now.',
    )
    return { problems: { GAME_SERVER: why } }
  }
  return { settings: { GAME_SERVER: address } }
}
