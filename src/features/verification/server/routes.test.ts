import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buildStandIn } from '#dev/discord/stand-in.ts'
import { buildVerifyPassStandIn } from '#dev/verifypass/stand-in.ts'
import { createDiscord } from '#server/discord/discord.ts'
import { newBrowser, type TestBrowser } from '#test/browser.ts'
import { PEOPLE } from '#test/people.ts'
import { ORIGIN, useWorld } from '#test/world.ts'
import { startVerification } from '../contract.ts'
import { createVerifyPass } from './verifypass.ts'

const DAY = 24 * 60 * 60_000
/** Where the browser goes after a 401 or 428 (spec section 7). */
const WITH_EMAIL = '/auth/discord?prompt=consent&scope=identify%20email&returnTo=%2Fverify'

const { member } = PEOPLE
const EMAIL = 'jules@mail.example'

const discord = buildStandIn({
  applicationName: 'The site',
  redirectUri: `${ORIGIN}/auth/discord/callback`,
  guild: {
    id: '300000000000000001',
    name: 'The guild',
    roles: [],
    people: [
      {
        id: member.id,
        username: member.username,
        globalName: member.name,
        avatar: null,
        email: EMAIL,
        emailVerified: true,
        member: { roles: [], nick: null, avatar: null, joinedAt: '2024-03-09T18:30:00.000000+00:00' },
        card: null,
        denies: false,
      },
    ],
  },
  clock: () => world().now(),
})
const settings = await discord.listen()
const provider = buildVerifyPassStandIn({ applicationName: 'The site' })
const verification = createVerifyPass(await provider.listen(), { timeoutMs: 3000 })
const world = useWorld({
  discord: createDiscord(settings, { clock: () => world().now(), timeoutMs: 5000 }),
  app: { verification },
})
afterAll(async () => {
  await Promise.all([discord.close(), provider.close()])
})

let browser: TestBrowser
beforeEach(() => {
  discord.comeBack()
  discord.revoke(member.id)
  for (const person of discord.people) Object.assign(person, { email: EMAIL, emailVerified: true })
  provider.comeBack()
  browser = newBrowser(world().app)
})

const rowsOf = async (table: string) => (await world().database.pool.query(`select * from ${table}`)).rows
const signIn = (path = WITH_EMAIL) => browser.signIn(discord, member.id, path)

async function start() {
  const seen = await browser.post(startVerification.path)
  return { ...seen, body: JSON.parse(seen.body), code: JSON.parse(seen.body).error?.code }
}

async function expectNothingBegan(): Promise<void> {
  expect(await rowsOf('verification_sessions')).toEqual([])
  expect((await rowsOf('audit_log')).filter(({ action }) => action === 'startVerification')).toEqual([])
}

describe('POST /api/verifypass/create-token', () => {
  it('gives the token, and the window that it opens', async () => {
    await signIn()
    const { status, body, headers } = await start()
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(Object.keys(body)).toEqual(['token', 'popupUrl'])
    expect(body.token).toBe(provider.applicants.at(-1)?.token)
    expect((await fetch(body.popupUrl)).status).toBe(200)
  })

  it('hands over the verified e-mail, locked, and a reference that means nothing to others', async () => {
    await signIn()
    await start()
    const [session] = await rowsOf('verification_sessions')
    expect(provider.applicants.at(-1)).toMatchObject({ email: EMAIL, isLocked: true, uid: session.id })
    expect(session).toMatchObject({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      user_id: member.id,
      created_at: world().now(),
      status: 'started',
    })
  })

  it('writes down who began, and nothing of what the provider is told', async () => {
    await signIn()
    const { body } = await start()
    const [session] = await rowsOf('verification_sessions')
    const written = await rowsOf('audit_log')
    expect(written.at(-1)).toMatchObject({
      actor_id: member.id,
      action: 'startVerification',
      target: `verifications/${session.id}`,
      after: { id: session.id, userId: member.id, status: 'started' },
    })
    const everything = JSON.stringify([written, await rowsOf('verification_sessions'), await rowsOf('users')])
    expect(everything).not.toContain(EMAIL)
    expect(everything).not.toContain(body.token)
  })

  it('answers 401 when nobody is signed in', async () => {
    expect(await start()).toMatchObject({ status: 401, code: 'sign_in_needed' })
    await expectNothingBegan()
  })

  it('answers 428 when the sign-in did not grant the e-mail, and the sign-in with consent fixes it', async () => {
    await signIn('/auth/discord')
    expect(await start()).toMatchObject({ status: 428, code: 'email_needed' })
    await expectNothingBegan()
    expect((await signIn()).location).toBe('/verify')
    expect((await start()).status).toBe(200)
  })

  it.each([
    ['Discord has not verified the e-mail', { emailVerified: false }],
    ['the account has none', { email: null, emailVerified: false }],
  ])('answers 428 when %s, at sign-in or since', async (_, changed) => {
    await signIn()
    for (const person of discord.people) Object.assign(person, changed)
    expect((await start()).status).toBe(428)
    await signIn()
    expect((await start()).status).toBe(428)
    await expectNothingBegan()
  })

  it('answers 428 when the grant has run out or was taken back', async () => {
    await signIn()
    world().pass(6 * DAY)
    expect((await start()).status).toBe(200)
    world().pass(2 * DAY)
    expect((await start()).status).toBe(428)
    await signIn()
    discord.revoke(member.id)
    expect((await start()).status).toBe(428)
  })

  it('answers 503 when Discord cannot be asked for the e-mail', async () => {
    await signIn()
    discord.goDown()
    expect((await start()).status).toBe(503)
    await expectNothingBegan()
  })

  it('answers 503 and begins nothing when the provider is down or slow', async () => {
    await signIn()
    provider.goDown()
    expect(await start()).toMatchObject({ status: 503, code: 'token_failed' })
    provider.comeBack()
    provider.slowDown(15_000)
    expect(await start()).toMatchObject({ status: 503, code: 'token_failed' })
    await expectNothingBegan()
    provider.comeBack()
    expect((await start()).status).toBe(200)
  })

  it('answers 429 to a person who starts more than ten times in ten minutes, whatever came of it', async () => {
    await signIn('/auth/discord')
    for (let i = 0; i < 10; i++) expect((await start()).status).toBe(428)
    const refused = await start()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await signIn()
    expect((await start()).status).toBe(429)
  })
})

describe('/verify', () => {
  it('is open to everybody and rendered on the server; with a slash at its end it is the same page', async () => {
    const [page, same] = [await world().visit('/verify'), await world().visit('/verify/')]
    expect([page.status, same.status]).toEqual([200, 200])
    expect(page.html.includes('Identity verification')).toBe(true)
    expect(same.html === page.html).toBe(true)
    expect(page.headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  })
})

describe('A site without a provider', () => {
  const world = useWorld({ app: { verification: null } })

  it('answers 503, and its page says so in place of the button', async () => {
    expect(await world().as.member(startVerification)).toMatchObject({
      status: 503,
      error: { code: 'token_failed', message: 'Verification is not set up on this site yet.' },
    })
    const { html } = await world().visit('/verify')
    expect(html.includes('Verification is not set up on this site yet.')).toBe(true)
  })
})
