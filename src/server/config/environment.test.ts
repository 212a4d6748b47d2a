import { describe, expect, it } from 'vitest'
import { problemsOf as problemsIn } from '#test/community-copy.ts'
import { BadConfiguration, readEnvironment, readUnconfigured } from './environment.ts'

const DISCORD = {
  DISCORD_CLIENT_ID: '400000000000000001',
  DISCORD_CLIENT_SECRET: 'the-client-secret',
  DISCORD_GUILD_ID: '300000000000000001',
}

const problemsOf = (env: Record<string, string>) => problemsIn(() => readEnvironment(env))

describe('The environment', () => {
  it('role ids and the address of the game server are optional', () => {
    const set = { STAFF_ROLES: '200000000000000003, 200000000000000004', ES_ROLES: 'none' }
    expect(readEnvironment({ ...DISCORD, ...set, GAME_SERVER: 'http://203.0.113.7:30120' })).toMatchObject({
      roles: { staff: ['200000000000000003', '200000000000000004'], es: [] },
      gameServer: 'http://203.0.113.7:30120',
    })
    expect(problemsOf({ ...DISCORD, STAFF_ROLES: 'Moderators' })).toEqual([expect.stringContaining('STAFF_ROLES: ')])
    expect(problemsOf({ ...DISCORD, GAME_SERVER: '203.0.113.7' })).toEqual([expect.stringContaining('GAME_SERVER: ')])
  })

  it('the site is set up once a Discord application is configured', () => {
    expect(readUnconfigured({ DISCORD_CLIENT_ID: '400000000000000001' })).toBeNull()
    // In a container the site listens on 0.0.0.0, so that others can reach it. The demo would reject that.
    expect(readUnconfigured({ HOST: '0.0.0.0', DISCORD_BOT_TOKEN: ' kept ', DISCORD_CLIENT_ID: '' })).toMatchObject({
      host: '0.0.0.0',
      port: 3000,
      given: { HOST: '0.0.0.0', DISCORD_BOT_TOKEN: 'kept' },
    })
  })

  it('an empty environment is the demo on this machine', () => {
    expect(readEnvironment({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      origin: 'http://localhost:3000',
      databaseUrl: undefined,
      dataDir: 'data',
      communityDir: 'community',
      discord: null,
      assistant: null,
      verifypass: null,
      webhooks: {},
      ownerIds: [],
      roles: {},
      roleMaxAge: 300,
      sessionDays: 30,
      auditKeepDays: undefined,
      evidenceQuotaMb: undefined,
      trustProxy: 0,
      metricsToken: undefined,
      updateCheck: true,
      logLevel: 'info',
    })
  })

  it('checks for newer versions can be switched off', () => {
    expect(readEnvironment({ UPDATE_CHECK: 'off' }).updateCheck).toBe(false)
    expect(problemsOf({ UPDATE_CHECK: 'never' })).toEqual(['UPDATE_CHECK: expected one of on, off'])
  })

  it('the application uses the addresses of Discord unless others are set', () => {
    const environment = readEnvironment({
      ...DISCORD,
      PUBLIC_URL: 'https://www.example.org/',
      OWNER_IDS: '310000000000000106, 310000000000000105,',
      PORT: '8080',
    })
    expect(environment).toMatchObject({
      origin: 'https://www.example.org',
      ownerIds: ['310000000000000106', '310000000000000105'],
      discord: {
        clientId: DISCORD.DISCORD_CLIENT_ID,
        botToken: undefined,
        apiUrl: 'https://discord.com/api/v10',
        authorizeUrl: 'https://discord.com/oauth2/authorize',
        cdnUrl: 'https://cdn.discordapp.com',
      },
    })
  })

  it.each([
    ['http://models.example.org/v1', 'sk-1', false],
    ['http://192.168.1.20:8000/v1', 'sk-1', false],
    ['http://192.168.1.20:8000/v1', '', true],
    ['http://localhost:11434/v1', 'sk-1', true],
    ['HTTPS://models.example.org/v1', 'sk-1', true],
  ])(
    'an API key of the assistant over plain http is allowed on this machine only: %s with %j',
    (url, key, isAllowed) => {
      const problems = problemsOf({
        ASSISTANT_API_URL: url,
        ASSISTANT_MODEL: 'small',
        ASSISTANT_API_KEY: key,
        ...DISCORD,
      })
      expect(problems).toEqual(isAllowed ? [] : [expect.stringContaining('ASSISTANT_API_URL: with ASSISTANT_API_KEY')])
    },
  )

  it('the service of the assistant is configured with an optional key', () => {
    const service = { ASSISTANT_API_URL: 'http://localhost:11434/v1', ASSISTANT_MODEL: 'small' }
    expect(readEnvironment(service).assistant).toEqual({
      apiUrl: 'http://localhost:11434/v1',
      apiKey: undefined,
      model: 'small',
      embeddingsModel: undefined,
      dailyTokens: 2_000_000,
    })
    const more = { ASSISTANT_EMBEDDINGS_MODEL: 'tiny', ASSISTANT_DAILY_TOKENS: '5000' }
    expect(readEnvironment({ ...service, ...more }).assistant).toMatchObject({
      embeddingsModel: 'tiny',
      dailyTokens: 5_000,
    })
    expect(problemsOf({ ...service, ASSISTANT_DAILY_TOKENS: '0' })[0]).toContain('ASSISTANT_DAILY_TOKENS')
    expect(readEnvironment({ ...DISCORD, ...service, ASSISTANT_API_KEY: 'sk' }).assistant?.apiKey).toBe('sk')
    for (const name of ['ASSISTANT_API_URL', 'ASSISTANT_MODEL', 'ASSISTANT_EMBEDDINGS_MODEL'] as const) {
      expect(problemsOf({ [name]: { ...service, ...more }[name] })[0]).toContain(
        'ASSISTANT_API_URL and ASSISTANT_MODEL belong together',
      )
    }
  })

  it.each([
    ['as Discord copies it', 'https://discord.com/api/webhooks/600000000000000001/Ab-c_9', {}],
    ['of a test build', 'https://canary.discord.com/api/webhooks/600000000000000001/Ab-c_9', {}],
    ['with a version', 'https://discord.com/api/v10/webhooks/600000000000000001/Ab-c_9/', {}],
    [
      'for a thread',
      'https://discord.com/api/webhooks/600000000000000001/Ab-c_9?thread_id=600000000000000002',
      { threadId: '600000000000000002' },
    ],
  ])('a webhook has the address %s', (_, address, more) => {
    expect(readEnvironment({ ...DISCORD, DISCORD_WEBHOOK_STAFF_LOG: address }).webhooks).toEqual({
      DISCORD_WEBHOOK_STAFF_LOG: { id: '600000000000000001', token: 'Ab-c_9', ...more },
    })
  })

  it('a webhook can be at the configured Discord', () => {
    const address = 'http://127.0.0.1:3001/api/webhooks/600000000000000001/secret'
    const here = { ...DISCORD, DISCORD_API_URL: 'http://127.0.0.1:3001/api/v10' }
    expect(readEnvironment({ ...here, DISCORD_WEBHOOK_A: address }).webhooks.DISCORD_WEBHOOK_A?.token).toBe('secret')
    expect(problemsOf({ ...DISCORD, DISCORD_WEBHOOK_A: address })).toHaveLength(1)
  })

  it.each([
    ['another host', 'https://discord.com.example.org/api/webhooks/600000000000000001/secret'],
    ['no encryption', 'http://discord.com/api/webhooks/600000000000000001/secret'],
    ['another path', 'https://discord.com/api/channels/600000000000000001/secret'],
    ['no token', 'https://discord.com/api/webhooks/600000000000000001'],
    ['more in its path', 'https://discord.com/api/webhooks/600000000000000001/secret/slack'],
    ['more than a thread', 'https://discord.com/api/webhooks/600000000000000001/secret?wait=true'],
    ['a thread that is none', 'https://discord.com/api/webhooks/600000000000000001/secret?thread_id=general'],
    ['somebody else’s name', 'https://secret@discord.com/api/webhooks/600000000000000001/secret'],
    ['no address', 'secret'],
  ])('a webhook with %s is refused without its value', (_, address) => {
    const problems = problemsOf({ ...DISCORD, DISCORD_WEBHOOK_STAFF: address })
    expect(problems).toEqual([expect.stringContaining('DISCORD_WEBHOOK_STAFF: expected the address')])
    expect(problems.join()).not.toContain('secret')
  })

  it('the demo has no webhook', () => {
    const env = { DISCORD_WEBHOOK_STAFF: 'https://discord.com/api/webhooks/600000000000000001/secret' }
    expect(problemsOf(env)).toEqual([
      expect.stringContaining('DISCORD_WEBHOOK_STAFF is set but DISCORD_CLIENT_ID is not'),
    ])
  })

  it('the verification provider uses the addresses of VerifyPass unless others are set', () => {
    const keys = { ...DISCORD, VERIFYPASS_API_KEY: 'the-key', VERIFYPASS_WIDGET_KEY: '7531055dfc' }
    expect(readEnvironment(keys).verifypass).toEqual({
      apiUrl: 'https://verifypass.com/api/v2',
      apiKey: 'the-key',
      widgetKey: '7531055dfc',
      popupUrl: 'https://verifypass.com/auth/{widgetKey}?token={token}',
    })
    const elsewhere = {
      VERIFYPASS_API_URL: 'http://127.0.0.1:4000/api/v2/',
      VERIFYPASS_POPUP_URL: 'https://verify.example.org/{widgetKey}/{token}',
    }
    expect(readEnvironment({ ...keys, ...elsewhere }).verifypass).toMatchObject({
      apiUrl: 'http://127.0.0.1:4000/api/v2',
      popupUrl: 'https://verify.example.org/{widgetKey}/{token}',
    })
  })

  it('the address of a service can end with a slash', () => {
    const addresses = { DISCORD_API_URL: 'https://discord.com/api/v10/', DISCORD_CDN_URL: 'https://cdn.example.org//' }
    expect(readEnvironment({ ...DISCORD, ...addresses }).discord).toMatchObject({
      apiUrl: 'https://discord.com/api/v10',
      cdnUrl: 'https://cdn.example.org',
    })
  })

  it('an empty variable counts as unset, and surrounding spaces are removed', () => {
    expect(readEnvironment({ PORT: '', HOST: ' ', DATABASE_URL: '' })).toMatchObject({ port: 3000, host: '127.0.0.1' })
    expect(readEnvironment({ ...DISCORD, DISCORD_BOT_TOKEN: ' abc\n' }).discord?.botToken).toBe('abc')
  })

  it.each([
    [{ PORT: 'http' }, 'PORT: expected a whole number'],
    [{ PORT: '70000' }, 'PORT: expected a port, at most 65535'],
    [{ PUBLIC_URL: 'example.org' }, 'PUBLIC_URL: expected an address such as https://example.org'],
    [{ PUBLIC_URL: 'ftp://example.org' }, 'PUBLIC_URL: expected an address such as https://example.org'],
    [{ PUBLIC_URL: 'https://example.org/site' }, 'PUBLIC_URL: expected an origin without a path'],
    [{ DATABASE_URL: 'mysql://localhost/site' }, 'DATABASE_URL: expected a postgresql:// address'],
    [{ OWNER_IDS: 'theo' }, 'OWNER_IDS: expected a Discord ID: 17 to 20 digits'],
    [{ ROLE_MAX_AGE: '5m' }, 'ROLE_MAX_AGE: expected a whole number'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY: expected a whole number'],
    [{ DISCORD_API_URL: 'http://discord.example/api' }, 'DISCORD_API_URL: expected an https address'],
    [{ SESSION_DAYS: '31' }, 'SESSION_DAYS: expected 1 to 30 days'],
    [{ EVIDENCE_QUOTA_MB: '9' }, 'EVIDENCE_QUOTA_MB: expected at least 10 megabytes'],
    [{ EVIDENCE_QUOTA_MB: '2 GB' }, 'EVIDENCE_QUOTA_MB: expected a whole number of megabytes'],
    [{ AUDIT_KEEP_DAYS: '89' }, 'AUDIT_KEEP_DAYS: expected at least 90 days'],
    [{ AUDIT_KEEP_DAYS: 'forever' }, 'AUDIT_KEEP_DAYS: expected a whole number of days'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: expected one of trace, debug, info'],
    [{ ...DISCORD, DISCORD_CLIENT_SECRET: '' }, 'DISCORD_CLIENT_ID needs DISCORD_CLIENT_SECRET and DISCORD_GUILD_ID'],
    [{ ...DISCORD, VERIFYPASS_API_KEY: 'x' }, 'VERIFYPASS_API_KEY and VERIFYPASS_WIDGET_KEY belong together'],
    [{ ...DISCORD, VERIFYPASS_WIDGET_KEY: 'x' }, 'VERIFYPASS_API_KEY and VERIFYPASS_WIDGET_KEY belong together'],
    [{ VERIFYPASS_API_URL: 'http://verify.example.org/api' }, 'VERIFYPASS_API_URL: expected an https address'],
    [
      { VERIFYPASS_POPUP_URL: 'https://verify.example.org/' },
      'VERIFYPASS_POPUP_URL: expected an address with {token} in it',
    ],
    [{ ...DISCORD, DISCORD_GUILD_ID: '12' }, 'DISCORD_GUILD_ID: expected a Discord ID: 17 to 20 digits'],
  ])('the environment %j is refused', (env, problem) => {
    const problems = problemsOf(env)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(problem)
  })

  it('all errors are reported at once, and never a value, because it can be a secret', () => {
    const error = new BadConfiguration(
      problemsOf({ PORT: 'x', ROLE_MAX_AGE: 'y', DATABASE_URL: 'postgres://me:pa:ss@[word/db' }),
    )
    expect(error.problems).toHaveLength(3)
    expect(error.message).not.toContain('word')
  })
})

describe('The start of a demo', () => {
  it.each([
    [{ PUBLIC_URL: 'https://www.example.org' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'http://192.168.1.20:3000' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'http://localhost.example.org' }, 'PUBLIC_URL'],
    [{ HOST: '0.0.0.0' }, 'HOST'],
    [{ HOST: '::' }, 'HOST'],
    [{ HOST: '192.168.1.20' }, 'HOST'],
    [{ DISCORD_CLIENT_SECRET: 'x' }, 'DISCORD_CLIENT_SECRET'],
    [{ DISCORD_GUILD_ID: '300000000000000001' }, 'DISCORD_GUILD_ID'],
    [{ DISCORD_BOT_TOKEN: 'x' }, 'DISCORD_BOT_TOKEN'],
    [{ ASSISTANT_API_KEY: 'x' }, 'ASSISTANT_API_KEY'],
    [{ VERIFYPASS_API_KEY: 'x' }, 'VERIFYPASS_API_KEY'],
    [{ VERIFYPASS_WIDGET_KEY: 'x' }, 'VERIFYPASS_WIDGET_KEY'],
    [{ DATABASE_URL: 'postgresql://db.example.org/site' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgresql://localhost/site?host=db.example.org' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgresql:///site' }, 'DATABASE_URL'],
  ])('a demo does not start with %j', (env, name) => {
    const problems = problemsOf(env)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${name} is .*DISCORD_CLIENT_ID is not`))
  })

  it.each<Record<string, string>>([
    { PUBLIC_URL: 'http://127.0.0.1:3000' },
    { PUBLIC_URL: 'http://[::1]:3000' },
    { HOST: 'localhost' },
    { HOST: '::1' },
    { HOST: '127.0.0.2' },
    { OWNER_IDS: '310000000000000106' },
    { DATABASE_URL: 'postgresql://localhost/site' },
    { DATABASE_URL: 'postgresql:///site?host=/run/postgresql' },
  ])('a demo starts with %j', (env) => {
    expect(problemsOf(env)).toEqual([])
  })

  it('the rules of the demo do not apply to other sites', () => {
    expect(problemsOf({ ...DISCORD, HOST: '0.0.0.0', PUBLIC_URL: 'https://www.example.org' })).toEqual([])
  })
})
