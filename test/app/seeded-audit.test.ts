import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { AUDIT_WORDS } from '#app/audit-words.ts'
import { readContent } from '#app/content.ts'
import { seedDemo } from '#app/demo.ts'
import { ENDPOINTS } from '#app/features.ts'
import { diffOf } from '#features/audit/rules.ts'
import { changesOf } from '#features/audit/sentence-rules.ts'
import { auditLog } from '#features/audit/server/tables.ts'
import { createTranslator, withTranslator } from '#lib/messages.ts'
import { de } from '#messages/de.ts'
import { root } from '#server/paths.ts'
import { type TestDatabase, testDatabase } from '../database.ts'

const clock = () => new Date('2026-11-14T12:00:00.000Z')
const german = createTranslator('de', de)

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(() => database.reset())
afterAll(() => database.close())

const hasWord = (field: string) => Object.hasOwn(AUDIT_WORDS.fields ?? {}, field)
/** Whether a text looks like a stored value, such as `in_review`, `decider` or `game:2`. */
const looksRaw = (text: string) => /^[a-z]+([A-Z_:]\w*)*$/.test(text)

it.each(['community', 'examples/lagunenwacht'])(
  'the audit log of the demo of %s has a label for every field and value',
  async (folder) => {
    await seedDemo({ ...(await readContent(join(root, folder))), database, clock })
    const rows = await database.db.select().from(auditLog)
    expect(rows.length).toBeGreaterThan(10)

    const parts = rows.flatMap(({ action, before, after }) =>
      diffOf(before, after).fields.flatMap(({ label }) => label.split(' › ').map((field) => ({ action, field }))),
    )
    const unnamed = parts.filter(({ field }) => !/^\d+$/.test(field) && !hasWord(field))
    expect([...new Set(unnamed.map(({ action, field }) => `${action}: ${field}`))]).toEqual([])

    const raw = withTranslator(german, () =>
      rows.flatMap((row) => {
        const stored = JSON.stringify([row.before, row.after])
        return changesOf(row, AUDIT_WORDS).flatMap(({ label, left, right }) =>
          [left, right]
            .filter((text) => looksRaw(text) && stored.includes(`"${text}"`))
            .map((text) => `${row.action}: ${label} ${text}`),
        )
      }),
    )
    expect([...new Set(raw)]).toEqual([])
  },
)

it('the audit log has a label for every filter of an export', () => {
  const filters = ENDPOINTS.filter(({ path, method }) => method === 'GET' && path.endsWith('/export')).flatMap(
    ({ query }) => (query instanceof z.ZodMiniObject ? Object.keys(query.shape) : []),
  )
  expect(filters).toContain('deviation')
  expect([...new Set(filters)].filter((filter) => !hasWord(filter))).toEqual([])
})
