import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ACCESS_TABLE, accessTable } from './access-table.ts'

it('docs/access.md matches the contracts; npm run docs:access updates it', () => {
  expect(readFileSync(ACCESS_TABLE, 'utf8')).toBe(accessTable())
})
