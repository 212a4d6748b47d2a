import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import * as z from 'zod'
import * as core from 'zod/v4/core'
import { AUDIT_WORDS } from '#app/audit-words.ts'
import { ENDPOINTS } from '#app/features.ts'
import { listAudit } from '#features/audit/contract.ts'
import { diffOf } from '#features/audit/rules.ts'
import { auditLog } from '#features/audit/server/tables.ts'
import { importPenalCodes, importTenCodes } from '#features/codes/contract.ts'
import { importActions } from '#features/discipline/contract.ts'
import { importQuickLinks } from '#features/quick-links/contract.ts'
import { rightsMapping } from '#features/rights/server/tables.ts'
import { devRoster, staffRoster } from '#features/roster/contract.ts'
import { importTrialMods } from '#features/trial-mods/contract.ts'
import { receiveVerification } from '#features/verification/contract.ts'
import { createVerifyPass } from '#features/verification/server/verifypass.ts'
import { allows } from '#lib/access.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import { REDACTED_TEXT } from '#lib/redaction.ts'
import { root } from '#server/paths.ts'
import { callsOf, FUZZ_SEED, HOSTILE_TEXTS, type Sent } from '../arbitrary.ts'
import type { TestPerson } from '../people.ts'
import { memberOf, type PlantedWorld, plant, TEST_PEOPLE } from '../planted.ts'
import { ORIGIN, useWorld } from '../world.ts'

const CASES = 20_000
const WEBHOOK_KEY = 'key-of-the-provider'

const SITE_FILE = join(root, 'community/site.yaml')
const MAPPING = readFileSync(SITE_FILE, 'utf8')

const world = useWorld({
  app: {
    verification: createVerifyPass({
      apiKey: WEBHOOK_KEY,
      apiUrl: 'http://127.0.0.1:1',
      widgetKey: 'widget',
      popupUrl: 'https://provider.test/{token}',
    }),
  },
})

/** Values that are valid for some field: dates, words of lists, versions, ids that nobody has. */
const KNOWN: unknown[] = [
  '{"Grade":""}',
  { name: 240 },
  {},
  ...[undefined, null, true, false, 1, 2, 3, '', 'What is fail driving?', 'Written Warning'],
  ...`1 2 3 7 40 420 10 25 50 true false 2026-03-14 2026-01-01 2026-03-14T18:30:00Z 2025-12-31T23:00:00+01:00
    330000000000000005 330000000000000006 330000000000000007 310000000000000999 d4f1c2de-7d67-4a39-9a10-9e7bd63c8f00
    game:1 site general-conduct 01-general-conduct hcso fhp roster Active LOA Moderator Note expunged reduced approve reject waiting date -date user
    In-Training Passed Failed classroom in_game supervised3 instructor trainee Other Operational book bolt default red /rules
    https://example.com/ mailto:a@example.com compact Nolan B1 B2 warn kick ban revoke bot signIn addAction up open dismissed
    txadmin license:0123 B2F3-9KQM ${'a'.repeat(64)}`.split(/\s+/),
]

/** The headings and one valid row for each import. */
const SHEETS = new Map<string, string>([
  [importTenCodes.path, 'Code,Meaning,Category,Color\n10-4,Understood,Radio,green'],
  [importPenalCodes.path, 'Statute,Title,Class,Fine,Jail,Points,Notes\n10.1,Speeding,Infraction,$100,0,3,x'],
  [importQuickLinks.path, 'Title,Group,Address\nCAD,Operational,https://example.com/'],
  [
    staffRoster.import.path,
    'Name,Discord ID,Rank,Callsign,Hired,Status,Notes\nNolan,330000000000000001,Moderator,M-1,2026-01-01,Active,x',
  ],
  [
    devRoster.import.path,
    'Name,Discord ID,Rank,Callsign,Hired,Status,Notes\nNolan,330000000000000001,Lead Dev,D-1,2026-01-01,Active,x',
  ],
  [
    importTrialMods.path,
    'Discord ID,Trial Mod,Staff ID,Classroom,Status,Instructor\n330000000000000001,Nolan,T-1,,In-Training,Priya',
  ],
  [
    importActions.path,
    'Date,User ID,User,Admin ID,Admin,Type,Reason,Message\n2026-01-01,330000000000000001,Nolan,330000000000000002,Priya,Strike,Late,Be on time',
  ],
])

const actor: fc.Arbitrary<TestPerson | null> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 12, arbitrary: fc.constantFrom(...TEST_PEOPLE) },
  { weight: 4, arbitrary: fc.constantFrom(...TEST_PEOPLE.slice(-4)) },
)

