import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Topic } from '#lib/topics.ts'
import { createChanges } from '#server/changes.ts'
import { newDatabase, type TestDatabase } from '#test/database.ts'
import { cutAudit, eraseFromAudit, verifyAudit } from './chain-store.ts'
import { type Audit, asJson, createAudit, listAudit, wasEverDone } from './store.ts'

const BY = { actor: { id: '310000000000000203', name: 'Priya Castell' }, requestId: 'request-1' }
const NOW = new Date('2026-03-14T18:30:00.123Z')

let database: TestDatabase
let audit: Audit
let announced: Topic[]

beforeAll(async () => {
  database = await newDatabase()
  await database.pool.query('create table thing (id int primary key, name text not null)')
})
beforeEach(async () => {
  await database.reset()
  announced = []
  const changes = createChanges()
  changes.on((topic) => announced.push(topic))
  audit = createAudit({ database, changes, clock: () => NOW })
})
afterAll(() => database.close())

const addThing = (id: number, name = 'a thing') =>
  audit.change(BY, async (tx) => {
    await tx.execute(sql`insert into thing values (${id}, ${name})`)
    return {
      result: id,
      entries: [{ action: 'addThing', target: `things/${id}`, after: { id, name } }],
      topics: ['roster'],
    }
  })
const query = async (text: string) => (await database.pool.query(text)).rows
const seqs = async () => (await query('select seq from audit_log order by seq')).map(({ seq }) => Number(seq))
const walk = () => verifyAudit(database.db)

describe('Audited changes', () => {
  it('a change has an audit entry with actor, time, action, target, both states and request', async () => {
    await audit.change(BY, async () => ({
      result: null,
      entries: [{ action: 'changeThing', target: 'things/1', before: { name: 'a' }, after: { name: 'b' } }],
      topics: [],
    }))
    expect(await query('select * from audit_log')).toEqual([
      {
        seq: '1',
        at: NOW,
        actor_id: BY.actor.id,
        actor_name: BY.actor.name,
        action: 'changeThing',
        target: 'things/1',
        before: { name: 'a' },
        after: { name: 'b' },
        request_id: 'request-1',
        previous_hash: '0'.repeat(64),
        hash: expect.stringMatching(/^[\da-f]{64}$/),
      },
    ])
  })

  it('a change that fails writes neither data nor an audit entry, and is not announced', async () => {
    await addThing(1)
    announced = []
    await expect(addThing(1)).rejects.toThrow()
    await expect(
      audit.change(BY, async (tx) => {
        await tx.execute(sql`insert into thing values (2, 'two')`)
        return {
          result: null,
          entries: [{ action: 'addThing', target: 'x', after: { text: 'no \u0000 in jsonb' } }],
          topics: ['roster'],
        }
      }),
    ).rejects.toThrow()
    expect(await query('select id from thing')).toEqual([{ id: 1 }])
    expect(await seqs()).toEqual([1])
    expect(announced).toEqual([])
  })

  it('a change is announced after the commit', async () => {
    const changes = createChanges()
    const seen: Promise<unknown>[] = []
    changes.on(() => seen.push(query('select name from thing')))
    audit = createAudit({ database, changes, clock: () => NOW })
    await addThing(1, 'seen')
    expect(await Promise.all(seen)).toEqual([[{ name: 'seen' }]])
  })

  it('a change without an effect has no audit entry and is not announced', async () => {
    expect(await audit.change(BY, async () => ({ result: 'same', entries: [], topics: [] }))).toBe('same')
    expect([await seqs(), announced]).toEqual([[], []])
  })

  it('a change by the site itself has no actor', async () => {
    await audit.change({ actor: null, requestId: 'start' }, async () => ({
      result: null,
      entries: [{ action: 'arrive', target: 'ten-codes' }],
      topics: [],
    }))
    expect(await query('select actor_id, before, after from audit_log')).toEqual([
      { actor_id: null, before: null, after: null },
    ])
    expect((await walk()).broken).toBeNull()
  })

  it('a change that no feature declares is refused', async () => {
    audit = createAudit({ database, changes: createChanges(), clock: () => NOW, audited: ['changeThing'] })
    await expect(addThing(1)).rejects.toThrow('No feature declares the action addThing')
    expect([await query('select id from thing'), await seqs()]).toEqual([[], []])
  })

  it('an import can write thousands of changes in one transaction', async () => {
    const entries = Array.from({ length: 6_000 }, (_, index) => ({ action: 'addThing', target: `things/${index}` }))
    await audit.change(BY, async () => ({ result: null, entries, topics: [] }))
    expect(await walk()).toMatchObject({ rows: 6_000, broken: null })
  })

  it('concurrent changes keep the hash chain without a gap', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, index) => addThing(index)))
    expect(await seqs()).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
    expect(await walk()).toMatchObject({ rows: 40, broken: null })
  })
})

