import { beforeEach, describe, expect, it } from 'vitest'
import { addAction, importActions, reviseAction, revokeAction, undoAddAction } from '#features/discipline/contract.ts'
import { devRoster, staffRoster } from '#features/roster/contract.ts'
import { addTrialMod, changeCompletion, undoCompletion } from '#features/trial-mods/contract.ts'
import { receiveVerification, startVerification } from '#features/verification/contract.ts'
import type { VerificationReport } from '#features/verification/server/gateway.ts'
import { UNDO_LIMIT_MS } from '#lib/undo.ts'
import type { Webhooks } from '#server/discord/webhooks.ts'
import { ORIGIN, useWorld } from '../world.ts'

const LOG = 'DISCORD_WEBHOOK_STAFF_LOG'
const NEWS = 'DISCORD_WEBHOOK_STAFF_NEWS'
const OWNERS = 'DISCORD_WEBHOOK_OWNERS'
const SECRET = 'internal words'

let reports: VerificationReport[] = []
let requestCount = 0
/** Webhooks that take 1.5 seconds and then fail. */
const webhooks: Webhooks = {
  names: [LOG, NEWS, OWNERS],
  post: async () => {
    requestCount++
    await new Promise((resolve) => setTimeout(resolve, 1500))
    return { result: 'not-now', why: 'it is down', waitSeconds: 0, isOutage: true }
  },
  check: async () => [],
}
const world = useWorld({
  app: {
    webhooks,
    verification: {
      createSession: async ({ subjectRef }) => ({ token: subjectRef, popupUrl: 'https://provider.test' }),
      isWebhookKey: (key) => key === 'the-key',
      parseWebhook: () => reports,
    },
  },
})
beforeEach(() => {
  reports = []
  requestCount = 0
})

async function waiting(): Promise<{ webhook: string; message: string }[]> {
  const { rows } = await world().database.pool.query('select webhook, message from announcements order by id')
  return rows
}

/** Passes a trainee who has no stage done. */
const pass = (params: { id: string }) =>
  world().as.management(changeCompletion, { params, body: { status: 'Passed', why: SECRET } })

const strike = {
  user: '310000000000000101',
  user_name: 'Nolan *the wave* Reyes',
  type: 'Strike' as const,
  internal_reason: SECRET,
  external_reason: SECRET,
}
const nolan = { name: 'Nolan Reyes', discordId: strike.user, position: 'trial mod', status: '', notes: SECRET }

