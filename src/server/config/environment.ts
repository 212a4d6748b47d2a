import * as z from 'zod'
import { errorMessage } from '#server/errors.ts'
import { isLoopback } from '../loopback.ts'
import { addEnvFile } from './env-file.ts'
import { addSettingsFile } from './settings-file.ts'
import { isWebhookName, readWebhooks, type Webhook } from './webhooks.ts'

const url = z.url({ protocol: /^https?$/, message: 'an address such as https://example.org' })
/** Tokens and email addresses are sent to these URLs, so http is allowed only for this machine. */
const isSecure = (text: string) =>
  URL.canParse(text) && (new URL(text).protocol === 'https:' || isLoopback(new URL(text).hostname))
const secureUrl = url.refine(isSecure, { message: 'an https address' })
/** A base URL without trailing slashes. The code appends paths to it. */
const service = secureUrl.transform((text) => text.replace(/(?<!\/)\/+$/, ''))
const origin = url.pipe(
  z.string().regex(/^[a-z]+:\/\/[^/?#@]+\/?$/i, 'an origin without a path, such as https://example.org'),
)
const database = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'a postgresql:// address')
  .refine((text) => URL.canParse(text), { message: 'a postgresql:// address; percent-encode special characters' })
const snowflake = z.string().regex(/^\d{17,20}$/, 'a Discord ID: 17 to 20 digits')
/** Role ids separated by commas, or `none`. */
const roles = z
  .string()
  .transform((text) => (text === 'none' ? [] : text.split(',').map((id) => id.trim())))
  .pipe(z.array(snowflake))
  .optional()
/** The address of an FXServer, as players reach it, without a path. A proxy may be in front of it. */
export const GameServerAddress = z
  .string()
  .refine((address) => /^https?:\/\/[^\s/?#@]+\/?$/i.test(address) && URL.canParse(address), {
    message: 'the address of the game server, such as http://203.0.113.7:30120',
  })
const wholeNumber = (fallback: number) =>
  z.string().regex(/^\d+$/, 'a whole number').transform(Number).default(fallback)

const Variables = z.object({
  PORT: wholeNumber(3000).refine((port) => port <= 65_535, { message: 'a port, at most 65535' }),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  DATABASE_URL: database.optional(),
  DATA_DIR: z.string().default('data'),
  COMMUNITY_DIR: z.string().default('community'),
  DISCORD_CLIENT_ID: snowflake.optional(),
  DISCORD_CLIENT_SECRET: z.string().optional(),
  DISCORD_GUILD_ID: snowflake.optional(),
  DISCORD_BOT_TOKEN: z.string().optional(),
  DISCORD_API_URL: service.default('https://discord.com/api/v10'),
  DISCORD_AUTHORIZE_URL: secureUrl.default('https://discord.com/oauth2/authorize'),
  DISCORD_CDN_URL: service.default('https://cdn.discordapp.com'),
  VERIFYPASS_API_URL: service.default('https://verifypass.com/api/v2'),
  VERIFYPASS_API_KEY: z.string().optional(),
  VERIFYPASS_WIDGET_KEY: z.string().optional(),
  VERIFYPASS_POPUP_URL: secureUrl
    .refine((template) => template.includes('{token}'), { message: 'an address with {token} in it' })
    .default('https://verifypass.com/auth/{widgetKey}?token={token}'),
  OWNER_IDS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean),
    )
    .pipe(z.array(snowflake)),
  OWNER_ROLES: roles,
  MANAGEMENT_ROLES: roles,
  STAFF_ROLES: roles,
  ES_ROLES: roles,
  GAME_SERVER: GameServerAddress.optional(),
  ROLE_MAX_AGE: wholeNumber(300),
  SESSION_DAYS: wholeNumber(30).refine((days) => days >= 1 && days <= 30, { message: '1 to 30 days' }),
  AUDIT_KEEP_DAYS: z
    .string()
    .regex(/^\d{1,5}$/, 'a whole number of days')
    .transform(Number)
    .refine((days) => days >= 90, { message: 'at least 90 days' })
    .optional(),
  EVIDENCE_QUOTA_MB: z
    .string()
    .regex(/^\d{1,7}$/, 'a whole number of megabytes')
    .transform(Number)
    .refine((megabytes) => megabytes >= 10, { message: 'at least 10 megabytes' })
    .optional(),
  ASSISTANT_API_URL: url.optional(),
  ASSISTANT_API_KEY: z.string().optional(),
  ASSISTANT_MODEL: z.string().optional(),
  ASSISTANT_EMBEDDINGS_MODEL: z.string().optional(),
  ASSISTANT_DAILY_TOKENS: wholeNumber(2_000_000).refine((tokens) => tokens >= 1, { message: 'at least 1' }),
  TRUST_PROXY: wholeNumber(0),
  METRICS_TOKEN: z.string().min(16, 'a long, random text: 16 characters at least').optional(),
  UPDATE_CHECK: z.enum(['on', 'off']).default('on'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})

