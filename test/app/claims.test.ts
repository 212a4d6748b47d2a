import { expect, it } from 'vitest'
import { eraseFromSite } from '#app/person.ts'
import { addAppeal, withdrawAppeal } from '#features/appeals/contract.ts'
import { findUndoing, listAudit, listImports, undoImport } from '#features/audit/contract.ts'
import { addClaim, confirmClaim, listClaims, listOwnClaims, refuseClaim } from '#features/claims/contract.ts'
import { listOwnActions } from '#features/discipline/contract.ts'
import { addPlayerAction, joinSubjects } from '#features/discipline/player-contract.ts'
import { listInbox } from '#features/inbox/contract.ts'
import { addGameEvent } from '#features/ingest/contract.ts'
import { MINUTE } from '#lib/dates.ts'
import { onlyProcess } from '#server/processes/processes.ts'
import { concurrentTransactions, WAITS_FOR_LOCK } from '../concurrent-transactions.ts'
import { silentLog, testEngine } from '../database.ts'
import { makeIngestToken, WARN } from '../game-events.ts'
import { PEOPLE } from '../people.ts'
import { useWorld } from '../world.ts'

const world = useWorld()
const params = (id: number) => ({ params: { id: String(id) } })
const BAN = 'B2F3-9KQM'

/** Inserts a ban from txAdmin and returns its id. The game knows the banned player by a license. */
async function banned(native = BAN, subject = 'subject:1') {
  const { pool } = world().database
  await pool.query(
    `insert into subjects (id, name, identifiers, other_accounts, source)
     values ($1, 'jules_ingame', array['license:' || replace($1, ':', '-')], '{}', 'txadmin') on conflict do nothing`,
    [subject],
  )
  const { rows } = await pool.query(
    `insert into player_actions (date, user_id, user_name, admin_id, admin_name, type, internal_reason, external_reason, source, native_id)
     values ('2026-03-10', $1, 'jules_ingame', 'game:1', 'Server', 'Ban', 'SECRET', 'You cheated.', 'txadmin', $2) returning id`,
    [subject, native],
  )
  return rows[0].id
}
const claim = (native_id = BAN) => world().as.member(addClaim, { body: { native_id } })
const own = async () => (await world().as.member(listOwnActions)).body.data
const waiting = async () => (await world().as.staff(listClaims)).body.data

it('a ban without an account is claimed by its id, confirmed by staff, and then read and appealed by its person', async () => {
  const action = await banned()
  const { status, body } = await claim(' b2f39kqm ')
  expect([status, body.item]).toMatchObject([200, { native_id: BAN, state: 'waiting' }])
  expect(JSON.stringify(body)).not.toMatch(/cheated|SECRET/)
  expect(await own()).toEqual([])
  expect((await world().as.member(listInbox)).body.waiting).toEqual([])
  expect(await waiting()).toMatchObject([{ person: { id: PEOPLE.member.id }, native_id: BAN, action: { id: action } }])
  const queue = (await world().as.staff(listInbox)).body.waiting.find(({ name }) => name === 'claims')
  expect(queue).toMatchObject({ path: '/claims', count: 1 })

  expect((await world().as.staff(confirmClaim, params(body.item.id))).status).toBe(200)
  expect(await waiting()).toEqual([])
  expect(await own()).toMatchObject([{ id: action, family: 'players', external_reason: 'You cheated.' }])
  expect((await world().as.member(listOwnClaims)).body.data).toMatchObject([{ state: 'confirmed' }])
  const inbox = (await world().as.member(listInbox)).body.forYou
  expect(inbox.map(({ kind, path }) => [kind, path])).toContainEqual(['claimConfirmed', '/me/appeals'])
  expect((await world().as.member(addAppeal, { body: { family: 'players', action, text: 'No.' } })).status).toBe(200)
  expect((await world().as.staff(confirmClaim, params(body.item.id))).error?.code).toBe('decided')
})

