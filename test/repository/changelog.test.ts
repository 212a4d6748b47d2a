import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '#server/paths.ts'
import { program } from '#server/version.ts'

const HEADING = /^## \[([^\]]+)\](?: - (\d{4}-\d\d-\d\d))?$/gm
const headings = [...readFileSync(join(root, 'CHANGELOG.md'), 'utf8').matchAll(HEADING)].map(([, name, day]) => ({
  name,
  day,
}))

describe('CHANGELOG.md', () => {
  it('begins with unreleased changes, then the version of package.json', () => {
    expect(headings[0]).toEqual({ name: 'Unreleased', day: undefined })
    expect(headings[1]?.name).toBe(program.version)
  })

  it('has a date for every version, the newest first', () => {
    const days = headings.slice(1).map(({ day }) => day)
    expect(days).not.toContain(undefined)
    expect(days).toEqual(days.toSorted().reverse())
  })
})
