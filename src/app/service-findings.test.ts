import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildVerifyPassStandIn, type VerifyPassStandIn } from '#dev/verifypass/stand-in.ts'
import type { VerifyPassSettings } from '#server/config/environment.ts'
import { createDiscord } from '#server/discord/discord.ts'
import type { DiscordSettings } from '#server/discord/settings.ts'
import { startFaultyService } from '#test/fakes/faulty-service.ts'
import { PEOPLE, ROLE_IDS } from '#test/people.ts'
import { standInWith } from '#test/stand-in.ts'
import { checkOwners, checkTimeZone, checkUnknown, checkVerifyPass } from './service-findings.ts'

describe('Checks of the doctor: unknown variables', () => {
  it('an unknown variable is reported with the likely correct name', () => {
    const unknown = [
      { name: 'OWNER_ID', nearest: 'OWNER_IDS' },
      { name: 'DISCORD_X', nearest: null },
    ]
    expect(checkUnknown(unknown)).toMatchObject([
      {
        ok: false,
        what: 'OWNER_ID is set, but the site has no such setting',
        fix: expect.stringMatching(/^Rename it to OWNER_IDS/),
      },
      { ok: false, fix: expect.stringMatching(/^Remove DISCORD_X/) },
    ])
  })
})

describe('Checks of the doctor: time zone', () => {
  it('the time zone is that of the community, whatever the machine has', () => {
    const what = 'a day begins at midnight in Europe/Berlin, as site.yaml says'
    expect(checkTimeZone('America/New_York', 'Europe/Berlin')).toEqual({ ok: true, what })
  })

  it.each([
    [undefined, true, /^a day begins at midnight in \S+, the time zone of this machine/],
    [
      'America/New_York',
      true,
      /^a day begins at midnight in America\/New_York \(TZ\); timeZone in site\.yaml can name/,
    ],
    ['America/Tampa', false, /^TZ is America\/Tampa, which is not a time zone$/],
  ])('the time zone is checked: %s', (tz, ok, what) => {
    expect(checkTimeZone(tz)).toMatchObject({ ok, what: expect.stringMatching(what) })
  })
})

describe('Checks of the doctor: VerifyPass', () => {
  let provider: VerifyPassStandIn
  let settings: VerifyPassSettings
  beforeAll(async () => {
    provider = buildVerifyPassStandIn({ applicationName: 'The site' })
    settings = await provider.listen()
  })
  afterAll(() => provider.close())

  it('a valid key is tested without creating an applicant', async () => {
    expect(await checkVerifyPass(settings)).toEqual({ ok: true, what: 'VerifyPass accepts the key' })
    expect(provider.applicants).toEqual([])
  })

  it('a wrong key is reported', async () => {
    expect(await checkVerifyPass({ ...settings, apiKey: 'a-wrong-key' })).toEqual({
      ok: false,
      what: 'VerifyPass does not accept the key',
      fix: expect.stringContaining('VERIFYPASS_API_KEY'),
    })
  })

  it('an outage is reported, and is no error of the key', async () => {
    provider.goDown()
    const found = await checkVerifyPass(settings)
    provider.comeBack()
    expect(found).toEqual({
      ok: false,
      what: 'VerifyPass is down: it answered 503',
      fix: expect.stringContaining('Your key may be right'),
    })
    expect(await checkVerifyPass({ ...settings, apiUrl: 'http://127.0.0.1:9/api/v2' })).toMatchObject({
      what: 'VerifyPass at http://127.0.0.1:9/api/v2 does not answer',
      fix: expect.stringContaining('Your key may be right'),
    })
  })

  it('a service that is not VerifyPass is reported', async () => {
    const other = await startFaultyService()
    other.behaveAs({ kind: 'answers', status: 404, body: '<h1>Not found</h1>' })
    const found = await checkVerifyPass({ ...settings, apiUrl: other.url })
    await other.close()
    expect(found).toMatchObject({
      ok: false,
      what: `what answers at ${other.url} is not VerifyPass (404)`,
      fix: expect.stringContaining('VERIFYPASS_API_URL'),
    })
  })
})

describe('Checks of the doctor: owners', () => {
  const standIn = standInWith(Object.values(PEOPLE))
  let settings: DiscordSettings
  beforeAll(async () => {
    settings = await standIn.listen()
  })
  afterAll(() => standIn.close())

  const look = (
    { ownerIds = [], ownerRoles = ROLE_IDS.owner }: { ownerIds?: string[]; ownerRoles?: string[] },
    change: Partial<DiscordSettings> = {},
  ) => {
    const hasBot = !('botToken' in change) || change.botToken !== undefined
    return checkOwners({ ownerIds, ownerRoles, hasBot }, createDiscord({ ...settings, ...change }))
  }
  const NOBODY = '310000000000009999'

  it('owners in OWNER_IDS are accepted', async () => {
    expect(await look({ ownerIds: [PEOPLE.owner.id] })).toEqual([
      { ok: true, what: 'everybody in OWNER_IDS is in the Discord server' },
    ])
    expect(await look({ ownerIds: [PEOPLE.owner.id, NOBODY] })).toMatchObject([
      { ok: false, what: `OWNER_IDS names ${NOBODY}, but nobody in the Discord server has that id` },
    ])
  })

  it('owners by role are accepted', async () => {
    expect(await look({})).toEqual([{ ok: true, what: 'somebody has the owners’ role' }])
  })

  it('missing owners are reported', async () => {
    const what = 'nobody is an owner: OWNER_IDS is not set, and nobody has a role that gives owner'
    expect(await look({ ownerRoles: ['200000000000009999'] })).toMatchObject([
      { ok: false, what, fix: expect.stringContaining('Set OWNER_IDS to your Discord ID') },
    ])
    expect(await look({ ownerRoles: [] })).toMatchObject([
      { ok: false, what: 'nobody is an owner: OWNER_IDS is not set, and no role gives owner' },
    ])
  })

  it('owners cannot be checked without a bot', async () => {
    const withoutBot = { botToken: undefined }
    expect(await look({}, withoutBot)).toMatchObject([{ ok: true, what: expect.stringContaining('Without a bot') }])
    expect(await look({ ownerIds: [NOBODY] }, withoutBot)).toEqual([{ ok: true, what: 'OWNER_IDS names an owner' }])
  })

  it('owners are not checked while Discord is unavailable', async () => {
    const wrong: Partial<DiscordSettings>[] = [
      { botToken: 'wrong' },
      { guildId: '300000000000009999' },
      { apiUrl: 'http://127.0.0.1:9' },
    ]
    for (const change of wrong) {
      expect(await look({}, change)).toEqual([])
      expect(await look({ ownerIds: [NOBODY] }, change)).toEqual([])
    }
  })
})