let planted: PlantedWorld
const cookies = new Map<string, string>()
beforeEach(async () => {
  cookies.clear()
  planted = await plant(world())
})

const cases = { executed: 0, limited: 0, accepted: 0 }
const wasRead = new Set<string>()

interface Case extends Sent {
  person: TestPerson | null
  /** The `sec-fetch-site` header. The key below is empty for calls that need none. */
  site: string
  key: string
}

async function send(endpoint: Endpoint, { person, url, type, payload, site, key }: Case) {
  const cookie = person === null ? undefined : (cookies.get(person.id) ?? (await world().signIn(person)))
  if (person !== null && cookie !== undefined) cookies.set(person.id, cookie)
  const at = cases.executed
  const response = await world().app.inject({
    method: endpoint.method,
    url,
    // Use a new address for each request. Otherwise a rate limit would answer before the call itself.
    remoteAddress: `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`,
    headers: {
      origin: ORIGIN,
      'sec-fetch-site': site,
      ...(cookie === undefined ? {} : { cookie }),
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(endpoint.keyHeader === null ? {} : { [endpoint.keyHeader]: key }),
    },
    ...(payload === undefined ? {} : { payload }),
  })
  // This call or another one may have ended the session.
  if (person !== null && (response.statusCode === 401 || url.startsWith('/api/auth/logout'))) cookies.delete(person.id)
  return response
}

const Failure = z.strictObject({
  ok: z.literal(false),
  error: z.strictObject({
    code: z.string().min(1),
    message: z.string().min(1),
    fields: z.record(z.string(), z.string()).optional(),
  }),
  item: z.unknown().optional(),
})

const isWhole = (schema: core.$ZodType, value: unknown) => {
  const parsed = core.safeParse(schema, value)
  return parsed.success && isDeepStrictEqual(parsed.data, value)
}

/** The schema of a row in the list that this path exports. */
function rowOf(path: string): core.$ZodType {
  const reply = ENDPOINTS.find((each) => each.method === 'GET' && `${each.path}/export` === path)?.reply
  const rows = reply instanceof core.$ZodObject ? (reply._zod.def.shape.data ?? reply._zod.def.shape.rows) : reply
  if (!(rows instanceof core.$ZodArray)) throw new Error(`${path} exports no list`)
  return rows._zod.def.element
}

const BYTES: readonly string[] = ['image/webp', 'application/octet-stream']

/** Whether the contract allows this response: the reply without additional fields, or the common error body. */
function isOfContract(endpoint: Endpoint, status: number, type: string, body: string): boolean {
  if (status === 304) return body === ''
  if (endpoint.replyType === 'text/csv' && status === 200) {
    return type.startsWith('text/csv') || isWhole(z.array(rowOf(endpoint.path)), JSON.parse(body))
  }
  if (BYTES.includes(endpoint.replyType) && status === 200) return type === endpoint.replyType
  if (!type.startsWith('application/json')) return false
  const answer: unknown = JSON.parse(body)
  if (status < 300) return isWhole(endpoint.reply, answer)
  const failure = Failure.safeParse(answer)
  // A rejected import responds with its own reply.
  if (!failure.success) return endpoint.bodyType === 'text/csv' && status === 400 && isWhole(endpoint.reply, answer)
  if (failure.data.item === undefined) return true
  const shape = endpoint.reply instanceof core.$ZodObject ? endpoint.reply._zod.def.shape : {}
  // When several records are changed at once, the error contains the records that conflicted.
  const expected = Array.isArray(failure.data.item) ? shape.data : shape.item
  return expected !== undefined && isWhole(expected, failure.data.item)
}

/** Whether the response contains, at any depth, staff notes about the reader. */
function containsOwnNotes(value: unknown, reader: TestPerson): boolean {
  if (typeof value !== 'object' || value === null) return false
  const record = new Map(Object.entries(value))
  const isOwn = ['user', 'traineeId', 'discordId'].some((name) => record.get(name) === reader.id)
  return (isOwn && hasNotes(value)) || [...record.values()].some((inner) => containsOwnNotes(inner, reader))
}

function hasNotes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([name, inner]) =>
      (['internal_reason', 'why', 'notes'].includes(name) && typeof inner === 'string' && inner !== REDACTED_TEXT) ||
      hasNotes(inner),
  )
}