/** Every variable that the site reads, except TZ and the webhook variables, whose names the community chooses. */
export const VARIABLE_NAMES: readonly string[] = Object.keys(Variables.shape)

export interface DiscordApplication {
  clientId: string
  clientSecret: string
  guildId: string
  /** With a bot, roles are read without the person's own token. */
  botToken?: string
  /** e.g. `https://discord.com/api/v10` */
  apiUrl: string
  /** e.g. `https://discord.com/oauth2/authorize` */
  authorizeUrl: string
  /** e.g. `https://cdn.discordapp.com` */
  cdnUrl: string
}

/** Any OpenAI-compatible chat-completions service. One on this machine may need no key. */
export interface AssistantService {
  apiUrl: string
  apiKey?: string
  model: string
  /** The service's model for embeddings. Without one, rules are found only by their words. */
  embeddingsModel?: string
  /** The most tokens that the models may use in a day. */
  dailyTokens: number
}

export interface VerifyPassSettings {
  /** e.g. `https://verifypass.com/api/v2` */
  apiUrl: string
  apiKey: string
  widgetKey: string
  /** The URL of the provider's page, with the placeholders `{widgetKey}` and `{token}`. */
  popupUrl: string
}

export interface Environment {
  port: number
  host: string
  /** The site's origin as browsers see it, without a trailing slash. */
  origin: string
  databaseUrl?: string
  dataDir: string
  communityDir: string
  /** `null` is demo mode: no Discord application is configured, and a stand-in replaces it. */
  discord: DiscordApplication | null
  /** With `null`, the assistant only quotes the rules. */
  assistant: AssistantService | null
  /** With `null`, nobody can verify. In demo mode, a stand-in replaces the provider. */
  verifypass: VerifyPassSettings | null
  /** The webhooks by the names of their variables. The community's announcements.yaml refers to these names. */
  webhooks: Record<string, Webhook>
  ownerIds: string[]
  /** The Discord roles of the levels that are set here. They override site.yaml. */
  roles: { owner?: string[]; management?: string[]; staff?: string[]; es?: string[] }
  /** The address of the game server, if it is set here. It overrides site.yaml. */
  gameServer?: string
  /** For how many seconds roles are trusted before Discord is asked again. */
  roleMaxAge: number
  /** The most days that a session lasts. Sessions of staff always end after seven days. */
  sessionDays: number
  /** For how many days the audit log is kept. Undefined means for ever. */
  auditKeepDays?: number
  /** The most megabytes of all evidence pictures together. Undefined means the default. */
  evidenceQuotaMb?: number
  trustProxy: number
  /** The token for /metrics. With `undefined`, /metrics does not exist. */
  metricsToken?: string
  /** Whether the site checks once a day for a newer version. */
  updateCheck: boolean
  logLevel: z.infer<typeof Variables>['LOG_LEVEL']
}

