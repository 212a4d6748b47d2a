import { type Client, quoted, readTables, type Table } from './backup/catalog.ts'
import { lockTables } from './locks.ts'

/** The personal data in the columns of a table. Every text column is in one of these lists. */
export interface TableOfPeople {
  /** Columns with Discord IDs. */
  ids?: readonly string[]
  /** Columns with names, each with the column of the name's Discord ID. */
  names?: Readonly<Record<string, string>>
  /**
   * Columns with a game's identifiers of a person, each with the column of the Discord ID. They are unique to a person.
   */
  identifiers?: Readonly<Record<string, string>>
  /**
   * Columns with text that people wrote, which may name anybody. A name that was typed without an id belongs here too.
   */
  texts?: readonly string[]
  /**
   * For `texts` columns with JSON objects: the parts that the community itself wrote, such as a rule, or 'all', such as
   * for a URL. A word there equals a person's name only by chance, or is part of a link. So only ids are replaced
   * there, and names are reported.
   */
  communityParts?: Readonly<Record<string, readonly string[] | 'all'>>
  /**
   * Columns with labels that identify a record, such as a callsign. A label may name a person, but other records refer
   * to it. So it is shown and reported, and never rewritten.
   */
  labels?: readonly string[]
  /** Text columns without personal data. */
  others?: readonly string[]
  /** Columns of `others` with credentials. They are shown to nobody. */
  secrets?: readonly string[]
  /**
   * The id column of a row's person. Erasing that person deletes the row. Without it, rows stay under the pseudonym.
   */
  deletedWith?: string
  /** Rows belong to the person of a row in one of these tables, and are deleted with that row. */
  through?: readonly Through[]
  /** Rows that belong to the person through other tables are deleted even if the rows there stay. */
  isDeletedThrough?: boolean
  /** Other code shows and erases the table's rows. */
  isHandledElsewhere?: boolean
}

/** A row belongs to the person of the row in `table` with the `id` in `column`. */
interface Through {
  column: string
  table: string
  /** The column in `table` with the person. Left out if a row there belongs to a person through yet another table. */
  of?: string
  /** Applies only to rows with these values. */
  where?: Readonly<Record<string, string>>
}

/** The personal data of each table, by its name. */
export type PersonalData = Readonly<Record<string, TableOfPeople>>

export interface Person {
  id: string
  /** Every name that is stored beside the person's id, longest first. */
  names: readonly string[]
  /** Names that nobody else has and that are no ordinary word. Anywhere in a text, they mean this person. */
  ownNames: readonly string[]
  /**
   * Discord usernames that nobody else has but that may be an ordinary word. They mean this person only as a whole text
   * or after an `@`.
   */
  usernames: readonly string[]
  /** Names that another person has too. They mean this person only beside their id. */
  sharedNames: readonly string[]
  /** The game's identifiers of the person. */
  identifiers: readonly string[]
}

export interface Pseudonym {
  id: string
  name: string
}

/** The form of Discord usernames. `NO_WORD` matches those with a digit, a dot or an underscore, which are no word. */
const USERNAME = /^[a-z\d_.]{2,32}$/
const NO_WORD = /^(?=.*[a-z])(?=.*[\d_.]).{5,}$/

/** Collects the names that are stored beside an id, and finds out which of them nobody else has. */
export async function findPerson(client: Client, id: string, data: PersonalData): Promise<Person> {
  const pairs = Object.entries(data).flatMap(([table, { names = {} }]) =>
    Object.entries(names).map(([name, of]) => ({ table: quoted(table), name: quoted(name), of: quoted(of) })),
  )
  const found = new Set<string>()
  for (const { table, name, of } of pairs) {
    const { rows } = await client.query<{ name: string }>(
      `select distinct ${name} as name from ${table} where ${of} = $1 and ${name} is not null`,
      [id],
    )
    for (const row of rows) found.add(row.name)
  }
  const names = [...found].filter((name) => name.trim() !== '').sort((a, b) => b.length - a.length)
  const ownNames: string[] = []
  const usernames: string[] = []
  const sharedNames: string[] = []
  for (const wanted of names.filter((name) => /\S\s+\S/.test(name) || USERNAME.test(name))) {
    const others = pairs.map(
      ({ table, name, of }) => `exists (select from ${table} where ${name} = $1 and ${of} <> $2)`,
    )
    const { rows } = await client.query<{ shared: boolean }>(`select ${others.join(' or ')} as shared`, [wanted, id])
    const isWord = USERNAME.test(wanted) && !NO_WORD.test(wanted)
    const kind = rows[0]?.shared ? sharedNames : isWord ? usernames : ownNames
    kind.push(wanted)
  }
  return { id, names, ownNames, usernames, sharedNames, identifiers: await identifiersOf(client, id, data) }
}

