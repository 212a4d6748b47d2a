import { eq, type SQL, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { containsText } from '#server/database/folded.ts'
import { useWorld } from '#test/world.ts'
import { MAX_FOUND } from '../rules.ts'
import { listFirstMatches, SAMPLE_SIZE, type Sorting } from './match-store.ts'
import { disciplinaryActions as actions } from './tables.ts'

const world = useWorld()

/** Three times as many actions as are checked one by one. */
const ALL = SAMPLE_SIZE * 3
const MOST = MAX_FOUND + 1

/** The actions that contain each word, counted from the oldest. */
const HAS_WORD: Record<string, (n: number) => boolean> = {
  always: () => true,
  oftener: (n) => n % 4 === 0,
  usual: (n) => n % 50 === 0,
  recent: (n) => n > ALL - 30,
  rare: (n) => n % 500 === 0,
  oldest: (n) => n === 1,
  never: () => false,
}

const TYPES = ['Note', 'Strike', 'Verbal Warning']
const typeOf = (n: number) => TYPES[n % TYPES.length] ?? ''
const personOf = (n: number) => `Person ${String(n % 700).padStart(3, '0')}`

beforeEach(async () => {
  const numbers = Array.from({ length: ALL }, (_, index) => index + 1)
  const reasons = numbers.map((n) =>
    Object.keys(HAS_WORD)
      .filter((word) => HAS_WORD[word]?.(n))
      .join(' '),
  )
  await world().database.pool.query(
    `insert into disciplinary_actions (date, user_id, user_name, admin_id, admin_name, type, internal_reason)
     select timestamptz '2026-01-01' + n * interval '1 minute', '4' || user_name, user_name, '42', 'Quinn Ash', type, reason
     from unnest($1::int[], $2::text[], $3::text[], $4::text[]) as made (n, user_name, type, reason)`,
    [numbers, numbers.map(personOf), numbers.map(typeOf), reasons],
  )
})

const BY_DATE = { by: actions.date, isDescending: true }
const ORDERS = {
  'the newest first': { sorting: BY_DATE, keyOf: (n: number) => -n },
  'the oldest first': { sorting: { by: actions.date, isDescending: false }, keyOf: (n: number) => n },
  'by name': {
    sorting: { by: sql`${actions.userKey} collate "C"`, isDescending: false },
    keyOf: (n: number) => (n % 700) * ALL + n,
  },
}

async function found(word: string, where: SQL | undefined, sorting: Sorting = BY_DATE) {
  const searched = containsText(actions.search, word)
  const { db } = world().database
  const ids = await listFirstMatches(db, actions, { where, searched, sorting, most: MOST })
  const dates = new Map(
    (await db.select({ id: actions.id, date: actions.date }).from(actions)).map((row) => [row.id, row.date]),
  )
  return ids.map((id) => ((dates.get(id)?.getTime() ?? 0) - Date.parse('2026-01-01')) / 60_000)
}

it.each(Object.entries(ORDERS))(
  'the first actions with a word are found, even for frequent words, %s',
  async (_, { sorting, keyOf }) => {
    const numbers = Array.from({ length: ALL }, (_, index) => index + 1).toSorted((a, b) => keyOf(a) - keyOf(b))
    for (const [word, has] of Object.entries(HAS_WORD)) {
      expect(await found(word, undefined, sorting), word).toEqual(numbers.filter(has).slice(0, MOST))
      const strikes = numbers.filter((n) => has(n) && typeOf(n) === 'Strike')
      expect(await found(word, eq(actions.type, 'Strike'), sorting), `${word}, of a type`).toEqual(
        strikes.slice(0, MOST),
      )
    }
  },
)