/** A setting is missing or wrong. `problems` are sentences that name the setting and what was expected. */
export class BadConfiguration extends Error {
  constructor(readonly problems: string[]) {
    super(`The configuration is not right:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'BadConfiguration'
  }
}

/**
 * Reads the environment and the settings files. No other code reads them. Throws `BadConfiguration`, which names
 * variables but never their values, because some of them are secrets.
 */
export function readEnvironment(env = readVariables()): Environment {
  const given = givenIn(env)
  const v = parse(given)
  const { webhooks, wrong } = readWebhooks(given, v.DISCORD_API_URL)
  if (wrong.length > 0) {
    throw new BadConfiguration(
      wrong.map(
        (name) =>
          `${name}: expected the address that Discord shows for a webhook, https://discord.com/api/webhooks/ and so on`,
      ),
    )
  }
  const siteOrigin = new URL(v.PUBLIC_URL ?? `http://localhost:${v.PORT}`).origin
  const discord = discordApplication(v)
  if (discord === null) refuseUnsafeDemo(v, given, siteOrigin)
  return {
    port: v.PORT,
    host: v.HOST,
    origin: siteOrigin,
    databaseUrl: v.DATABASE_URL,
    dataDir: v.DATA_DIR,
    communityDir: v.COMMUNITY_DIR,
    discord,
    assistant: assistantService(v),
    verifypass: verifyPassSettings(v),
    webhooks,
    ownerIds: v.OWNER_IDS,
    roles: {
      ...(v.OWNER_ROLES && { owner: v.OWNER_ROLES }),
      ...(v.MANAGEMENT_ROLES && { management: v.MANAGEMENT_ROLES }),
      ...(v.STAFF_ROLES && { staff: v.STAFF_ROLES }),
      ...(v.ES_ROLES && { es: v.ES_ROLES }),
    },
    gameServer: v.GAME_SERVER,
    roleMaxAge: v.ROLE_MAX_AGE,
    sessionDays: v.SESSION_DAYS,
    auditKeepDays: v.AUDIT_KEEP_DAYS,
    evidenceQuotaMb: v.EVIDENCE_QUOTA_MB,
    trustProxy: v.TRUST_PROXY,
    metricsToken: v.METRICS_TOKEN,
    updateCheck: v.UPDATE_CHECK === 'on',
    logLevel: v.LOG_LEVEL,
  }
}

/** The variables that are set. An empty variable counts as not set. */
const givenIn = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()] as const] : [])),
  )

function parse(given: Record<string, string>): z.infer<typeof Variables> {
  const parsed = Variables.safeParse(given)
  if (parsed.success) return parsed.data
  throw new BadConfiguration(
    parsed.error.issues.map((issue) =>
      issue.code === 'invalid_value'
        ? `${String(issue.path[0])}: expected one of ${issue.values.join(', ')}`
        : `${String(issue.path[0])}: expected ${issue.message}`,
    ),
  )
}

/** The settings of a site that is not set up yet. */
export interface Unconfigured
  extends Pick<Environment, 'port' | 'host' | 'dataDir' | 'communityDir' | 'logLevel'>,
    Pick<DiscordApplication, 'apiUrl' | 'authorizeUrl' | 'cdnUrl'> {
  /** The variables that are already set. They override the answers of the setup. */
  given: Readonly<Record<string, string>>
}

/**
 * Reads the settings for the setup. Null if a Discord application is set: then the site is set up. Throws
 * `BadConfiguration`.
 */
export function readUnconfigured(env = readVariables()): Unconfigured | null {
  const given = givenIn(env)
  if (given.DISCORD_CLIENT_ID !== undefined) return null
  const v = parse(given)
  return {
    given,
    port: v.PORT,
    host: v.HOST,
    dataDir: v.DATA_DIR,
    communityDir: v.COMMUNITY_DIR,
    logLevel: v.LOG_LEVEL,
    apiUrl: v.DISCORD_API_URL,
    authorizeUrl: v.DISCORD_AUTHORIZE_URL,
    cdnUrl: v.DISCORD_CDN_URL,
  }
}

/** The original values of the environment variables that settings files have changed. */
const before = new Map<string, string | undefined>()

/**
 * Returns the environment with the current contents of the settings files. Values from the first read are also written
 * into `process.env`, because Node reads TZ there. Later changes to the files appear only in the result, for callers
 * such as the doctor that read again.
 */
export function readVariables(): NodeJS.ProcessEnv {
  try {
    const variables = addSettingsFile(addEnvFile({ ...process.env, ...Object.fromEntries(before) }))
    for (const [name, value] of Object.entries(variables)) {
      if (value === undefined || value === process.env[name] || before.has(name)) continue
      before.set(name, process.env[name])
      process.env[name] = value
    }
    return variables
  } catch (error) {
    throw new BadConfiguration([`the file of settings cannot be read: ${errorMessage(error)}`])
  }
}