async function tryCase(endpoint: Endpoint, one: Case): Promise<void> {
  const { statusCode: status, headers, body } = await send(endpoint, one)
  cases.executed++
  if (status === 429) cases.limited++
  if (status < 300) cases.accepted++
  const { person } = one
  const response = JSON.stringify(headers) + body
  for (const { word, where, mayRead } of planted.planted) {
    const isSeen = response.includes(word)
    if (isSeen && !mayRead(person))
      throw new Error(`${where} was sent to ${person?.name ?? 'a visitor'}: ${status} ${body}`)
    if (isSeen) wasRead.add(where)
  }
  if (status >= 500) throw new Error(`server error ${status}: ${body}`)
  if (!isOfContract(endpoint, status, String(headers['content-type']), body)) {
    throw new Error(`the response violates the contract: ${status} ${body}`)
  }
  const cacheControl = String(headers['cache-control'])
  if (endpoint.access !== 'anyone' && !['no-store', 'private, no-cache'].includes(cacheControl)) {
    throw new Error(`the response can be cached by others: ${status} ${cacheControl}`)
  }
  const isAllowed = allows(endpoint.access, person === null ? null : memberOf(person))
  if (status < 400 && !isAllowed) throw new Error(`status ${status} without the necessary access ${endpoint.access}`)
  if (person !== null && String(headers['content-type']).startsWith('application/json') && body !== '') {
    if (containsOwnNotes(JSON.parse(body), person))
      throw new Error(`the response contains notes about its reader: ${body}`)
  }
}

/** Valid and invalid keys for a call that programs make. */
function keysOf({ path, keyHeader }: Endpoint): fc.Arbitrary<string> {
  if (keyHeader === null) return fc.constant('')
  const right =
    path === receiveVerification.path ? [WEBHOOK_KEY] : planted.ingestTokens.map((token) => `Bearer ${token}`)
  return fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...right) },
    { weight: 1, arbitrary: fc.constantFrom('', 'Bearer ', ...HOSTILE_TEXTS.filter((text) => /^[ -~]*$/.test(text))) },
  )
}

const site = fc.oneof(
  { weight: 15, arbitrary: fc.constant('same-origin') },
  { weight: 1, arbitrary: fc.constantFrom('cross-site', 'same-site', 'none') },
)

it('any request to any call is answered as its contract says, and reveals nothing without access', async () => {
  // Call DELETE endpoints last. Otherwise little would be left to change.
  const removes = ({ method }: Endpoint) => method === 'DELETE'
  for (const endpoint of [...ENDPOINTS.filter((each) => !removes(each)), ...ENDPOINTS.filter(removes)]) {
    const call = callsOf(endpoint, [...KNOWN, ...planted.known], SHEETS.get(endpoint.path))
    await fc.assert(
      fc.asyncProperty(actor, call, site, keysOf(endpoint), (person, sent, site, key) =>
        tryCase(endpoint, { person, ...sent, site, key }),
      ),
      // Do not shrink a failure: earlier requests matter, so a smaller case would be a different case.
      { numRuns: Math.ceil(CASES / ENDPOINTS.length), seed: FUZZ_SEED, endOnFailure: true },
    )
  }
  await tryCase(listAudit, {
    ...{
      person: TEST_PEOPLE.at(-1) ?? null,
      url: `${listAudit.path}?target=quick-links/gone`,
      site: 'same-origin',
      key: '',
    },
    ...{ type: undefined, payload: undefined },
  })
  expect(cases.executed).toBeGreaterThanOrEqual(CASES)
  // Most requests passed the rate limits, and many succeeded.
  expect(cases.limited / cases.executed).toBeLessThan(0.05)
  expect(cases.accepted / cases.executed).toBeGreaterThan(0.2)
  // Each planted word is in a readable place: somebody who may read it has received it.
  const readable = planted.planted.filter(({ mayRead }) => TEST_PEOPLE.some(mayRead)).map(({ where }) => where)
  expect(readable.filter((where) => !wasRead.has(where))).toEqual([])
  // The audit log has a label for each field that these requests wrote. A part of the label may be a number in a list.
  const rows = await world().database.db.select().from(auditLog)
  const parts = rows.flatMap(({ action, before, after }) =>
    diffOf(before, after).fields.flatMap(({ label }) => label.split(' › ').map((field) => ({ action, field }))),
  )
  const unnamed = parts.filter(({ field }) => !/^\d+$/.test(field) && !Object.hasOwn(AUDIT_WORDS.fields ?? {}, field))
  expect([...new Set(unnamed.map(({ action, field }) => `${action}: ${field}`))]).toEqual([])
  // Files and settings define which role gives which right, and a start compares them. No call changes them.
  expect(readFileSync(SITE_FILE, 'utf8')).toBe(MAPPING)
  expect(await world().database.db.select().from(rightsMapping)).toEqual([])
}, 600_000)
