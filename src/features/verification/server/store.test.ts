import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buildStandIn } from '#dev/discord/stand-in.ts'
import { createDiscord } from '#server/discord/discord.ts'
import { DiscordUnavailable } from '#server/discord/failures.ts'
import { fakeDiscord } from '#test/fakes/discord.ts'
import { PEOPLE, ROLE_IDS, type TestPerson } from '#test/people.ts'
import { ORIGIN, useWorld, type World } from '#test/world.ts'
import {
  approveVerification,
  findOwnVerification,
  listVerifications,
  receiveVerification,
  rejectVerification,
  startVerification,
} from '../contract.ts'
import type { VerificationProvider } from './gateway.ts'

const { member, es, owner, management } = PEOPLE
const VERIFIED_ROLE = '200000000000000005'
const OTHER_OWNER = { id: '310000000000000299', username: 'rosa', name: 'Rosa Lindqvist', roleIds: ROLE_IDS.owner }
const ALL = [member, es, owner, management, OTHER_OWNER]

const discord = buildStandIn({
  applicationName: 'The site',
  redirectUri: `${ORIGIN}/auth/discord/callback`,
  guild: {
    id: '300000000000000001',
    name: 'The guild',
    roles: [...Object.values(ROLE_IDS).flat(), VERIFIED_ROLE].map((id) => ({ id, name: id })),
    people: ALL.map(({ id, username, name }) => ({
      id,
      username,
      globalName: name,
      avatar: null,
      email: `${username}@mail.example`,
      emailVerified: true,
      member: null,
      card: null,
      denies: false,
    })),
  },
})
const settings = await discord.listen()
afterAll(() => discord.close())
beforeEach(() => {
  discord.comeBack()
  for (const { id, roleIds } of ALL) discord.setRoles(id, roleIds)
})

/** A fake provider. Its webhooks confirm whatever reference they receive. */
const provider: VerificationProvider = {
  createSession: async ({ subjectRef }) => ({ token: subjectRef, popupUrl: `https://provider.test/${subjectRef}` }),
  isWebhookKey: (key) => key === 'right',
  parseWebhook: (body) => [
    { subjectRef: String(body), status: 'verified', group: 'mil', reportedAt: '2026-03-14 18:31:12' },
  ],
}

const world = useWorld({
  startsJobs: true,
  discord: createDiscord(settings, { clock: () => world().now(), timeoutMs: 3000 }),
  community: { verifiedRole: VERIFIED_ROLE },
  app: { verification: provider },
})

const rowsOf = async (table: string) => (await world().database.pool.query(`select * from ${table}`)).rows
const auditOf = async (action: string) => (await rowsOf('audit_log')).filter((row) => row.action === action)

/** Starts a verification that the provider confirms. */
async function verified(person: TestPerson = member): Promise<string> {
  const id = await began(person)
  await confirm(id)
  return id
}

async function began(person: TestPerson = member): Promise<string> {
  await world().signIn(person)
  const id = randomUUID()
  await world().database.pool.query(
    `insert into verification_sessions (id, user_id, created_at, status) values ($1, $2, $3, 'started')`,
    [id, person.id, world().now()],
  )
  return id
}

async function confirm(id: string): Promise<void> {
  const { statusCode } = await world().app.inject({
    method: 'POST',
    url: receiveVerification.path,
    headers: { 'x-vfyps-key': 'right', 'content-type': 'application/json' },
    payload: JSON.stringify(id),
  })
  expect(statusCode).toBe(200)
}

const list = async () => (await world().as.owner(listVerifications)).body.data
const find = async (id: string) => (await list()).find((item) => item.id === id)
const approve = (id: string, version = 2) =>
  world().as.owner(approveVerification, { params: { id }, body: { version } })
const reject = (id: string, version = 2, reason: string | null = null) =>
  world().as.owner(rejectVerification, { params: { id }, body: { version, reason } })
const rolesOf = (id: string) => discord.people.find((person) => person.id === id)?.member?.roles
const roleOf = async (id: string) => (await find(id))?.role
const soon = { timeout: 5_000 }

