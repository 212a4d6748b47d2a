import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { findUndoing, listImports, undoImport } from '#features/audit/contract.ts'
import { PEOPLE } from '#test/people.ts'
import { txAdminDatabase } from '#test/txadmin.ts'
import { useSharedWorld } from '#test/world.ts'
import { type MoveInDraft, moveIn } from '../contract.ts'
import { readSource, recogniseSource } from '../source-rules.ts'

const world = useSharedWorld()

const FILE = { name: 'playersDB.json', sha256: 'a'.repeat(64) }

/** A database of this version. Each seed has its own people and actions. */
function databaseOf(version: number, players = 25, seed = version) {
  const database = txAdminDatabase({ version, players, actions: 40, seed })
  return { ...database, actions: database.actions.map((action) => ({ ...action, id: `${action.id}${seed}` })) }
}

/** The request body that the page sends for such a database. */
function draftOf(...which: Parameters<typeof databaseOf>): MoveInDraft {
  const recognised = recogniseSource(JSON.stringify(databaseOf(...which)))
  const read = readSource(recognised, { changedAt: '2026-11-01T12:00:00.000Z' })
  if ('csv' in read) throw new Error('this is no history')
  const { leftOut: _, ...history } = read
  return { file: FILE, history, decisions: { accounts: {}, olderThan: null } }
}

const tryIt = async (body: MoveInDraft) => (await world().as.owner(moveIn, { query: { dryRun: 'true' }, body })).body
const moveInWith = (body: MoveInDraft) => world().as.owner(moveIn, { body })
const pastImports = async () => (await world().as.owner(listImports, { query: { list: 'player-actions' } })).body.data

