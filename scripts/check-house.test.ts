import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkHouse } from './check-house.ts'
import type { Violation } from './house/rules.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'check-house-'))
  spawnSync('git', ['init', '-q'], { cwd: root })
})
afterEach(() => rmSync(root, { recursive: true }))

const ALWAYS = {
  'src/lib/dates.ts': 'export const day = 1\n',
  'src/app/features.ts': ['auth', 'codes', 'roster'].map((name) => `import '#features/${name}/feature.ts'\n`).join(''),
}

/** Returns the rules that a repository with these files breaks, as `rule file:line`. */
function violations(files: Record<string, string>): string[] {
  for (const [path, text] of Object.entries({ ...ALWAYS, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return checkHouse(root).map(({ rule, file, line }) => `${rule} ${file}:${line}`)
}

const VALID = {
  'package-lock.json': '{ "packages": { "": {} } }',
  'README.md': '# A site\n',
  'vite.config.ts': "import { site } from './src/lib/site.ts'\nexport default { site, port: process.env.PORT }\n",
  'src/lib/site.ts':
    "import * as z from 'zod/mini'\nimport { day } from './dates.ts'\nexport const site = z.literal(day)\n",
  'src/server/log.ts': "import { day } from '#lib/dates.ts'\nexport const log = day\n",
  'src/server/config/environment.ts': 'export const environment = process.env\n',
  'src/server/database/pool.ts':
    "import { Pool } from 'pg'\nimport { log } from '#server/log.ts'\nexport const p = [Pool, log]\n",
  'src/features/auth/contract.ts': "import * as z from 'zod/mini'\nexport const Who = z.string()\n",
  'src/features/roster/rules.ts': "import { day } from '#lib/dates.ts'\nexport const first = day\n",
  'src/features/roster/rules.test.ts':
    "import { first } from './rules.ts'\nimport '#dev/discord/stand-in.ts'\nimport { it } from 'vitest'\nit(String(first))\n",
  'dev/discord/stand-in.ts': "import { log } from '#server/log.ts'\nexport const standIn = log\n",

  'src/features/roster/contract.ts':
    "import { Who } from '#features/auth/contract.ts'\nexport const contract = [Who]\n",
  'src/features/roster/server/tables.ts': "import { pgTable } from 'drizzle-orm/pg-core'\nexport const t = pgTable\n",
  'src/features/roster/server/store.ts':
    "import { eq } from 'drizzle-orm'\nimport { t } from './tables.ts'\nexport const s = [eq, t]\n",
  'src/features/roster/server/store.test.ts':
    "import { world } from '#test/world.ts'\nworld(process.env.TEST_ENGINE)\n",
  'src/features/roster/web/use-roster.ts':
    "import { first } from '../rules.ts'\nexport const useRoster = () => first\n",
  'src/features/roster/web/roster-table.tsx':
    "import './roster-table.css'\nexport const Table = () => import('./use-roster.ts')\n",
  'src/app/main.ts':
    "import { standIn } from '#dev/discord/stand-in.ts'\nimport { s } from '#features/roster/server/store.ts'\nstandIn(s)\n",
  'src/app/pages/staff-roster.tsx':
    "import { Table } from '#features/roster/web/roster-table.tsx'\nexport const Page = Table\n",
  'test/app/whole-site.test.ts': "import { world } from '../world.ts'\nworld()\n",
  'test/world.ts': "import { app } from '#app/server.ts'\nexport const world = app\n",
}

it('a repository that follows every rule has no violation', () => {
  expect(violations(VALID)).toEqual([])
})

it('a repository without code is a violation', () => {
  expect(checkHouse(root).map(({ rule }) => rule)).toEqual(['reading'])
})

it('code that cannot be parsed is a violation', () => {
  expect(violations({ 'src/lib/torn.ts': 'export const = 1\n' })).toEqual(['reading src/lib/torn.ts:1'])
})

it('a violation names the file, the line and the fix', () => {
  violations({
    'src/ui/button.tsx':
      "import React from 'react'\nimport { log } from '#server/log.ts'\nexport const B = [log, React]\n",
  })
  const expected: Violation[] = [
    {
      file: 'src/ui/button.tsx',
      line: 2,
      rule: 'layers',
      fix: 'ui may not import server: pass it in as an argument, or move it to a lower layer',
    },
    {
      file: 'src/ui/button.tsx',
      line: 2,
      rule: 'server and browser',
      fix: 'define it in the contract, or fetch it from an endpoint',
    },
  ]
  expect(checkHouse(root)).toEqual(expected)
})

describe('one planted violation is found', () => {
  it.each([
    ['a feature imports app', 'layers', 'src/features/codes/web/list.tsx', "import '#app/routes.tsx'"],
    ['a toolkit imports a feature', 'layers', 'src/server/log.ts', "import '#features/codes/rules.ts'"],
    ['lib imports a toolkit', 'layers', 'src/lib/day.ts', "import '#web/call.ts'"],
    ['a toolkit imports a stand-in', 'layers', 'src/server/log.ts', "import '#dev/discord/stand-in.ts'"],
    ['a stand-in imports a feature', 'layers', 'dev/discord/stand-in.ts', "import '#features/codes/rules.ts'"],
    ['an unusual word in a name', 'vocabulary', 'src/lib/x.ts', 'export const MOS' + 'T_ROWS = 1'],
    ['an unusual word in a comment', 'vocabulary', 'src/lib/x.ts', '/** The up' + 'keep. */\nexport const x = 1'],
    ['an unusual word in a file name', 'vocabulary', 'src/ui/code-des' + 'k.tsx', 'export const x = 1'],
    ['a test that is named after no file', 'tests', 'src/lib/some-day.test.ts', 'export const x = 1'],
    ['the product imports a test world', 'layers', 'src/app/main.ts', "import '#test/world.ts'"],
    ['an unknown folder of src', 'layers', 'src/shared/x.ts', 'export const x = 1'],
    [
      'a feature imports another feature',
      'feature imports',
      'src/features/codes/web/list.tsx',
      "import '#features/roster/web/row.tsx'",
    ],
    [
      'a feature imports a type of another feature',
      'feature imports',
      'src/features/codes/web/a.tsx',
      "import type { R } from '#features/roster/web/r.tsx'",
    ],
    [
      'a feature imports another feature dynamically',
      'feature imports',
      'src/features/codes/web/b.tsx',
      "export const l = () => import('#features/roster/web/r.tsx')",
    ],
    [
      'a component imports its store',
      'server and browser',
      'src/features/codes/web/list.tsx',
      "import '../server/store.ts'",
    ],
    [
      'a page imports a route',
      'server and browser',
      'src/app/pages/codes.tsx',
      "import '#features/codes/server/routes.ts'",
    ],
    [
      'the table of routes imports a store',
      'server and browser',
      'src/app/routes.tsx',
      "import '#features/codes/server/store.ts'",
    ],
    ['a component imports Node', 'server and browser', 'src/ui/icon.tsx', "import 'node:fs'"],
    ['a contract imports React', 'pure', 'src/features/codes/contract.ts', "import 'react'"],
    ['rules import web', 'pure', 'src/features/codes/rules.ts', "import './web/list.tsx'"],
    ['rules of one noun import web', 'pure', 'src/features/codes/law-rules.ts', "import './web/list.tsx'"],
    ['a route imports Drizzle', 'database', 'src/features/codes/server/routes.ts', "import { sql } from 'drizzle-orm'"],
    ['a gateway imports pg', 'database', 'src/features/codes/server/gateway.ts', "import 'pg'"],
    [
      'a store reads the environment',
      'environment',
      'src/features/codes/server/store.ts',
      'export const u = process.env.DATABASE_URL',
    ],
    ['a relative path to another folder of src', 'paths', 'src/features/codes/rules.ts', "import '../../lib/dates.ts'"],
    ['an alias within a folder of src', 'paths', 'src/lib/day.ts', "import '#lib/dates.ts'"],
    ['a path without its extension', 'paths', 'src/lib/day.ts', "import './dates'"],
    ['a default export', 'exports', 'src/lib/day.ts', 'export default 1'],
    [
      'a file that exports everything of another',
      'exports',
      'src/lib/day.ts',
      "export const d = 1\nexport * from './dates.ts'",
    ],
    ['a barrel', 'exports', 'src/lib/all.ts', "export { day } from './dates.ts'"],
    ['an index', 'exports', 'src/lib/index.ts', 'export const d = 1'],
    [
      'a feature that the list of features lacks',
      'feature files',
      'src/features/weather/rules.ts',
      'export const w = 1',
    ],
    ['a manifest in a page', 'server and browser', 'src/app/pages/codes.tsx', "import '#features/codes/feature.ts'"],
    [
      'a file name that is not on the closed list',
      'feature files',
      'src/features/codes/server/cache.ts',
      'export const c = 1',
    ],
    ['a helper', 'names', 'src/lib/date-helpers.ts', 'export const d = 1'],
    ['a folder of utilities', 'names', 'src/lib/utils/day.ts', 'export const d = 1'],
    ['a name in capitals and lower case', 'names', 'src/ui/iconButton.tsx', 'export const I = 1'],
    ['a path of one machine', 'forbidden text', 'docs/map.md', `see /${'work'}/notes`],
    ['a registry', 'forbidden text', 'docs/map.md', `from ${'registry'}.example.org`],
    [
      'an address in the lockfile',
      'forbidden text',
      'package-lock.json',
      `"${'resolved'}": "https://example.org/a.tgz"`,
    ],
    ['postponed work', 'forbidden text', 'src/lib/day.ts', `// ${'TO'}DO: more\nexport const d = 1`],
    ['a silenced compiler', 'forbidden text', 'src/lib/day.ts', `// ${'@ts'}-ignore\nexport const d = 1`],
    ['a document that names a missing file', 'documents', 'docs/how.md', 'see `features/roster/server/cache.ts`'],
    ['a document that names a missing folder', 'documents', 'docs/how.md', 'see `src/features/weather/`'],
    ['a document that names a missing test', 'documents', 'docs/how.md', 'by `src/lib/dates.test.ts › a day`'],
    ['a link to a missing document', 'documents', 'docs/decisions/README.md', '[001](001-gone.md)'],
    ['a map with a missing file', 'documents', 'docs/map.md', 'src/\n  cache.ts  keeps'],
    ['a cast to any', 'forbidden text', 'src/lib/day.ts', 'export const d = JSON.parse("1") as any'],
  ])('the planted violation is found: %s', (_, rule, path, text) => {
    const found = violations({ [path]: `${text}\n` }).map((violation) => violation.replace(/:\d+$/, ''))
    expect(found).toContain(`${rule} ${path}`)
    expect(found.filter((violation) => !violation.endsWith(path))).toEqual([])
  })
})

it.each([
  ['web/list.tsx', 'combine the two features in a page of src/app/pages'],
  ['server/store.ts', 'pass in what it needs, from createFeatureLinks in src/app/feature-links.ts'],
  ['server/routes.test.ts', 'move tests of two features to test/app'],
])('another feature imported in %s: %s', (file, fix) => {
  violations({ [`src/features/codes/${file}`]: "import '#features/roster/contract.ts'\n" })
  expect(checkHouse(root).filter(({ rule }) => rule === 'feature imports')).toMatchObject([{ fix }])
})

it('a decision record that names a file allows its new name', () => {
  const cache = { 'src/features/codes/server/cache.ts': 'export const c = 1\n' }
  const record = { 'docs/decisions/007-a-cache.md': 'Codes keep a cache in `codes/server/cache.ts`, since …\n' }
  expect(violations({ ...cache, ...record })).toEqual([])
})

it('a document may name files by a part of their path, by a pattern, or as a step of its guide', () => {
  const guide = 'Make `src/features/weather/rules.ts` like `src/lib/dates.ts`, and `src/app/pages/weather.tsx`.\n'
  const text = 'See `lib/dates.ts`, `src/lib/`, `web/*.tsx`, `/etc/site.json` and [a guide](adding-a-page.md#first).\n'
  expect(violations({ 'docs/adding-a-page.md': guide, 'docs/how.md': text })).toEqual([])
})

it('the map must name every feature', () => {
  const rules = { 'src/features/codes/rules.ts': 'export const first = 1\n' }
  expect(violations({ ...rules, 'docs/map.md': 'codes/ and roster\n' })).toEqual([])
  expect(violations({ ...rules, 'docs/map.md': 'roster/\n' })).toEqual(['documents docs/map.md:1'])
})

it('law-store.ts and law-rules.ts follow the rules for store.ts and rules.ts', () => {
  expect(
    violations({
      'src/features/codes/server/law-store.ts': "import 'drizzle-orm'\nimport '../law-rules.ts'\n",
      'src/features/codes/law-rules.ts': "import './rules.ts'\n",
      'src/features/codes/rules.ts': 'export const first = 1\n',
    }),
  ).toEqual([])
})

it('an import cycle is a violation, even through a dynamic import or a type', () => {
  expect(
    violations({
      'src/ui/a.ts': "import { b } from './b.ts'\nexport const a = b\n",
      'src/ui/b.ts': "import type { C } from './c.ts'\nexport const b: C = 1\n",
      'src/ui/c.ts': "export type C = number\nexport const c = () => import('./a.ts')\n",
      'src/ui/d.ts': "import './a.ts'\n",
    }),
  ).toEqual(['import cycles src/ui/c.ts:2'])
})

it('files that git ignores are not read', () => {
  expect(violations({ '.gitignore': 'dist/\n', 'dist/index.ts': 'export default 1\n' })).toEqual([])
})

describe('function length', () => {
  const lines = (count: number) => '  call()\n'.repeat(count)
  const inFile = (text: string) => violations({ 'src/lib/long.ts': text })
  const LONG = ['function length src/lib/long.ts:1']

  it.each([
    ['a function of 60 lines', `export function long() {\n${lines(58)}}\n`, []],
    ['a function of 61 lines', `export function long() {\n${lines(59)}}\n`, LONG],
    ['an arrow function of 61 lines', `export const long = () => {\n${lines(59)}}\n`, LONG],
    [
      'a function of 61 lines with a comment that gives no reason',
      `/** Makes all calls. */\nexport function long() {\n${lines(59)}}\n`,
      ['function length src/lib/long.ts:2'],
    ],
    [
      'a function of 61 lines with a comment that ends before the reason',
      `/** Over 60 lines because */\nexport function long() {\n${lines(59)}}\n`,
      ['function length src/lib/long.ts:2'],
    ],
    [
      'a function of 61 lines with a reason in its comment',
      `/**\n * Makes all calls. Over 60 lines\n * because the order matters.\n */\nexport function long() {\n${lines(59)}}\n`,
      [],
    ],
    [
      'two functions of 40 lines inside another one',
      `export function long() {\n${`  function short() {\n${lines(38)}  }\n`.repeat(2)}}\n`,
      [],
    ],
    [
      'a function of 61 lines inside a short one',
      `export function short() {\n  function long() {\n${lines(59)}  }\n}\n`,
      ['function length src/lib/long.ts:2'],
    ],
  ])('%s', (_, text, found) => {
    expect(inFile(text)).toEqual(found)
  })

  it('the functions of tests may be longer', () => {
    expect(violations({ 'src/lib/dates.test.ts': `it(() => {\n${lines(80)}})\n` })).toEqual([])
  })
})
