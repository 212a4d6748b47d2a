import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { root } from '#server/paths.ts'
import { readReasonTemplates } from './gateway.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function community(yaml: string | null): string {
  const folder = mkdtempSync(join(tmpdir(), 'reasons-'))
  folders.push(folder)
  if (yaml !== null) writeFileSync(join(folder, 'da-reasons.yaml'), yaml)
  return folder
}

it("reads this community's reasons, and none where there is no file", () => {
  expect(readReasonTemplates(join(root, 'community')).map(({ label }) => label)).toContain('Missed shift')
  expect(readReasonTemplates(community(null))).toEqual([])
})

it('a mistake names the file, the line and what was expected', () => {
  const dir = community('- label: Late\n  type: Ban\n  internal: Was late\n')
  expect(() => readReasonTemplates(dir)).toThrow(
    /da-reasons\.yaml:2: 0\.type: expected one of: Verbal Warning, Written Warning, /,
  )
})