describe('The stored form of an entry', () => {
  it.each([
    ['keys in another order', { zebra: 1, apple: { y: 1, x: [{ b: 1, a: 2 }] } }],
    ['numbers', { whole: 9_007_199_254_740_991, fraction: 0.1, negative: -5, small: 1e-7, minusZero: -0 }],
    ['words of any kind', { text: 'Ünïcödé 🌴 "quoted" \\ \n\t', empty: '' }],
    ['nothing', { none: null, list: [], object: {} }],
    ['dates', { hiredAt: new Date('2026-01-02T03:04:05.006Z') }],
    ['fields without a value', { name: 'a', left: undefined }],
    ['half a character', { name: 'a\ud83c' }],
  ])('an entry is stored unchanged: %s', async (_, record) => {
    await audit.change(BY, async () => ({
      result: null,
      entries: [{ action: 'addThing', target: 'x', before: asJson(record), after: asJson(record) }],
      topics: [],
    }))
    expect((await walk()).broken).toBeNull()
  })
})

describe('Verifying the hash chain', () => {
  beforeEach(async () => {
    for (let id = 1; id <= 5; id++) await addThing(id)
    await query('alter table audit_log disable trigger audit_log_append_only')
  })
  afterEach(() => query('alter table audit_log enable trigger audit_log_append_only'))

  it.each([
    ['an altered actor', `update audit_log set actor_name = 'Somebody' where seq = 3`, 3, 'content'],
    ['an altered content', `update audit_log set after = '{"id":3,"name":"x"}' where seq = 3`, 3, 'content'],
    ['an altered time', `update audit_log set at = at + interval '1 ms' where seq = 3`, 3, 'content'],
    ['a removed row', 'delete from audit_log where seq = 3', 4, 'row 3 is missing'],
    ['a removed first row', 'delete from audit_log where seq = 1', 2, 'row 1 is missing'],
    [
      'a row slipped in',
      `update audit_log set seq = seq + 100 where seq > 2; update audit_log set seq = seq - 99 where seq > 100;
       insert into audit_log select 3, at, actor_id, actor_name, action, target, before, after, request_id, previous_hash, hash
       from audit_log where seq = 2`,
      3,
      'does not follow',
    ],
    [
      'rows in another order',
      'update audit_log set seq = 100 where seq = 2; update audit_log set seq = 2 where seq = 3; update audit_log set seq = 3 where seq = 100',
      2,
      'does not follow',
    ],
    [
      'a row with a hash of its own',
      `update audit_log set action = 'other', hash = repeat('a', 64) where seq = 3`,
      3,
      'content',
    ],
  ])('the verification detects tampering: %s', async (_, tampering, seq, why) => {
    for (const statement of tampering.split(';')) await query(statement)
    const { broken, rows } = await walk()
    expect(broken).toEqual({ seq, why: expect.stringContaining(why) })
    expect(rows).toBeLessThan(seq)
  })

  it('the verification of an unchanged log has no findings and returns its head', async () => {
    const [last] = await query('select hash from audit_log where seq = 5')
    expect(await walk()).toEqual({ rows: 5, erased: 0, head: last?.hash, broken: null })
  })
})

describe('The audit table', () => {
  it.each([`update audit_log set actor_name = 'x'`, 'delete from audit_log'])(
    'the database refuses %s',
    async (statement) => {
      await addThing(1)
      await expect(query(statement)).rejects.toThrow('the audit log is append-only')
    },
  )
})