describe('Decisions of an owner', () => {
  it('an owner approves a confirmed verification, with an audit entry, and the person sees it', async () => {
    const id = await verified()
    world().pass(3_600_000)
    const { status, body } = await approve(id)
    expect(status).toBe(200)
    expect(body.item).toMatchObject({
      id,
      version: 3,
      status: 'approved',
      decidedAt: world().now().toISOString(),
      decidedBy: { id: owner.id, name: owner.name },
      person: { id: member.id, username: member.username, name: member.name },
    })
    expect(await auditOf('approveVerification')).toMatchObject([
      {
        actor_id: owner.id,
        target: `verifications/${id}`,
        before: { status: 'verified', version: 2, group: 'military' },
        after: { status: 'approved', version: 3, decidedById: owner.id },
      },
    ])
    const { body: seen } = await world().as.member(findOwnVerification)
    expect(seen.item).toMatchObject({ status: 'approved', decidedAt: world().now().toISOString() })
  })

  it('an owner rejects with a reason that the person reads, and can approve later', async () => {
    const id = await verified()
    expect((await reject(id, 2, '  The badge was a toy. ')).body.item).toMatchObject({
      status: 'rejected',
      reason: 'The badge was a toy.',
      role: null,
    })
    const { body } = await world().as.member(findOwnVerification)
    expect(body.item).toMatchObject({ status: 'rejected', reason: 'The badge was a toy.', role: null })
    expect(await auditOf('rejectVerification')).toMatchObject([{ after: { reason: 'The badge was a toy.' } }])
    expect((await approve(id, 3)).body.item).toMatchObject({ status: 'approved', reason: null, version: 4 })
  })

  it('a decision on a stale version is a conflict with the current state, and changes nothing', async () => {
    const id = await verified()
    const other = await world().asPerson(OTHER_OWNER)
    await other(rejectVerification, { params: { id }, body: { version: 2, reason: null } })
    const { status, error, body } = await approve(id)
    expect([status, error?.code]).toEqual([409, 'changed_meanwhile'])
    expect(body).toMatchObject({ item: { status: 'rejected', version: 3, decidedBy: { name: OTHER_OWNER.name } } })
    expect(await find(id)).toMatchObject({ status: 'rejected' })
    expect(await rowsOf('verification_roles')).toEqual([])
  })

  it('of two simultaneous decisions one succeeds', async () => {
    const id = await verified()
    const other = await world().asPerson(OTHER_OWNER)
    const answers = await Promise.all([
      approve(id),
      other(rejectVerification, { params: { id }, body: { version: 2, reason: null } }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('an unconfirmed or decided verification cannot be decided', async () => {
    const id = await began()
    expect((await approve(id, 1)).error?.code).toBe('not_waiting')
    await confirm(id)
    await approve(id)
    expect((await approve(id, 3)).error?.code).toBe('not_waiting')
    expect((await reject(id, 3)).status).toBe(409)
    expect(await auditOf('approveVerification')).toHaveLength(1)
  })

  it('an owner does not decide on their own verification', async () => {
    const id = await verified(owner)
    for (const decided of [await approve(id), await reject(id)]) {
      expect([decided.status, decided.error?.message]).toEqual([403, 'You cannot decide on your own verification.'])
    }
    const other = await world().asPerson(OTHER_OWNER)
    expect((await other(approveVerification, { params: { id }, body: { version: 2 } })).status).toBe(200)
  })

  it('a decision on an unknown verification is not found', async () => {
    expect((await approve(randomUUID())).status).toBe(404)
  })

  it('an invalid decision names the wrong field', async () => {
    const id = await verified()
    const cookie = await world().signIn(owner)
    const bodies: [object, string][] = [
      [{}, 'version'],
      [{ version: '2' }, 'version'],
      [{ version: 2, reason: 'x'.repeat(501) }, 'reason'],
      [{ version: 2, status: 'approved' }, 'status'],
    ]
    for (const [body, field] of bodies) {
      const response = await world().app.inject({
        method: 'POST',
        url: `/api/verifications/${id}/reject`,
        headers: { origin: ORIGIN, cookie, 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      })
      expect([response.statusCode, Object.keys(response.json().error.fields)]).toEqual([400, [field]])
    }
    expect(await find(id)).toMatchObject({ status: 'verified' })
  })

  it('the verification that waits longest is first, whenever it started', async () => {
    const first = await began(member)
    world().pass(60_000)
    const second = await verified(es)
    world().pass(60_000)
    await confirm(first)
    expect((await list()).map(({ id }) => id)).toEqual([second, first])
  })
})

describe('The Discord role of an approval', () => {
  it('the bot gives the role, and the page shows it', async () => {
    const id = await verified()
    expect((await approve(id)).body.item.role).toMatchObject({ givenAt: null, attempts: 0, error: null })
    await expect.poll(() => roleOf(id), soon).toMatchObject({ givenAt: expect.any(String), attempts: 1, error: null })
    expect(rolesOf(member.id)).toEqual([VERIFIED_ROLE])
    expect((await world().as.member(findOwnVerification)).body.item?.role).toBe('given')
    expect(await auditOf('giveVerifiedRole')).toMatchObject([
      { actor_id: null, target: `verifications/${id}`, after: { userId: member.id, roleId: VERIFIED_ROLE } },
    ])
  })

  it('other roles of the person stay', async () => {
    const id = await verified(es)
    await approve(id)
    await expect.poll(() => rolesOf(es.id), soon).toEqual([...ROLE_IDS.es, VERIFIED_ROLE])
  })

  it('the role is given after an outage of Discord, with growing retry delays', async () => {
    const id = await verified()
    const other = await world().as.owner(listVerifications) // reads the owner's roles while Discord still answers
    expect(other.status).toBe(200)
    discord.goDown()
    expect((await approve(id)).status).toBe(200)
    await expect
      .poll(() => roleOf(id), soon)
      .toMatchObject({ attempts: 1, error: 'Discord answered 503', givenAt: null })
    const failed = await roleOf(id)
    expect(failed?.nextAttemptAt).toBe(new Date(world().now().getTime() + 5_000).toISOString())
    expect((await world().as.member(findOwnVerification)).body.item).toMatchObject({
      status: 'approved',
      role: 'waiting',
    })

    world().pass(5_000)
    await expect.poll(() => roleOf(id), soon).toMatchObject({ attempts: 2 })
    expect((await roleOf(id))?.nextAttemptAt).toBe(new Date(world().now().getTime() + 10_000).toISOString())

    discord.comeBack()
    expect(rolesOf(member.id)).toEqual([])
    world().pass(10_000)
    await expect.poll(() => rolesOf(member.id), soon).toEqual([VERIFIED_ROLE])
    await expect.poll(() => roleOf(id), soon).toMatchObject({ attempts: 3, error: null, nextAttemptAt: null })
  })

  it.each<[string, () => void, string]>([
    ['the person left', () => discord.kick(member.id), 'the person is not in our Discord server'],
    [
      'the bot may not',
      () => discord.disarmBot(),
      'the bot needs the permission Manage Roles, and a role of its own above the one that it gives',
    ],
    ['the bot is gone', () => discord.removeBot(), 'the bot is not in our Discord server: invite it'],
  ])('the page says that %s, and the role is given once that is fixed', async (_, breakIt, words) => {
    const id = await verified()
    await list()
    breakIt()
    await approve(id)
    await expect.poll(() => roleOf(id), soon).toMatchObject({ attempts: 1, error: words })
    discord.comeBack()
    discord.setRoles(member.id, [])
    world().pass(5_000)
    await expect.poll(() => roleOf(id), soon).toMatchObject({ attempts: 2, error: null, givenAt: expect.any(String) })
    expect(rolesOf(member.id)).toEqual([VERIFIED_ROLE])
  })

  it('a role that was given but not stored is given again without effect', async () => {
    const id = await verified()
    discord.setRoles(member.id, [VERIFIED_ROLE])
    await approve(id)
    await expect.poll(() => roleOf(id), soon).toMatchObject({ givenAt: expect.any(String) })
    expect(rolesOf(member.id)).toEqual([VERIFIED_ROLE])
  })

  it('a rejection gives no role', async () => {
    await reject(await verified())
    world().pass(60_000)
    expect(await rowsOf('verification_roles')).toEqual([])
    expect(rolesOf(member.id)).toEqual([])
  })
})

/** Inserts a verification that waits for an owner. */
async function waitingIn({ as, database, now }: World): Promise<string> {
  await as.member(startVerification)
  const id = randomUUID()
  await database.pool.query(
    `insert into verification_sessions (id, user_id, created_at, status, verified_at) values ($1, $2, $3, 'verified', $3)`,
    [id, member.id, now()],
  )
  return id
}

describe('A rate limit of Discord', () => {
  const world = useWorld({
    startsJobs: true,
    discord: {
      ...fakeDiscord(ALL),
      giveRole: async () => Promise.reject(new DiscordUnavailable('Discord asked us to wait', 64)),
    },
    app: { verification: provider },
    community: { verifiedRole: VERIFIED_ROLE },
  })

  it('Discord is not called again before the limit ends', async () => {
    const id = await waitingIn(world())
    await world().as.owner(approveVerification, { params: { id }, body: { version: 1 } })
    const seen = async () => (await world().as.owner(listVerifications)).body.data.find((item) => item.id === id)?.role
    await expect.poll(seen, soon).toMatchObject({
      attempts: 1,
      error: 'Discord asked us to wait',
      nextAttemptAt: new Date(world().now().getTime() + 64_000).toISOString(),
    })
  })
})

describe('A community without a role for verified people', () => {
  const world = useWorld({ startsJobs: true, app: { verification: provider }, community: { verifiedRole: null } })

  it('a verification is approved without a role', async () => {
    const id = await waitingIn(world())
    expect((await world().as.owner(listVerifications)).body.givesRole).toBe(false)
    const { body } = await world().as.owner(approveVerification, { params: { id }, body: { version: 1 } })
    expect(body.item).toMatchObject({ status: 'approved', role: null })
  })
})

describe('A site without a bot', () => {
  const world = useWorld({
    startsJobs: true,
    discord: createDiscord({ ...settings, botToken: undefined }, { clock: () => world().now() }),
    app: { verification: provider },
    community: { verifiedRole: VERIFIED_ROLE },
    // Without a bot and without the user's authorization, the roles of a user cannot be read.
    ownerIds: [owner.id],
  })

  it('owners see that no role was given, and the approval stays', async () => {
    const id = await waitingIn(world())
    await world().as.owner(approveVerification, { params: { id }, body: { version: 1 } })
    const seen = async () => (await world().as.owner(listVerifications)).body.data.find((item) => item.id === id)
    await expect.poll(seen, soon).toMatchObject({
      status: 'approved',
      role: { givenAt: null, error: 'there is no bot: set DISCORD_BOT_TOKEN' },
    })
  })
})
