import type { PoolClient } from 'pg'

export type Client = PoolClient

export interface Column {
  name: string
  /** The type as PostgreSQL writes it, such as `timestamp(3) with time zone`. */
  type: string
  /** The column is computed from others, so it is never copied. */
  isGenerated: boolean
  /** The sequence that provides the column's values. Null if there is none. */
  sequence: string | null
}

/** A table, from the database's own catalog. */
export interface Table {
  name: string
  columns: Column[]
  /** The columns of the primary key, in order. */
  key: string[]
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Every table of the site. A table comes after the tables that it refers to, otherwise they are ordered by name. */
export async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Column & { table: string; keyPosition: number | null }>(`
    select t.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
           a.attgenerated <> '' as "isGenerated",
           pg_get_serial_sequence(format('public.%I', t.relname), a.attname) as sequence,
           array_position(i.indkey::int2[], a.attnum) as "keyPosition"
    from pg_class t
    join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_index i on i.indrelid = t.oid and i.indisprimary
    where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
      and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')
    order by t.relname collate "C", a.attnum`)
  const links = await client.query<{ child: string; parent: string }>(`
    select c.relname as child, p.relname as parent
    from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid
    where f.contype = 'f' and f.connamespace = 'public'::regnamespace and c.oid <> p.oid`)
  const tables = new Map<string, { table: Table; positions: Map<string, number> }>()
  const newTable = (name: string): { table: Table; positions: Map<string, number> } => ({
    table: { name, columns: [], key: [] },
    positions: new Map(),
  })
  for (const { table: name, keyPosition, ...column } of rows) {
    const known = tables.get(name) ?? newTable(name)
    tables.set(name, known)
    known.table.columns.push(column)
    if (keyPosition !== null) known.positions.set(column.name, keyPosition)
  }
  const ordered: Table[] = []
  const place = (name: string) => {
    const known = tables.get(name)
    if (known === undefined || ordered.includes(known.table)) return
    tables.delete(name)
    for (const { child, parent } of links.rows) if (child === name) place(parent)
    known.table.key = [...known.positions].sort(([, a], [, b]) => a - b).map(([column]) => column)
    ordered.push(known.table)
  }
  for (const name of [...tables.keys()]) place(name)
  return ordered
}

/** The number of rows in one fetch: few enough for rows of a hundred thousand characters each. */
const AT_ONCE = 500

/**
 * Reads every row as a line of JSON that PostgreSQL produces, ordered by the key. The same rows give the same lines on
 * both engines. It reads through a cursor, so it needs a transaction.
 */
export async function* readRows(
  client: Client,
  table: Pick<Table, 'name' | 'key'>,
  columns: readonly Column[],
): AsyncGenerator<string[]> {
  if (table.key.length === 0) throw new Error(`The table ${table.name} has no primary key to read it in order by`)
  const isText = (name: string) =>
    columns.some((column) => column.name === name && /^(text|character|name)/.test(column.type))
  const order = table.key.map((name) => `${quoted(name)}${isText(name) ? ' collate "C"' : ''}`)
  await client.query(
    `declare site_rows no scroll cursor for
     select row_to_json(r)::text from (
       select ${columns.map(({ name }) => quoted(name)).join(', ')} from ${quoted(table.name)} order by ${order.join(', ')}
     ) r`,
  )
  for (;;) {
    const { rows } = await client.query<[string]>({ text: `fetch ${AT_ONCE} from site_rows`, rowMode: 'array' })
    if (rows.length > 0) yield rows.map(([line]) => line)
    if (rows.length < AT_ONCE) break
  }
  await client.query('close site_rows')
}