async function identifiersOf(client: Client, id: string, data: PersonalData): Promise<string[]> {
  const found: string[] = []
  for (const [table, { identifiers = {} }] of Object.entries(data)) {
    for (const [column, of] of Object.entries(identifiers)) {
      const { rows } = await client.query<{ identifier: string }>(
        `select unnest(${quoted(column)}) as identifier from ${quoted(table)} where ${quoted(of)} = $1`,
        [id],
      )
      found.push(...rows.map(({ identifier }) => identifier))
    }
  }
  return found
}

/** The search terms that find every row about a person. */
export const searchTermsOf = ({ id, ownNames, identifiers }: Person) => [id, ...ownNames, ...identifiers]

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const wholeWordPattern = (word: string) => new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(word)}(?![\\p{L}\\p{N}_])`, 'gu')

/**
 * Replaces a person in a text by a pseudonym. Beside the person's id, all of their names are replaced. Elsewhere only
 * names that nobody else has are replaced, and a single word only if it is their username.
 */
export function withoutPerson(text: string, person: Person, pseudonym: Pseudonym, isBesideId: boolean): string {
  let left = person.usernames.includes(text) ? pseudonym.name : text
  for (const name of person.usernames)
    left = left.replace(new RegExp(`@${escaped(name)}(?!\\.?[a-z\\d_])`, 'giu'), pseudonym.name)
  for (const id of [person.id, ...person.identifiers]) left = left.replace(wholeWordPattern(id), pseudonym.id)
  for (const name of isBesideId ? person.names : person.ownNames)
    left = left.replace(wholeWordPattern(name), pseudonym.name)
  return left
}

/** As `withoutPerson`, in every text of a JSON value. */
export function valueWithoutPerson(value: unknown, person: Person, pseudonym: Pseudonym, isBesideId: boolean): unknown {
  const within = (part: unknown) => valueWithoutPerson(part, person, pseudonym, isBesideId)
  if (typeof value === 'string') return withoutPerson(value, person, pseudonym, isBesideId)
  if (Array.isArray(value)) return value.map(within)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, within(part)]))
}

type Row = Record<string, unknown>

const wholeOf = (name: string) => `${quoted(name)}::text`

/** SQL for a column as text, without the parts that the community wrote. */
function textOf(name: string, { communityParts = {} }: TableOfPeople): string {
  const parts = communityParts[name] ?? []
  if (parts === 'all') return `''::text`
  return parts.length === 0
    ? wholeOf(name)
    : `(${quoted(name)} - array[${parts.map((part) => `'${part}'`).join(', ')}])::text`
}

/** Every row about a person, table by table, except in tables with `isHandledElsewhere`. */
export async function* rowsOf(
  client: Client,
  person: Person,
  data: PersonalData,
): AsyncGenerator<{ table: string; row: Row }> {
  for (const table of await readTables(client)) {
    const personalColumns = data[table.name]
    if (personalColumns === undefined || personalColumns.isHandledElsewhere) continue
    const columns = table.columns.filter(
      ({ name, isGenerated }) => !isGenerated && !personalColumns.secrets?.includes(name),
    )
    for await (const rows of rowsNaming(
      client,
      person,
      personalColumns,
      belongingTo(personalColumns, data),
      table,
      columns.map(({ name }) => name),
    )) {
      for (const { row } of rows) yield { table: table.name, row }
    }
  }
}

async function* rowsNaming(
  client: Client,
  person: Person,
  personalColumns: TableOfPeople,
  belonging: string | null,
  table: Table,
  columns: readonly string[],
  isErasing = false,
): AsyncGenerator<{ at: string; row: Row }[]> {
  const { ids = [], texts: rewritten = [], labels = [], deletedWith } = personalColumns
  const texts = isErasing ? rewritten : [...rewritten, ...labels]
  const words = searchTermsOf(person).map((word, at) => ({ at: `$${at + 1}`, isName: person.ownNames.includes(word) }))
  const usernames = `$${words.length + 1}::text[]`
  const conditions = [
    ...ids.map((name) => `${quoted(name)} = $1`),
    ...(belonging === null ? [] : [belonging]),
    ...texts.flatMap((name) => [
      ...words.map(({ at, isName }) => `strpos(${isName ? textOf(name, personalColumns) : wholeOf(name)}, ${at}) > 0`),
      `${textOf(name, personalColumns)} = any(${usernames})`,
      `exists (select from unnest(${usernames}) username where strpos(lower(${textOf(name, personalColumns)}), '@' || username) > 0)`,
    ]),
  ]
  if (conditions.length === 0) return
  const staying = isErasing && deletedWith !== undefined ? ` and ${quoted(deletedWith)} <> $1` : ''
  await client.query(
    `declare of_person no scroll cursor for
     select ctid::text as at, row_to_json((select r from (select ${columns.map(quoted).join(', ')}) r)) as row
     from ${quoted(table.name)} where (${conditions.join(' or ')})${staying}`,
    // PostgreSQL rejects parameters that the statement does not use.
    texts.length > 0 ? [...searchTermsOf(person), person.usernames] : [person.id],
  )
  for (;;) {
    const { rows } = await client.query<{ at: string; row: Row }>('fetch 500 from of_person')
    if (rows.length > 0) yield rows
    if (rows.length < 500) break
  }
  await client.query('close of_person')
}

/** The SQL condition for rows that belong to the person `$1` through other tables. Null if there are no such tables. */
function belongingTo({ through = [] }: TableOfPeople, data: PersonalData): string | null {
  const ways = through.map(({ column, table, of, where = {} }) => {
    const owner = of === undefined ? belongingTo(data[table] ?? {}, data) : `${quoted(of)} = $1`
    const only = Object.entries(where).map(([name, value]) => `${quoted(name)} = '${value}' and `)
    return `${only.join('')}${quoted(column)} in (select id from ${quoted(table)} where ${owner})`
  })
  return ways.length === 0 ? null : `(${ways.join(' or ')})`
}

/**
 * Replaces a person by a pseudonym in every table without `isHandledElsewhere`, and deletes the rows that go with the person.
 * Returns the number of changed and deleted rows by table. Needs a transaction, and locks these tables for writing
 * until its end.
 */
export async function erasePerson(
  client: Client,
  person: Person,
  pseudonym: Pseudonym,
  data: PersonalData,
): Promise<Record<string, number>> {
  const tables = (await readTables(client)).filter(({ name }) => isOfPeople(data[name]))
  await lockTables(client, tables)
  const touched: Record<string, number> = {}
  const remove = async (name: string, condition: string) => {
    const { rowCount } = await client.query(`delete from ${quoted(name)} where ${condition}`, [person.id])
    if (rowCount) touched[name] = (touched[name] ?? 0) + rowCount
  }
  // Delete these rows first, while the tables that they belong through still contain the person's id.
  for (const { name } of tables.toReversed()) {
    const belonging = data[name]?.isDeletedThrough ? belongingTo(data[name], data) : null
    if (belonging !== null) await remove(name, belonging)
  }
  for (const table of tables) {
    const personalColumns = data[table.name] ?? {}
    const { ids = [], names = {}, texts = [], communityParts = {} } = personalColumns
    const columns = [...ids, ...Object.keys(names), ...texts]
    for await (const rows of rowsNaming(client, person, personalColumns, null, table, columns, true)) {
      const changed = rows.flatMap(({ at, row }) => {
        const isBesideId = ids.some((name) => row[name] === person.id)
        const after: Row = { ...row }
        for (const name of ids) if (row[name] === person.id) after[name] = pseudonym.id
        for (const [name, of] of Object.entries(names))
          if (row[of] === person.id && row[name] !== null) after[name] = pseudonym.name
        for (const name of texts) {
          // In a JSON value, the id may be stored beside the name.
          const isJson = typeof row[name] === 'object'
          const isNamed = isBesideId || (isJson && JSON.stringify(row[name]).includes(person.id))
          const without = (named: Person) => valueWithoutPerson(row[name], named, pseudonym, isNamed)
          after[name] = withParts(without(person), without(idsOf(person)), communityParts[name])
        }
        return JSON.stringify(after) === JSON.stringify(row) ? [] : [{ at, ...after }]
      })
      if (changed.length === 0) continue
      await client.query(updateOf(table, columns), [JSON.stringify(changed), changed.map(({ at }) => at)])
      touched[table.name] = (touched[table.name] ?? 0) + changed.length
    }
  }
  for (const { name } of tables.toReversed()) {
    const deletedWith = data[name]?.deletedWith
    if (deletedWith !== undefined) await remove(name, `${quoted(deletedWith)} = $1`)
  }
  return touched
}

const idsOf = (person: Person): Person => ({ ...person, names: [], ownNames: [], usernames: [], sharedNames: [] })

/** A JSON object in which these parts come from another one. */
function withParts(value: unknown, of: unknown, parts: readonly string[] | 'all' = []): unknown {
  if (parts === 'all') return of
  if (parts.length === 0 || typeof value !== 'object' || typeof of !== 'object' || of === null) return value
  return { ...value, ...Object.fromEntries(Object.entries(of).filter(([name]) => parts.includes(name))) }
}

/** Whether erasing a person may change or delete rows of a table. */
const isOfPeople = ({ isHandledElsewhere, ids, texts, deletedWith, through }: TableOfPeople = {}) =>
  !isHandledElsewhere && [ids, texts, deletedWith, through].some((columns) => columns !== undefined)

/** Increases the record's version, so that a person who has it open cannot write the name back. */
function updateOf(table: Table, columns: readonly string[]): string {
  const typeOf = (name: string) => table.columns.find((column) => column.name === name)?.type ?? 'text'
  const versions = table.columns.filter(({ name }) => /(^|_)version$/.test(name) && !table.key.includes(name))
  const sets = [
    ...columns.map((name) => `${quoted(name)} = r.${quoted(name)}`),
    ...versions.map(({ name }) => `${quoted(name)} = t.${quoted('version')} + 1`),
  ]
  return `update ${quoted(table.name)} t set ${sets.join(', ')}
    from json_to_recordset($1::json) as r(at tid, ${columns.map((name) => `${quoted(name)} ${typeOf(name)}`).join(', ')})
    where t.ctid = any($2::tid[]) and t.ctid = r.at`
}

/**
 * Lists the places that may still name a person, for manual review: text that people wrote with a word of the person's
 * names, and text that the community wrote with a whole name.
 */
export async function listTraces(
  client: Client,
  person: Person,
  data: PersonalData,
): Promise<{ table: string; key: string; column: string }[]> {
  const words = [...new Set(person.names.flatMap((name) => name.match(/[\p{L}\p{N}]{3,}/gu) ?? []))]
  if (words.length === 0) return []
  const oneOf = (each: readonly string[]) => (each.length === 0 ? null : `\\m(${each.map(escaped).join('|')})\\M`)
  // The community's rules contain many single words, so only whole names count there.
  const whole = oneOf(person.names.filter((name) => /\S\s+\S/.test(name) || NO_WORD.test(name)))
  const found: { table: string; key: string; column: string }[] = []
  for (const table of await readTables(client)) {
    const key = table.key.map((name) => `${quoted(name)}::text`).join(` || '/' || `)
    const personalColumns = data[table.name] ?? {}
    const { texts = [], labels = [], communityParts = {} } = personalColumns
    for (const column of [...texts, ...labels]) {
      const text = textOf(column, personalColumns)
      const { rows } = await client.query<{ key: string }>(
        `select ${key} as key from ${quoted(table.name)} where ${text} ~* $1 or ${wholeOf(column)} ~* $2::text
         order by ${table.key.map(quoted).join(', ')}`,
        [oneOf(words), column in communityParts ? whole : null],
      )
      found.push(...rows.map((row) => ({ table: table.name, column, key: row.key })))
    }
  }
  return found
}
