import { z } from 'zod'
import { type Client, quoted, type Table } from '../backup/catalog.ts'
import type { PersonalData } from '../person.ts'

const FORMAT = 1

/** The JSON Schema of one column. */
const Property = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  items: z.object({ type: z.string() }).optional(),
  /** The kind of personal data: a Discord ID, a person's name, or a text that may name people. */
  personal: z.enum(['id', 'name', 'text']).optional(),
})
type Property = z.infer<typeof Property>

/** The contents of an archive, as its first file describes them. */
export const ArchiveSchema = z.object({
  format: z.literal(FORMAT),
  made: z.iso.datetime(),
  tables: z.array(
    z.object({
      name: z.string(),
      /** The pattern of the files with the table's rows. Each file is a list of rows, and the files are in order. */
      files: z.string(),
      rows: z.number(),
      /** The columns that identify a row. */
      key: z.array(z.string()),
      /** The foreign keys: columns that refer to a row of another table. */
      refersTo: z.array(z.object({ columns: z.array(z.string()), table: z.string() })),
      row: z.object({
        type: z.literal('object'),
        properties: z.record(z.string(), Property),
        required: z.array(z.string()),
        additionalProperties: z.literal(false),
      }),
    }),
  ),
})
export type ArchiveSchema = z.infer<typeof ArchiveSchema>

/** Describes tables from the database's own catalog. */
export async function describe(
  client: Client,
  tables: readonly Table[],
  personalData: PersonalData,
  made: Date,
): Promise<ArchiveSchema> {
  const { rows: nullable } = await client.query<{ column: string }>(
    `select table_name || '.' || column_name as column from information_schema.columns
     where table_schema = 'public' and is_nullable = 'YES'`,
  )
  const mayBeNull = new Set(nullable.map(({ column }) => column))
  const { rows: links } = await client.query<{ child: string; parent: string; columns: string[] }>(
    `select c.relname::text as child, p.relname::text as parent,
            array(select a.attname::text from unnest(f.conkey) k join pg_attribute a on a.attrelid = c.oid and a.attnum = k) as columns
     from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid
     where f.contype = 'f' and f.connamespace = 'public'::regnamespace order by f.conname collate "C"`,
  )
  const described: ArchiveSchema['tables'] = []
  for (const { name, key, columns } of tables) {
    const { rows: counted } = await client.query<{ n: string }>(`select count(*)::text as n from ${quoted(name)}`)
    described.push({
      name,
      files: `${name}/*.json`,
      rows: Number(counted[0]?.n ?? 0),
      key,
      refersTo: links
        .filter(({ child, columns: of }) => child === name && of.every((each) => columns.some((c) => c.name === each)))
        .map(({ parent, columns: of }) => ({ columns: of, table: parent })),
      row: {
        type: 'object',
        properties: Object.fromEntries(
          columns.map((column) => [
            column.name,
            propertyOf(
              column.type,
              mayBeNull.has(`${name}.${column.name}`),
              personalOf(personalData[name], column.name),
            ),
          ]),
        ),
        required: columns.map((column) => column.name),
        additionalProperties: false,
      },
    })
  }
  return { format: FORMAT, made: made.toISOString(), tables: described }
}

/** The JSON Schema of a column type, as PostgreSQL writes its values in JSON. */
function propertyOf(type: string, mayBeNull: boolean, personal: Property['personal']): Property {
  const typeSchema = typeOf(type)
  return {
    ...typeSchema,
    ...(typeSchema.type !== undefined && mayBeNull && { type: [String(typeSchema.type), 'null'] }),
    ...(personal !== undefined && { personal }),
  }
}

function typeOf(type: string): Property {
  if (type.endsWith('[]')) return { type: 'array', items: { type: String(typeOf(type.slice(0, -2)).type) } }
  if (/^(smallint|integer|bigint)$/.test(type)) return { type: 'integer' }
  if (/^(real|double|numeric)/.test(type)) return { type: 'number' }
  if (type === 'boolean') return { type: 'boolean' }
  if (type.startsWith('timestamp')) return { type: 'string', format: 'date-time' }
  if (type === 'date') return { type: 'string', format: 'date' }
  if (type === 'uuid') return { type: 'string', format: 'uuid' }
  // An empty schema allows any JSON value.
  if (/^jsonb?$/.test(type)) return {}
  return { type: 'string' }
}

function personalOf(of: PersonalData[string] | undefined, column: string): Property['personal'] {
  if (of === undefined) return undefined
  if (of.ids?.includes(column)) return 'id'
  if (of.names !== undefined && Object.hasOwn(of.names, column)) return 'name'
  return of.texts?.includes(column) ? 'text' : undefined
}