it('if several people claim the same ban, the others are told that it is not theirs', async () => {
  await banned()
  const { body } = await claim()
  await world().as.es(addClaim, { body: { native_id: BAN } })
  await world().as.staff(confirmClaim, params(body.item.id))
  expect((await world().as.es(listOwnClaims)).body.data).toMatchObject([{ state: 'refused' }])
})

it.runIf(testEngine === 'postgresql')(
  'of two claims of one ban that are confirmed at once, only one succeeds',
  async () => {
    await banned()
    await claim()
    await world().as.es(addClaim, { body: { native_id: BAN } })
    const { inTransaction, untilConnections } = concurrentTransactions(world)
    const { both } = await inTransaction(async (client) => {
      await client.query('lock table subjects in exclusive mode')
      const both = [1, 2].map((id) => world().as.staff(confirmClaim, params(id)))
      await untilConnections(WAITS_FOR_LOCK, 2)
      return { both }
    })
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409])
  },
)

it('a claim that staff confirmed by mistake can be undone like a join of two people', async () => {
  const action = await banned()
  await world().as.staff(confirmClaim, params((await claim()).body.item.id))
  const { rows } = await world().database.pool.query("select id from imports where list = 'subjects'")
  expect((await world().as.staff(undoImport, params(rows[0].id))).status).toBe(200)
  expect(await own()).toEqual([])
  const unlinked = await world().database.pool.query('select user_id from player_actions where id = $1', [action])
  expect(unlinked.rows[0].user_id).toBe('subject:1')
  expect((await world().as.member(listOwnClaims)).body.data).toMatchObject([{ state: 'unlinked' }])
})

it('undoing a link removes its messages from the inbox, and the audit log names the former owner of the ban', async () => {
  const action = await banned()
  const inboxKinds = async () => (await world().as.member(listInbox)).body.forYou.map(({ kind }) => kind)
  const undone = async () => {
    const { rows } = await world().database.pool.query("select max(id) as id from imports where list = 'subjects'")
    expect((await world().as.staff(undoImport, params(rows[0].id))).status).toBe(200)
    const { body } = await world().as.owner(listAudit, { query: { action: 'unlinkClaim' } })
    return body.rows.map(({ target, after }) => [target, after])
  }
  await world().as.staff(confirmClaim, params((await claim()).body.item.id))
  expect(await inboxKinds()).toEqual(['claimConfirmed'])
  const first = ['claims/1', { user: PEOPLE.member.id, user_name: PEOPLE.member.name, state: 'unlinked', action }]
  expect([await undone(), await inboxKinds()]).toMatchObject([[first], []])
  await world().as.staff(confirmClaim, params((await claim()).body.item.id))
  expect([await inboxKinds(), await undone(), await inboxKinds()]).toMatchObject([
    ['claimConfirmed'],
    [['claims/2', {}], first],
    [],
  ])
})

it.each(['a claim', 'joining two people by hand'])(
  'a link by %s is not undone while an affected action has an open appeal; appeals of other actions do not matter',
  async (way) => {
    const action = await banned()
    const draft = { user: PEOPLE.member.id, user_name: 'Jules', type: 'Warning', internal_reason: 'Clip' }
    const { item } = (await world().as.staff(addPlayerAction, { body: { ...draft, external_reason: 'Slower.' } })).body
    if (way === 'a claim') await world().as.staff(confirmClaim, params((await claim()).body.item.id))
    else {
      const body = { other: 'subject:1', stays_version: 1, goes_version: 1 }
      expect((await world().as.staff(joinSubjects, { params: { who: PEOPLE.member.id }, body })).status).toBe(200)
    }
    const appealed = async (of: number) => {
      const body = { family: 'players' as const, action: of, text: 'It was not me.' }
      return (await world().as.member(addAppeal, { body })).body.item
    }
    await appealed(item.id)
    const appeal = await appealed(action)
    const { rows } = await world().database.pool.query("select id from imports where list = 'subjects'")
    const undone = () => world().as.staff(undoImport, params(rows[0].id))
    const { status, error } = await undone()
    expect([status, error?.code]).toEqual([409, 'appeal_open'])
    expect(error?.message).toMatch(/^One of the actions .* has an open appeal\./)
    // A preview of the undo returns the same error.
    const preview = await world().as.staff(findUndoing, params(rows[0].id))
    expect([preview.status, preview.error]).toEqual([status, error])
    expect((await own()).map(({ id }) => id)).toContain(action)
    const body = { version: appeal.version }
    expect((await world().as.member(withdrawAppeal, { ...params(appeal.id), body })).status).toBe(200)
    expect((await undone()).status).toBe(200)
    expect((await own()).map(({ id }) => id)).toEqual([item.id])
  },
)

