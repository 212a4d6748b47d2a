import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ACCESS_TABLE, accessTable } from './access-table.ts'

it('docs/access.md says what the contracts say; npm run docs:access writes it anew', () => {
  expect(readFileSync(ACCESS_TABLE, 'utf8')).toBe(accessTable())
})
