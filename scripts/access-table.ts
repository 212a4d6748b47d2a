import { writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { type $ZodType, type JSONSchema, toJSONSchema } from 'zod/v4/core'
import { ENDPOINTS_BY_TITLE, ROOMS } from '#app/features.ts'
import { DEPARTMENT_PAGE, PAGES } from '#app/routes.tsx'
import { rightsOf } from '#features/auth/rules.ts'
import { type Access, allows, CAPABILITY_NAMES, DEPARTMENTAL, levelOf } from '#lib/access.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import { groupBy } from '#lib/group-by.ts'

export const ACCESS_TABLE = fileURLToPath(new URL('../docs/access.md', import.meta.url))

/** One column for each kind of person. The code that authorizes requests decides what each of them may do. */
const COLUMNS = ['Visitor', 'Member', 'ES', 'Staff', 'Management', 'Owner'] as const
const ROLES = { owner: ['Owner'], management: ['Management'], staff: ['Staff'], es: ['ES'] }
const PEOPLE = COLUMNS.map((name) =>
  name === 'Visitor'
    ? null
    : { id: '', username: '', name, avatarUrl: '', ...rightsOf({ id: '', roleIds: [name] }, ROLES, []) },
)

const INTRODUCTION = `# Who may do what, and who sees what

The tables list every page, every endpoint and every live room of the site, who has access, and the fields of each
response. \`npm run docs:access\` writes this file from the declarations that the server enforces. A test fails if the file
is out of date, and another calls every endpoint as each kind of person.

- **Visitor**: not signed in. **Member**: signed in with Discord, without a role that gives rights here. **ES**: has an
  ES role. **Staff**, **Management** and **Owner** have a role of that level, and each level includes those before it.
  \`community/site.yaml\` names the Discord roles.
- A tick means that the level may call the endpoint. The summary names further conditions, for example that nobody
  signs off their own record. Other programs can call the same endpoints with a session.
- A name after a dot, as in \`POST /api/codes/ten\` · \`law.edit\`, is a capability. The ticks show who has it in every
  community. A community's \`site.yaml\` can give it to further Discord roles. The capabilities are
  ${CAPABILITY_NAMES.map((name) => `\`${name}\``).join(', ')}. A role with a capability may use the endpoints with its name, and no page or list that requires more.
  ${DEPARTMENTAL.map((name) => `\`${name}\``).join(' and ')} can be given for one department. They then apply to the further rosters that name it as their \`department\`.
  \`evidence.internal\` is checked within endpoints for staff, who all have it. It cannot be given to other roles.
- Endpoints marked **With a key** are for programs. The key in the named header is their only access.
- Only the fields under *Responses* leave the server. Brackets contain the fields of an object or a list.
- The person whom a record is about cannot read the fields under *Hidden from the person concerned*, whatever
  their role. Others with access can. These fields, such as staff notes and internal reasons, are missing from lists,
  single records, earlier revisions, the checklist and its history, the audit log, exports and the responses to
  changes. That person's searches do not find internal reasons. Data protection law gives people more:
  \`npm run export-person\`.
- A community's \`rosters.yaml\` and \`checklists.yaml\` define further rosters and checklists, and their access. They are
  not in the tables. Their pages and endpoints are those of the Development Roster, at \`/rosters/NAME\` and
  \`/api/rosters/NAME\`, and of the Trial Mod Checklist, at \`/checklists/NAME\` and \`/api/checklists/NAME\`.
- Also not in the tables: signing in and out, files for browsers and search engines, \`/healthz\` and \`/readyz\`, and
  \`/metrics\`, which requires its token.
`

/** The whole text of `docs/access.md`. */
export function accessTable(): string {
  const pages = [
    ...PAGES.map(({ path, access }) => [`\`${path}\`${capabilityOf(access)}`, ...ticks(access)]),
    ["each department's page", ...ticks(DEPARTMENT_PAGE.access)],
  ]
  return [
    INTRODUCTION,
    '## Pages\n',
    table(['Page', ...COLUMNS], pages),
    '## Live rooms\n',
    table(
      ['Room', ...COLUMNS, 'Fields'],
      ROOMS.map(({ name, access, payload }) => [
        `\`${name}\`${capabilityOf(access)}`,
        ...ticks(access),
        fieldsOf(payload),
      ]),
    ),
    ...[...ENDPOINTS_BY_TITLE].flatMap(([title, endpoints]) => [
      `## ${title}\n`,
      table(['Endpoint', 'Summary', ...COLUMNS], endpoints.map(callRow)),
      '**Responses**\n',
      table(['To', 'Fields', 'Endpoint'], replyRows(endpoints)),
      ...hiddenFrom(endpoints),
    ]),
  ].join('\n')
}