it('a claim counts as answered while its ban is linked in another way, and no longer after that link is undone', async () => {
  await banned()
  await claim()
  await world().as.es(addClaim, { body: { native_id: BAN } })
  await world().database.pool.query(`insert into subjects (id, name, identifiers) values ($1, 'Jules', '{}')`, [
    PEOPLE.member.id,
  ])
  const states = async () =>
    Promise.all(
      [world().as.member, world().as.es].map(async (as) =>
        (await as(listOwnClaims)).body.data.map(({ state }) => state),
      ),
    )
  const body = { other: 'subject:1', stays_version: 1, goes_version: 1 }
  const joined = await world().as.staff(joinSubjects, { params: { who: PEOPLE.member.id }, body })
  expect([await waiting(), await states()]).toEqual([[], [['confirmed'], ['refused']]])
  expect((await world().as.staff(undoImport, params(joined.body.import))).status).toBe(200)
  expect([(await waiting()).length, await states()]).toEqual([2, [['waiting'], ['waiting']]])
})

it.each(['joining two people by hand', 'moving the action'])(
  'the inbox tells the claimant when %s links the ban, until the link is undone',
  async (way) => {
    const action = await banned()
    await claim()
    await world().as.es(addClaim, { body: { native_id: BAN } })
    const { pool } = world().database
    await pool.query(`insert into subjects (id, name, identifiers) values ($1, 'Jules', '{}')`, [PEOPLE.member.id])
    const inboxKinds = async () => {
      world().pass(MINUTE)
      await world().app.runDueJobs()
      const inboxes = [world().as.member, world().as.es].map(async (as) =>
        (await as(listInbox)).body.forYou.map(({ kind }) => kind).filter((kind) => kind.startsWith('claim')),
      )
      return Promise.all(inboxes)
    }
    expect(await inboxKinds()).toEqual([[], []])
    const body = { other: 'subject:1', stays_version: 1, goes_version: 1 }
    const move = async (to: string) => {
      await pool.query('update player_actions set user_id = $2 where id = $1', [action, to])
    }
    const joined =
      way === 'moving the action'
        ? await move(PEOPLE.member.id)
        : await world().as.staff(joinSubjects, { params: { who: PEOPLE.member.id }, body })
    const answers = [['claimConfirmed'], ['claimRefused']]
    expect([await inboxKinds(), await inboxKinds()]).toEqual([answers, answers])
    const { rows } = (await world().as.owner(listAudit, { query: { action: 'answerClaim' } })).body
    expect(rows.map(({ actorName, after }) => [actorName, after])).toMatchObject([
      [null, { user: PEOPLE.es.id, state: 'refused' }],
      [null, { user: PEOPLE.member.id, state: 'confirmed' }],
    ])
    if (joined === undefined) await move('subject:1')
    else expect((await world().as.staff(undoImport, params(joined.body.import))).status).toBe(200)
    expect(await inboxKinds()).toEqual([[], []])
    const [first] = await waiting()
    expect((await world().as.staff(confirmClaim, params(first?.id ?? 0))).status).toBe(200)
    expect(await inboxKinds()).toEqual(answers)
  },
)