/** The rows of every table whose name matches a pattern, as text. */
async function rowsOf(tablesLike: string): Promise<string[]> {
  const { db } = world().database
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name like ${tablesLike}
      order by table_name`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.execute<{ row: string }>(
      sql`select t::text as row from ${sql.identifier(name)} t order by t::text`,
    )
    texts.push(...rows.map(({ row }) => row))
  }
  return texts
}

describe('Importing a player database', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    'a database of version %i is imported once, as its dry run shows',
    async (version) => {
      const draft = draftOf(version)
      const { people, actions } = draft.history
      const tried = await tryIt(draft)
      expect(tried).toMatchObject({ source: 'txadmin', version: String(version), unreadable: [], questions: [] })
      expect([tried.new, tried.actions.new]).toEqual([people.length + actions.length, actions.length])
      const done = await moveInWith(draft)
      expect([done.status, done.body]).toEqual([200, tried])
      expect(await tryIt(draft)).toMatchObject({ new: 0, changed: 0, same: people.length + actions.length })
      expect((await moveInWith(draft)).body).toMatchObject({ new: 0, changed: 0 })
    },
  )

  it('no hardware id is stored in any column', async () => {
    const hardware = databaseOf(5).players.flatMap(({ hwids }) => hwids)
    const kept = (await rowsOf('%')).join('\n')
    expect(hardware.length).toBeGreaterThan(20)
    expect(kept).toContain(draftOf(5).history.people[0]?.name)
    for (const id of hardware) expect(kept).not.toContain(String(id).slice(2))
  })

  it('an import is undone as one change, and can be repeated', async () => {
    const before = [await rowsOf('player%'), await rowsOf('subject%')]
    expect(before.flat().length).toBeGreaterThan(100)
    const draft = { ...draftOf(5, 20, 77), file: { ...FILE, name: 'undone.json' } }
    const { people, actions } = draft.history
    const fresh = await moveInWith(draft)
    expect(fresh.body.new).toBe(people.length + actions.length)
    const [latest] = await pastImports()
    expect(latest).toMatchObject({ file: 'undone.json', undone: null })
    const one = { params: { id: String(latest?.id) } }
    expect((await world().as.owner(findUndoing, one)).body).toMatchObject({ restores: 0, stay: 0 })
    expect((await world().as.owner(undoImport, one)).status).toBe(200)
    expect([await rowsOf('player%'), await rowsOf('subject%')]).toEqual(before)
    expect(await tryIt(draft)).toMatchObject({ new: fresh.body.new, same: 0 })
  })

  it('a license with several accounts is refused until the account is chosen', async () => {
    const draft = draftOf(5, 60, 60)
    const { questions } = await tryIt(draft)
    const shared = draft.history.people.filter(
      ({ identifiers }) => identifiers.filter((id) => id.startsWith('discord:')).length > 1,
    )
    expect([shared.length, questions.length]).toEqual([1, 1])
    const refused = await moveInWith(draft)
    expect([refused.status, refused.body]).toMatchObject([409, { error: { code: 'open_questions' } }])
    const [account] = questions[0]?.accounts ?? []
    const accounts = { [questions[0]?.identifier ?? '']: account?.id ?? '' }
    const answered = await moveInWith({ ...draft, decisions: { accounts, olderThan: null } })
    expect([answered.status, answered.body.questions]).toEqual([200, []])
  })

  it('entries from before a chosen date are omitted', async () => {
    const draft = draftOf(6, 30, 30)
    const report = await tryIt({ ...draft, decisions: { accounts: {}, olderThan: '2030-01-01' } })
    expect(report.actions).toEqual({ new: 0, same: 0, changed: 0 })
  })
})

describe('Unacceptable content', () => {
  /** Sends any body, as another program might. */
  const send = async (body: unknown) => {
    const { statusCode: status, body: answer } = await world().app.inject({
      method: moveIn.method,
      url: moveIn.path,
      headers: {
        cookie: await world().signIn(PEOPLE.owner),
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
      },
      payload: JSON.stringify(body),
    })
    return { status, body: JSON.parse(answer) }
  }

  it.each<[string, { person?: object; action?: object }]>([
    ['seen in the year 0000', { person: { firstSeen: '0000-01-01T00:00:00Z' } }],
    ['of a note in the year 0000', { person: { note: { text: 'x', by: null, at: '0000-01-01T00:00:00Z' } } }],
    ['given in the year 0000', { action: { at: '0000-12-31T00:00:00Z' } }],
    ['that ends in the year 0000', { action: { expiresAt: '0000-12-31T00:00:00Z' } }],
    ['of more minutes than a life has', { person: { playMinutes: 2 ** 31 } }],
  ])('invalid content is refused without a server error: %s', async (_, { person, action }) => {
    const draft = draftOf(5, 3, 91)
    const { people, actions } = draft.history
    const history = {
      ...draft.history,
      people: people.map((one) => ({ ...one, ...person })),
      actions: actions.map((one) => ({ ...one, ...action })),
    }
    expect((await send({ ...draft, history })).status).toBe(400)
  })

  it('the list of admins is refused with an explanation', async () => {
    const { status, body } = await send([
      { name: 'mdelgado', master: true, password_hash: '$2y$11$x', permissions: [] },
    ])
    expect([status, body]).toMatchObject([
      400,
      { error: { fields: { body: expect.stringContaining('hashes of their passwords') } } },
    ])
  })

  it('hardware ids, IP addresses and password hashes are refused in every field', async () => {
    const draft = draftOf(5)
    const [first] = draft.history.people
    const withPerson = (more: object) => ({ ...draft, history: { ...draft.history, people: [{ ...first, ...more }] } })
    const answers = []
    for (const more of [{ hwids: ['2:ab'] }, { identifiers: ['ip:203.0.113.7'] }, { identifiers: ['hwid:2'] }]) {
      answers.push((await send(withPerson(more))).status)
    }
    answers.push((await send({ ...draft, admins: [{ password_hash: 'x' }] })).status)
    expect(answers).toEqual([400, 400, 400, 400])
  })
})