describe('Removing data from the audit log', () => {
  const erase = (name: string) =>
    database.db.transaction((tx) =>
      eraseFromAudit(
        tx,
        { actor: null, requestId: 'erase', at: NOW },
        { words: [name], usernames: [] },
        (row) => JSON.parse(JSON.stringify(row).replaceAll(JSON.stringify(name).slice(1, -1), 'Erased person 0001')),
        { target: 'people/1', after: { name: 'Erased person 0001' } },
      ),
    )
  const allowEdits = () => query('alter table audit_log disable trigger audit_log_append_only')
  afterEach(() => query('alter table audit_log enable trigger audit_log_append_only'))
  beforeEach(async () => {
    for (let id = 1; id <= 5; id++) await addThing(id, id % 2 === 1 ? 'Jules "J" Arden' : 'Lena Brandt')
  })

  it('erasing a person keeps the chain valid, and the verification counts the erased rows', async () => {
    expect(await erase('Jules "J" Arden')).toBe(3)
    expect(await query(`select seq from audit_log where after::text like '%Jules%'`)).toEqual([])
    expect(await walk()).toMatchObject({ rows: 6, erased: 3, broken: null })
    expect(await query('select action, target, after from audit_log where seq = 6')).toEqual([
      {
        action: 'erasePerson',
        target: 'people/1',
        after: { name: 'Erased person 0001', rows: 3, sha256: expect.stringMatching(/^[\da-f]{64}$/) },
      },
    ])
    await addThing(7)
    expect(await erase(BY.actor.name)).toBe(6)
    expect(await walk()).toMatchObject({ rows: 8, erased: 6, broken: null })
  })

  it.each([
    ['an erased row that says something else', `update audit_log set after = '{"id": 9}' where seq = 3`, 3, 'content'],
    ['another row that says something else', `update audit_log set after = '{"id": 9}' where seq = 2`, 2, 'content'],
    ['an erasure that is told of otherwise', `update audit_log set after = '{"rows": 1}' where seq = 6`, 6, 'content'],
    ['an erasure that is forgotten', 'delete from audit_erasures where seq = 3', 3, 'content'],
    ['an erasure that is no longer there', 'delete from audit_log where seq = 6', 1, 'no row vouches'],
    ['an erasure that no row tells of', `insert into audit_erasures values (2, 99, 'x')`, 2, 'content'],
    [
      'an altered row that claims to belong to an erasure',
      `update audit_log set after = null where seq = 2;
       insert into audit_erasures select 2, 6, hash from audit_erasures where seq = 3`,
      2,
      'content',
    ],
  ])('the verification after an erasure detects: %s', async (_, tamper, seq, why) => {
    await erase('Jules "J" Arden')
    await allowEdits()
    await query(tamper)
    expect((await walk()).broken).toMatchObject({ seq, why: expect.stringContaining(why) })
  })

  it('a modified row with a matching hash is detected by the row after it', async () => {
    await erase('Jules "J" Arden')
    await allowEdits()
    // Simulate tampering: the row repeats the content of another, erased row, with the matching hash.
    await query(`update audit_log set actor_name = 'Somebody' where seq = 2`)
    const altered = await database.db.transaction((tx) =>
      eraseFromAudit(
        tx,
        { actor: null, requestId: 'x', at: NOW },
        { words: ['Somebody'], usernames: [] },
        (row) => ({ ...row, actorName: 'X' }),
        {
          target: 'x',
          after: {},
        },
      ),
    )
    expect(altered).toBe(1)
    await query('delete from audit_log where seq = 7; update audit_erasures set erasure = 6 where erasure = 7')
    expect((await walk()).broken).toEqual({ seq: 1, why: 'what it says now is not what row 6 vouches for' })
    await query('update audit_erasures set erasure = 4 where seq = 2')
    expect((await walk()).broken).toEqual({ seq: 2, why: 'no row vouches for what it says now' })
  })

  it('cutting the oldest rows keeps a valid chain, and the cut is an entry of its own', async () => {
    await erase('Jules "J" Arden')
    expect(await cutAudit(database, NOW, NOW)).toBe(0)
    const later = new Date(NOW.getTime() + 1)
    audit = createAudit({ database, changes: createChanges(), clock: () => later })
    await addThing(8)
    expect(await cutAudit(database, later, later)).toBe(6)
    expect(await seqs()).toEqual([7, 8])
    expect(await query('select action, target, actor_id, after from audit_log where seq = 8')).toEqual([
      {
        action: 'cutAuditLog',
        target: 'audit',
        actor_id: null,
        after: { rows: 6, through: 6, hash: expect.any(String) },
      },
    ])
    expect(await walk()).toMatchObject({ rows: 2, broken: null })
    expect(await query('select * from audit_erasures')).toEqual([])
    const { rows, total } = await listAudit(database.db, {
      page: 1,
      pageSize: 25,
      tz: 0,
      endTz: undefined,
      import: undefined,
    })
    expect([rows.map(({ seq }) => seq), total]).toEqual([[8, 7], 2])
    expect(await wasEverDone(database.db, ['addQuickLink'])).toBe(true)

    await allowEdits()
    await query('delete from audit_log where seq = 7')
    expect((await walk()).broken).toEqual({ seq: 8, why: 'row 7 is missing' })
  })

  it('a cut can end at an erasure, or remove everything', async () => {
    await erase('Jules "J" Arden')
    const later = new Date(NOW.getTime() + 1)
    await query('alter table audit_log disable trigger audit_log_append_only')
    await query(`delete from audit_log where seq > 6`)
    await query('alter table audit_log enable trigger audit_log_append_only')
    // The erased rows are gone, but the row of the erasure is still there.
    const times = async (seq: number) => (await query(`select at from audit_log where seq = ${seq}`))[0]?.at
    expect(await times(6)).toEqual(NOW)
    expect(await cutAudit(database, later, later)).toBe(6)
    expect(await walk()).toMatchObject({ rows: 1, broken: null })
    expect(await cutAudit(database, later, later)).toBe(0)
    expect(await cutAudit(database, new Date(later.getTime() + 1), later)).toBe(1)
    expect(await walk()).toMatchObject({ rows: 1, broken: null })
  })
})