describe('Announcements of changes on the site', () => {
  it('a logged action is announced without its reason and with a link, and its revision is not announced', async () => {
    const { body, status } = await world().as.staff(addAction, { body: strike })
    expect(status).toBe(200)
    const { id, version } = body.item
    const message = `**Strike** logged for **Nolan \\*the wave\\* Reyes** by Priya Castell\n${ORIGIN}/staff-da-database?entry=${id}`
    expect(await waiting()).toEqual([{ webhook: LOG, message }])
    const changed = { internal_reason: `${SECRET}, again`, why: SECRET, version }
    expect((await world().as.staff(reviseAction, { params: { id: String(id) }, body: changed })).status).toBe(200)
    expect(await waiting()).toHaveLength(1)
  })

  it('an action that is taken back right after it was logged is not announced', async () => {
    const { body } = await world().as.staff(addAction, { body: strike })
    const params = { id: String(body.item.id) }
    expect((await world().as.staff(undoAddAction, { params, body: { version: 1 } })).status).toBe(200)
    expect(await waiting()).toEqual([])
  })

  it('an internal action between staff is not announced', async () => {
    const note = { ...strike, type: 'Note', external_reason: null }
    expect((await world().as.staff(addAction, { body: note })).status).toBe(200)
    expect(await waiting()).toEqual([])
  })

  it('an action that is revised or revoked before its announcement is announced as it is then', async () => {
    const { item } = (await world().as.staff(addAction, { body: strike })).body
    const params = { id: String(item.id) }
    const other = { user: '310000000000000103', user_name: 'Marcus Delgado', why: 'Wrong person', version: 1 }
    expect((await world().as.staff(reviseAction, { params, body: other })).status).toBe(200)
    expect((await waiting()).map(({ message }) => message.split('\n')[0])).toEqual([
      '**Strike** logged for **Marcus Delgado** by Priya Castell',
    ])
    const body = { outcome: 'expunged', why: 'A mistake' } as const
    expect((await world().as.management(revokeAction, { params, body })).status).toBe(200)
    expect(await waiting()).toEqual([])
  })

  it('the revision of an action that was already announced is not announced', async () => {
    const { item } = (await world().as.staff(addAction, { body: strike })).body
    await world().database.pool.query('update announcements set next_attempt_at = null, ended_at = now()')
    const body = { type: 'Verbal Warning', why: 'Less', version: 1 }
    const revised = await world().as.staff(reviseAction, { params: { id: String(item.id) }, body })
    expect([revised.status, (await waiting()).length]).toEqual([200, 1])
  })

  it('a passed training is announced, and no earlier stage', async () => {
    const { user: traineeId } = strike
    await world().as.management(addTrialMod, { body: { traineeId, name: 'Nolan Reyes', staffId: SECRET } })
    expect(await waiting()).toEqual([])
    const params = { id: traineeId }
    await world().as.staff(changeCompletion, { params, body: { instructorReviewName: SECRET } })
    await pass(params)
    expect(await waiting()).toMatchObject([
      { webhook: NEWS, message: expect.stringMatching(/^\*\*Nolan Reyes\*\* passed/) },
    ])
    expect(JSON.stringify(await waiting())).not.toContain(SECRET)
  })

  it('a passed training is announced after the time limit for undo', async () => {
    await world().as.management(addTrialMod, { body: { traineeId: strike.user, name: 'Nolan Reyes' } })
    await pass({ id: strike.user })
    const { rows } = await world().database.pool.query('select next_attempt_at from announcements')
    expect(rows).toEqual([{ next_attempt_at: new Date(world().now().getTime() + UNDO_LIMIT_MS) }])
  })

  it('an undone status is not announced, and the previous status is not announced again', async () => {
    const params = { id: strike.user }
    await world().as.management(addTrialMod, { body: { traineeId: strike.user, name: 'Nolan Reyes' } })
    const { body } = await pass(params)
    const undone = await world().as.management(undoCompletion, { params, body: { version: body.item.version } })
    expect(undone.status).toBe(200)
    expect(await waiting()).toEqual([])
    await pass(params)
    const failed = await world().as.management(changeCompletion, { params, body: { status: 'Failed' } })
    expect((await waiting()).map(({ message }) => message)).toEqual([expect.stringContaining('closed the training')])
    const { version } = failed.body.item
    expect((await world().as.management(undoCompletion, { params, body: { version } })).status).toBe(200)
    expect(await waiting()).toEqual([])
  })

  it('a roster change is announced, and a changed note is not', async () => {
    const { body } = await world().as.management(staffRoster.add, { body: nolan })
    const { id } = body.item
    const change = (version: number, more: object) =>
      world().as.management(staffRoster.change, { params: { id }, body: { ...nolan, ...more, version } })
    expect((await change(1, { notes: 'another' })).status).toBe(200)
    expect((await change(2, { notes: 'another', position: 'Moderator' })).status).toBe(200)
    expect((await change(2, { position: 'Administrator' })).status).toBe(409)
    expect((await world().as.management(staffRoster.remove, { params: { id } })).status).toBe(200)
    await world().as.management(devRoster.add, { body: { ...nolan, position: 'Developer' } })
    const messages = (await waiting()).map(({ message }) => message.split('\n')[0])
    expect(messages).toEqual([
      '**Nolan Reyes** joined the Staff Roster as Trial Moderator',
      'Staff Roster: **Nolan Reyes**, position Trial Moderator → Moderator',
      '**Nolan Reyes** (Moderator) left the Staff Roster',
      expect.stringContaining('joined the Development Roster as'),
    ])
  })

  it('a roster change that is undone before its announcement is not announced', async () => {
    const fields = { ...nolan, status: 'Active', position: 'Trial Moderator' }
    const messages = async () => (await waiting()).map(({ message }) => message.split('\n')[0])
    const { item } = (await world().as.management(staffRoster.add, { body: fields })).body
    const change = async (position: string, version: number) =>
      (
        await world().as.management(staffRoster.change, {
          params: { id: item.id },
          body: { ...fields, position, version },
        })
      ).body.item.version
    const moved = await change('Moderator', item.version)
    expect(await messages()).toHaveLength(2)
    await change('Trial Moderator', moved)
    expect(await messages()).toEqual(['**Nolan Reyes** joined the Staff Roster as Trial Moderator'])
    await world().as.management(staffRoster.remove, { params: { id: item.id } })
    expect(await messages()).toEqual([])
    const { rows } = await world().database.pool.query('select count(*)::int as n from announcements')
    expect(rows).toEqual([{ n: 0 }])
  })

  it('a roster change is announced even if a person of the same name is removed again', async () => {
    const { id } = (await world().as.management(staffRoster.add, { body: nolan })).body.item
    const namesake = { ...nolan, discordId: '310000000000000102' }
    expect((await world().as.management(staffRoster.add, { body: namesake })).status).toBe(200)
    await world().as.management(staffRoster.remove, { params: { id } })
    const { rows } = await world().database.pool.query('select about_id from announcements')
    expect(rows).toEqual([{ about_id: namesake.discordId }])
  })

  it('a verification that waits for an owner is announced without any personal data', async () => {
    const start = await world().as.member(startVerification)
    expect(start.status).toBe(428)
    const { pool } = world().database
    const userId = '310000000000000201'
    await pool.query(
      `insert into verification_sessions (id, user_id, created_at, status) values ('7f1c1f0e-0000-4000-8000-000000000001', $1, now(), 'started')`,
      [userId],
    )
    const report = { subjectRef: '7f1c1f0e-0000-4000-8000-000000000001', group: 'mil', reportedAt: 'x' }
    const reportStatus = async (status: 'pending' | 'verified') => {
      reports = [{ ...report, status }]
      const sent = await world().as.anyone(receiveVerification, { body: {}, headers: { 'x-vfyps-key': 'the-key' } })
      expect(sent.status).toBe(200)
    }
    await reportStatus('pending')
    expect(await waiting()).toEqual([])
    await reportStatus('verified')
    await reportStatus('verified')
    const message = `A verification waits for an owner's decision\n${ORIGIN}/verifications`
    expect(await waiting()).toEqual([{ webhook: OWNERS, message }])
  })

  it('a spreadsheet import is announced once', async () => {
    const people = Array.from(
      { length: 300 },
      (_, index) => `S-${index},Person ${index},${310000000000001001n + BigInt(index)},Moderator`,
    )
    const roster = ['Callsign,Name,Discord ID,Rank', ...people].join('\n')
    expect((await world().as.management(staffRoster.import, { body: roster })).body).toMatchObject({ added: 300 })
    expect((await world().as.management(staffRoster.import, { body: roster })).body).toMatchObject({ unchanged: 300 })
    const log = people.map(
      (_, index) =>
        `2026-01-0${(index % 9) + 1},Person,31000000000000${1001 + index},Dana,310000000000000204,Note,${SECRET}`,
    )
    const actions = ['Date Issued,Staff Member,Discord ID,Issued By,Admin ID,Action,Reason', ...log].join('\n')
    expect((await world().as.management(importActions, { body: actions })).body).toMatchObject({ ok: true, added: 300 })
    expect((await waiting()).map(({ message }) => message.split('\n')[0])).toEqual([
      'Dana Whitfield took over a spreadsheet into the Staff Roster: 300 new, 0 changed',
      'Dana Whitfield took over a spreadsheet with 300 actions',
    ])
  })

  it('an announcement contains no text that is not meant for the channel', async () => {
    await world().as.staff(addAction, { body: strike })
    await world().as.management(staffRoster.add, { body: nolan })
    expect(await waiting()).toHaveLength(2)
    expect(JSON.stringify(await waiting())).not.toContain(SECRET)
  })

  it('a refused change is not announced', async () => {
    expect((await world().as.member(addAction, { body: strike })).status).toBe(403)
    expect((await world().as.staff(addAction, { body: { ...strike, user: '310000000000000203' } })).status).toBe(403)
    expect(await waiting()).toEqual([])
  })

  it('no request waits for Discord', async () => {
    await world().as.staff(addAction, { body: strike })
    world().pass(UNDO_LIMIT_MS + 1_000)
    await expect.poll(() => requestCount, { timeout: 5000 }).toBe(1)
    const start = performance.now()
    expect((await world().as.staff(addAction, { body: strike })).status).toBe(200)
    expect(performance.now() - start).toBeLessThan(1000)
    expect(requestCount).toBe(1)
  })
})
