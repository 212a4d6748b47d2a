import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Topic } from '#lib/topics.ts'
import { createChanges } from '#server/changes.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { type Audit, asJson, createAudit, verifyAudit } from './store.ts'

const BY = { actor: { id: '310000000000000203', name: 'Priya Castell' }, requestId: 'request-1' }
const NOW = new Date('2026-03-14T18:30:00.123Z')

let database: TestDatabase
let audit: Audit
let announced: Topic[]

beforeAll(async () => {
  database = await testDatabase()
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
  audit.change(BY, ['roster'], async (tx) => {
    await tx.execute(sql`insert into thing values (${id}, ${name})`)
    return { result: id, entries: [{ action: 'addThing', target: `things/${id}`, after: { id, name } }] }
  })
const query = async (text: string) => (await database.pool.query(text)).rows
const seqs = async () => (await query('select seq from audit_log order by seq')).map(({ seq }) => Number(seq))
const walk = () => verifyAudit(database.db)

describe('A change', () => {
  it('is written down with who, when, what, on what, before, after and the request', async () => {
    await audit.change(BY, [], async () => ({
      result: null,
      entries: [{ action: 'changeThing', target: 'things/1', before: { name: 'a' }, after: { name: 'b' } }],
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

  it('that fails leaves neither itself nor a row, and is not announced', async () => {
    await addThing(1)
    announced = []
    await expect(addThing(1)).rejects.toThrow()
    await expect(
      audit.change(BY, ['roster'], async (tx) => {
        await tx.execute(sql`insert into thing values (2, 'two')`)
        return { result: null, entries: [{ action: 'addThing', target: 'x', after: { text: 'no \u0000 in jsonb' } }] }
      }),
    ).rejects.toThrow()
    expect(await query('select id from thing')).toEqual([{ id: 1 }])
    expect(await seqs()).toEqual([1])
    expect(announced).toEqual([])
  })

  it('is announced after the commit, when others can see it', async () => {
    const changes = createChanges()
    const seen: Promise<unknown>[] = []
    changes.on(() => seen.push(query('select name from thing')))
    audit = createAudit({ database, changes, clock: () => NOW })
    await addThing(1, 'seen')
    expect(await Promise.all(seen)).toEqual([[{ name: 'seen' }]])
  })

  it('that changed nothing is not written down and not announced', async () => {
    expect(await audit.change(BY, ['roster'], async () => ({ result: 'same', entries: [] }))).toBe('same')
    expect([await seqs(), announced]).toEqual([[], []])
  })

  it('of the site itself has no actor', async () => {
    await audit.change({ actor: null, requestId: 'start' }, [], async () => ({
      result: null,
      entries: [{ action: 'arrive', target: 'ten-codes' }],
    }))
    expect(await query('select actor_id, before, after from audit_log')).toEqual([
      { actor_id: null, before: null, after: null },
    ])
    expect((await walk()).broken).toBeNull()
  })

  it('may be thousands at once, as an import is', async () => {
    const entries = Array.from({ length: 6_000 }, (_, index) => ({ action: 'addThing', target: `things/${index}` }))
    await audit.change(BY, [], async () => ({ result: null, entries }))
    expect(await walk()).toMatchObject({ rows: 6_000, broken: null })
  })

  it('made by many at once keeps the chain whole, without a gap', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, index) => addThing(index)))
    expect(await seqs()).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
    expect(await walk()).toMatchObject({ rows: 40, broken: null })
  })
})

describe('What is written survives the way through the database', () => {
  it.each([
    ['keys in another order', { zebra: 1, apple: { y: 1, x: [{ b: 1, a: 2 }] } }],
    ['numbers', { whole: 9_007_199_254_740_991, fraction: 0.1, negative: -5, small: 1e-7, minusZero: -0 }],
    ['words of any kind', { text: 'Ünïcödé 🌴 "quoted" \\ \n\t', empty: '' }],
    ['nothing', { none: null, list: [], object: {} }],
    ['dates', { hiredAt: new Date('2026-01-02T03:04:05.006Z') }],
    ['fields without a value', { name: 'a', left: undefined }],
    ['half a character', { name: 'a\ud83c' }],
  ])('%s', async (_, record) => {
    await audit.change(BY, [], async () => ({
      result: null,
      entries: [{ action: 'addThing', target: 'x', before: asJson(record), after: asJson(record) }],
    }))
    expect((await walk()).broken).toBeNull()
  })
})

describe('The chain finds', () => {
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
  ])('%s', async (_, tampering, seq, why) => {
    for (const statement of tampering.split(';')) await query(statement)
    const { broken, rows } = await walk()
    expect(broken).toEqual({ seq, why: expect.stringContaining(why) })
    expect(rows).toBeLessThan(seq)
  })

  it('nothing where nobody touched it, and names its head', async () => {
    const [last] = await query('select hash from audit_log where seq = 5')
    expect(await walk()).toEqual({ rows: 5, head: last?.hash, broken: null })
  })
})

describe('Following', () => {
  it('announces once what another process wrote, and nothing that was announced or was there before', async () => {
    const other = createAudit({ database, changes: createChanges(), clock: () => NOW })
    const write = (target: string) =>
      other.change({ ...BY, requestId: 'import-command' }, [], async () => ({
        result: null,
        entries: [{ action: 'add', target }],
      }))
    await write('roster/1')
    await audit.follow()
    await addThing(1)
    expect(announced.splice(0)).toEqual(['roster'])
    await audit.follow()
    expect(announced).toEqual([])

    for (const target of ['ten-codes/1', 'roster/2', 'roster', 'sessions/1']) await write(target)
    await audit.follow()
    expect(announced.splice(0)).toEqual(['roster', 'ten-codes'])
    await audit.follow()
    expect(announced).toEqual([])
  })
})

describe('The table', () => {
  it.each([`update audit_log set actor_name = 'x'`, 'delete from audit_log'])('refuses %s', async (statement) => {
    await addThing(1)
    await expect(query(statement)).rejects.toThrow('the audit log is append-only')
  })
})