it('staff cannot refuse a claim after its ban was linked to the claimant in another way', async () => {
  await banned()
  const { body } = await claim()
  await world().database.pool.query('update player_actions set user_id = $1', [PEOPLE.member.id])
  const refused = await world().as.staff(refuseClaim, params(body.item.id))
  expect([refused.status, refused.error?.code]).toEqual([409, 'linked'])
  expect((await world().as.member(listOwnClaims)).body.data).toMatchObject([{ state: 'confirmed' }])
})

it.runIf(testEngine === 'postgresql')('staff cannot refuse a claim while its ban is being linked', async () => {
  await banned()
  const { body } = await claim()
  const { inTransaction, untilConnections } = concurrentTransactions(world)
  const { answer } = await inTransaction(async (client) => {
    await client.query('lock table subjects in exclusive mode')
    await client.query('update player_actions set user_id = $1', [PEOPLE.member.id])
    const answer = world().as.staff(refuseClaim, params(body.item.id))
    await untilConnections(WAITS_FOR_LOCK)
    return { answer }
  })
  expect((await answer).error?.code).toBe('linked')
  expect((await world().as.member(listOwnClaims)).body.data).toMatchObject([{ state: 'confirmed' }])
})

it('a claim waits while its ban is gone with an undone import, and staff decide once an import brings it again', async () => {
  const { pool } = world().database
  const action = await banned()
  await claim()
  await world().as.es(addClaim, { body: { native_id: BAN } })
  const seen = async () => {
    world().pass(MINUTE)
    await world().app.runDueJobs()
    const { forYou } = (await world().as.member(listInbox)).body
    const states = (await world().as.member(listOwnClaims)).body.data.map(({ state }) => state)
    return { forYou: forYou.map(({ kind }) => kind), states, waiting: (await waiting()).length }
  }
  expect(await seen()).toEqual({ forYou: [], states: ['waiting'], waiting: 2 })
  await pool.query('delete from player_actions')
  // Older versions told the person in this case that the claim was refused.
  await pool.query("update claims set told = 'refused' where person_id = $1", [PEOPLE.member.id])
  expect(await seen()).toEqual({ forYou: [], states: ['waiting'], waiting: 0 })
  expect((await world().as.owner(listAudit, { query: { action: 'answerClaim' } })).body.rows).toEqual([])
  const again = await banned()
  expect(again).not.toBe(action)
  expect((await claim()).error?.code).toBe('waits')
  expect(await seen()).toEqual({ forYou: [], states: ['waiting'], waiting: 2 })
  const own = (await waiting()).find(({ person }) => person.id === PEOPLE.member.id)
  expect(own?.action.id).toBe(again)
  expect((await world().as.staff(confirmClaim, params(own?.id ?? 0))).status).toBe(200)
  expect(await seen()).toEqual({ forYou: ['claimConfirmed'], states: ['confirmed'], waiting: 0 })
})

it('a claim of a ban that an import brings again with an account counts as answered', async () => {
  const { pool } = world().database
  await banned()
  await claim()
  await pool.query('delete from player_actions')
  await banned()
  await pool.query('update player_actions set user_id = $1', [PEOPLE.es.id])
  world().pass(MINUTE)
  await world().app.runDueJobs()
  expect((await world().as.member(listOwnClaims)).body.data).toMatchObject([{ state: 'refused' }])
  const { forYou } = (await world().as.member(listInbox)).body
  expect(forYou.map(({ kind }) => kind)).toEqual(['claimRefused'])
})

it('many claims whose bans were linked in another way do not hide a new claim', async () => {
  const linked = await banned('AAAA-AAAA', 'subject:2')
  await world().database.pool.query(
    `insert into claims (person_id, person_name, native_id, action_id, at, state)
     select '31000000000001' || (1000 + n), 'x', 'AAAA-AAAA', $1, '2026-03-01', 'waiting' from generate_series(1, 50) n`,
    [linked],
  )
  await world().database.pool.query("update player_actions set user_id = '310000000000009998'")
  await banned()
  await claim()
  expect(await waiting()).toMatchObject([{ native_id: BAN }])
})