/** The capability after the name of a page, room or endpoint that requires one. */
const capabilityOf = (access: Access) => (access === levelOf(access) ? '' : ` · \`${access.replace('can:', '')}\``)

function ticks(access: Access): string[] {
  return PEOPLE.map((person) => (allows(access, person) ? '✓' : ''))
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return `${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n`
}

const nameOf = ({ method, path }: Endpoint) => `\`${method} ${path}\``

function callRow(endpoint: Endpoint): string[] {
  const { access, summary, keyHeader } = endpoint
  if (keyHeader === null) return [`${nameOf(endpoint)}${capabilityOf(access)}`, summary, ...ticks(access)]
  return [nameOf(endpoint), `${summary} **With a key**, in \`${keyHeader}\`.`, ...COLUMNS.map(() => '')]
}

/** The rows of replies. Endpoints that return the same fields to the same people share a row. */
function replyRows(endpoints: readonly Endpoint[]): string[][] {
  const replies = endpoints.flatMap((endpoint) => {
    const { access, reply, replyType, restrictedReply, keyHeader } = endpoint
    const call = nameOf(endpoint)
    const fields = replyType === 'text/csv' ? 'a CSV or JSON file' : fieldsOf(reply)
    if (keyHeader !== null) return [{ to: 'programs with the key', fields, call }]
    if (restrictedReply === null) return [{ to: peopleOf(access), fields, call }]
    const others = peopleOf(access, restrictedReply.below)
    return [
      { to: others, fields: fieldsOf(restrictedReply.reply), call },
      { to: peopleOf(restrictedReply.below), fields, call },
    ]
  })
  return [...groupBy(replies, ({ to, fields }) => `${to}: ${fields}`).values()].flatMap((same) =>
    same.slice(0, 1).map(({ to, fields }) => [to, fields, same.map(({ call }) => call).join(', ')]),
  )
}

/** The fields that a person does not get in replies about themselves, whatever their role. */
function hiddenFrom(endpoints: readonly Endpoint[]): string[] {
  const hiding = endpoints.filter(({ hiddenFromSubject }) => hiddenFromSubject.length > 0)
  if (hiding.length === 0) return []
  const rows = groupBy(hiding, ({ hiddenFromSubject }) => hiddenFromSubject.join(', '))
  return [
    '**Hidden from the person concerned**\n',
    table(
      ['Fields', 'Endpoint'],
      [...rows].map(([fields, calls]) => [fields, calls.map(nameOf).join(', ')]),
    ),
  ]
}

/** The kinds of people that an access allows, as text, without those that `inner` allows as well. */
function peopleOf(access: Access, inner?: Access): string {
  const names = COLUMNS.filter((_, column) => {
    const person = PEOPLE[column] ?? null
    return allows(access, person) && !(inner !== undefined && allows(inner, person))
  })
  return names.length === COLUMNS.length ? 'everybody' : names.join(', ')
}

/** The names of fields, each with the fields inside it. */
interface Fields extends Map<string, Fields> {}

/** Describes the fields of a reply as text. For a record or a list of records, these are the record's fields. */
function fieldsOf(schema: $ZodType): string {
  const fields: Fields = new Map()
  collect(fields, toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }))
  const isDone = fields.delete('ok')
  if (fields.size === 0) return isDone ? 'that it was done' : 'a document'
  const record = fields.get('item') ?? fields.get('data')
  return fieldsText(fields.size === 1 && record !== undefined && record.size > 0 ? record : fields)
}

/** Collects fields. A field counts even if only some variants of the schema have it. */
function collect(fields: Fields, schema: JSONSchema._JSONSchema): void {
  if (typeof schema === 'boolean') return
  const { properties = {}, items = [], anyOf = [], oneOf = [] } = schema
  for (const [name, inner] of Object.entries(properties)) {
    const inside: Fields = fields.get(name) ?? new Map()
    fields.set(name, inside)
    collect(inside, inner)
  }
  for (const inner of [...anyOf, ...oneOf, ...[items].flat()]) collect(fields, inner)
}

function fieldsText(fields: Fields): string {
  return [...fields].map(([name, inside]) => (inside.size === 0 ? name : `${name} (${fieldsText(inside)})`)).join(', ')
}

if (argv[1] === fileURLToPath(import.meta.url)) writeFileSync(ACCESS_TABLE, accessTable())
