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

Every page, every call and every live room of the site, with the kinds of people whom it lets in and what it tells them.
This file is made from the declarations that the server itself obeys, by \`npm run docs:access\`; a test fails when it is
not current, and another makes every call as each of these people.

- **Visitor** is nobody in particular: not signed in. **Member** is signed in with Discord and has no role that counts
  here. **ES** holds an ES role. **Staff**, **Management** and **Owner** hold one of those roles, and each may do all
  that the one before may. Which Discord roles these are is said in \`community/site.yaml\`.
- A call is what a page asks of the server, or a program with the same session. A tick allows it. Where more is
  asked of a person, as that nobody signs off their own record, the call says so.
- A name after a dot, as in \`POST /api/codes/ten\` · \`law.edit\`, is a capability. The ticks say who has it in every
  community. The community's \`site.yaml\` may give it to further Discord roles, and to nobody else than these.
  Capabilities are ${CAPABILITY_NAMES.map((name) => `\`${name}\``).join(', ')}. A role that has one
  opens what stands beside its name and no page or list that asks for more. What is given in one department, as
  ${DEPARTMENTAL.map((name) => `\`${name}\``).join(' and ')} can be, opens the further rosters that name it as their \`department\`.
  \`evidence.internal\` is asked for inside calls of staff, who all have it: it cannot be given to other roles.
- A call marked with a key is made by another program, never by a person: the header with the key is its only access.
- What is not named under *What they tell* never leaves the server. Brackets hold what is inside a field.
- What is named under *Hidden from the person concerned* is read by everybody else whom the call lets in, but not by the
  person whom the record is about, whatever their role: what staff noted about them, and internal reasons. They are
  missing from lists, single records, earlier revisions, the checklist and its history, the audit log, exports, and what
  a change answers; no search of theirs finds an internal reason. The law gives people more: \`npm run export-person\`.
- Further rosters and checklists stand in a community's \`rosters.yaml\` and \`checklists.yaml\`, and who reads and changes
  each. Their pages and calls are those of the Development Roster, below \`/rosters/NAME\` and \`/api/rosters/NAME\`, and of
  the Trial Mod Checklist, below \`/checklists/NAME\` and \`/api/checklists/NAME\`. They are in no table here.
- Outside of these tables are the steps of signing in and out, files for browsers and search engines, \`/healthz\` and
  \`/readyz\`, and \`/metrics\` for who brings its token.
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
      ['Room', ...COLUMNS, 'What it tells'],
      ROOMS.map(({ name, access, payload }) => [
        `\`${name}\`${capabilityOf(access)}`,
        ...ticks(access),
        fieldsOf(payload),
      ]),
    ),
    ...[...ENDPOINTS_BY_TITLE].flatMap(([title, endpoints]) => [
      `## ${title}\n`,
      table(['Call', 'What it does', ...COLUMNS], endpoints.map(callRow)),
      '**What they tell**\n',
      table(['To', 'Fields', 'In answer to'], replyRows(endpoints)),
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
    if (keyHeader !== null) return [{ to: 'who has the key', fields, call }]
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
      ['Fields', 'In answer to'],
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