it('the list of joined people names nobody after they are erased', async () => {
  const { database, now } = world()
  await banned()
  await database.pool.query(`insert into subjects (id, name, identifiers) values ($1, 'jules_account', '{}')`, [
    PEOPLE.member.id,
  ])
  await world().as.staff(confirmClaim, params((await claim()).body.item.id))
  const named = async () =>
    (await world().as.staff(listImports, { query: { list: 'subjects' } })).body.data.flatMap(({ names }) => names)
  expect((await named()).toSorted()).toEqual(['jules_account', 'jules_ingame'])
  await eraseFromSite({ database, processes: onlyProcess(silentLog) }, PEOPLE.member.id, now())
  expect((await named()).filter((name) => name.includes('jules'))).toEqual([])
})

it.each(['the player record knew', 'it did not know'])(
  'a ban stays with its person after a game event about them, with an account that %s',
  async (account) => {
    const action = await banned()
    const { token } = await makeIngestToken(world())
    const sendWarning = async (id: string, target: object) => {
      const body = { ...WARN, id, target: { name: 'Jules', ...target } }
      const sent = await world().as.anyone(addGameEvent, { body, headers: { authorization: `Bearer ${token}` } })
      expect(sent.status).toBe(200)
    }
    if (account === 'the player record knew') await sendWarning('W-1', { discordId: PEOPLE.member.id })
    await world().as.staff(confirmClaim, params((await claim()).body.item.id))
    await sendWarning('W-2', { identifiers: ['license:subject-1'] })
    const { rows } = await world().database.pool.query("select id from imports where list = 'subjects'")
    expect((await world().as.staff(findUndoing, params(rows[0].id))).body).toMatchObject({ removes: 0, restores: 0 })
    expect((await world().as.staff(undoImport, params(rows[0].id))).error?.code).toBe('nothing-left')
    expect((await own()).map(({ id }) => id)).toContain(action)
    expect((await world().as.member(listOwnClaims)).body.data).toMatchObject([{ state: 'confirmed' }])
  },
)

it('claims of an unknown id, of a ban with an account and of the same ban twice are refused, and claims per person are limited', async () => {
  await banned()
  expect((await claim('AAAA-AAAA')).status).toBe(404)
  expect((await claim('nonsense!')).status).toBe(400)
  await world().database.pool.query("update player_actions set user_id = '310000000000009998' where native_id = $1", [
    BAN,
  ])
  expect((await claim()).status).toBe(404)
  for (let n = 1; n <= 6; n++) await banned(`B00${n}-0000`, `subject:${n + 1}`)
  expect((await claim('B001-0000')).status).toBe(200)
  expect((await claim('B001-0000')).error?.code).toBe('waits')
  for (let n = 2; n <= 5; n++) expect((await claim(`B00${n}-0000`)).status).toBe(200)
  expect((await claim('B006-0000')).error?.code).toBe('too_many')
})

it('nobody confirms their own claim; the database refuses it too', async () => {
  await banned()
  const { body } = await world().as.staff(addClaim, { body: { native_id: BAN } })
  expect(await waiting()).toEqual([])
  expect((await world().as.staff(confirmClaim, params(body.item.id))).status).toBe(404)
  expect((await world().as.staff(refuseClaim, params(body.item.id))).status).toBe(404)
  const past = "update claims set state = 'confirmed', decided_by_id = person_id, decided_at = now()"
  await expect(world().database.pool.query(past)).rejects.toThrow('claims_decided_by_another')
  expect((await world().as.management(refuseClaim, params(body.item.id))).status).toBe(200)
  expect((await world().as.staff(listOwnClaims)).body.data).toMatchObject([{ state: 'refused' }])
})