function discordApplication(v: z.infer<typeof Variables>): DiscordApplication | null {
  const { DISCORD_CLIENT_ID: clientId, DISCORD_CLIENT_SECRET: clientSecret, DISCORD_GUILD_ID: guildId } = v
  if (clientId === undefined) return null
  if (clientSecret === undefined || guildId === undefined) {
    throw new BadConfiguration([
      'DISCORD_CLIENT_ID needs DISCORD_CLIENT_SECRET and DISCORD_GUILD_ID beside it: set all three, or none for the demo',
    ])
  }
  return {
    clientId,
    clientSecret,
    guildId,
    botToken: v.DISCORD_BOT_TOKEN,
    apiUrl: v.DISCORD_API_URL,
    authorizeUrl: v.DISCORD_AUTHORIZE_URL,
    cdnUrl: v.DISCORD_CDN_URL,
  }
}

function assistantService(v: z.infer<typeof Variables>): AssistantService | null {
  const { ASSISTANT_API_URL: apiUrl, ASSISTANT_API_KEY: apiKey, ASSISTANT_MODEL: model } = v
  const { ASSISTANT_EMBEDDINGS_MODEL: embeddingsModel, ASSISTANT_DAILY_TOKENS: dailyTokens } = v
  if ([apiUrl, apiKey, model, embeddingsModel].every((value) => value === undefined)) return null
  if (apiUrl === undefined || model === undefined) {
    throw new BadConfiguration([
      'ASSISTANT_API_URL and ASSISTANT_MODEL belong together: set both, with ASSISTANT_API_KEY where the service asks for one, or none of them',
    ])
  }
  if (apiKey !== undefined && !isSecure(apiUrl)) {
    throw new BadConfiguration([
      'ASSISTANT_API_URL: with ASSISTANT_API_KEY it must be an https address, or on this machine: the key would be sent unencrypted',
    ])
  }
  return { apiUrl, apiKey, model, embeddingsModel, dailyTokens }
}

function verifyPassSettings(v: z.infer<typeof Variables>): VerifyPassSettings | null {
  const { VERIFYPASS_API_KEY: apiKey, VERIFYPASS_WIDGET_KEY: widgetKey } = v
  if (apiKey === undefined && widgetKey === undefined) return null
  if (apiKey === undefined || widgetKey === undefined) {
    throw new BadConfiguration([
      'VERIFYPASS_API_KEY and VERIFYPASS_WIDGET_KEY belong together: set both, or neither for no verification',
    ])
  }
  return {
    apiUrl: v.VERIFYPASS_API_URL,
    apiKey,
    widgetKey,
    popupUrl: v.VERIFYPASS_POPUP_URL,
  }
}

const REAL_CREDENTIALS = [
  'DISCORD_CLIENT_SECRET',
  'DISCORD_GUILD_ID',
  'DISCORD_BOT_TOKEN',
  'ASSISTANT_API_KEY',
  'VERIFYPASS_API_KEY',
  'VERIFYPASS_WIDGET_KEY',
]

/** In the demo, people choose who they are. So it must not be reachable from outside or use real data (ASVS 15.2.3). */
function refuseUnsafeDemo(v: z.infer<typeof Variables>, given: Record<string, unknown>, origin: string): void {
  const credentials = [...REAL_CREDENTIALS, ...Object.keys(given).filter(isWebhookName)]
  const problems = credentials
    .filter((name) => name in given)
    .map((name) => `${name} is set but DISCORD_CLIENT_ID is not: the demo does not start with real credentials`)
  if (!isLoopback(new URL(origin).hostname)) {
    problems.push('PUBLIC_URL is a public address but DISCORD_CLIENT_ID is not set: the demo serves this machine only')
  }
  if (!isLoopback(v.HOST)) {
    problems.push('HOST is not a loopback address but DISCORD_CLIENT_ID is not set: the demo serves this machine only')
  }
  if (v.DATABASE_URL !== undefined && !isHere(new URL(v.DATABASE_URL))) {
    problems.push('DATABASE_URL is on another machine but DISCORD_CLIENT_ID is not set: the demo keeps off real data')
  }
  if (problems.length > 0) throw new BadConfiguration(problems)
}

/**
 * Whether a database is on this machine. In node-postgres, `?host=` overrides the URL's host, and a path is a socket on
 * this machine.
 */
function isHere(database: URL): boolean {
  const host = database.searchParams.get('host') ?? database.hostname
  return host.startsWith('/') || isLoopback(host)
}
