import { expect, it } from 'vitest'
import { testsNear } from './changed-tests.mjs'

const TESTS = [
  { path: 'src/lib/dates.test.ts', text: '' },
  { path: 'src/features/codes/rules.test.ts', text: "import { order } from './rules.ts'" },
  { path: 'src/features/codes/server/routes.test.ts', text: "import { useWorld } from '#test/world.ts'" },
  { path: 'src/features/codes/web/ten-codes.test.tsx', text: "import { Dialog } from '#ui/dialog.tsx'" },
  { path: 'src/features/roster/web/roster-view.test.tsx', text: '' },
  { path: 'test/app/access-matrix.test.ts', text: '' },
  { path: 'test/app/fuzz.test.ts', text: "import { useWorld } from '../world.ts'" },
  { path: 'test/app/seeded-audit.test.ts', text: '' },
  { path: 'test/repository/compose.test.ts', text: '' },
]

it.each([
  { changed: 'src/lib/dates.ts', near: ['src/lib/dates.test.ts'] },
  { changed: 'test/app/fuzz.test.ts', near: ['test/app/fuzz.test.ts'] },
  { changed: 'src/features/codes/server/store.ts', near: ['src/features/codes/server/routes.test.ts'] },
  {
    changed: 'src/features/codes/contract.ts',
    near: [
      'src/features/codes/rules.test.ts',
      'src/features/codes/server/routes.test.ts',
      'src/features/codes/web/ten-codes.test.tsx',
      'test/app/access-matrix.test.ts',
    ],
  },
  { changed: 'demo/actions.yaml', near: ['test/app/seeded-audit.test.ts', 'test/repository/compose.test.ts'] },
  {
    changed: 'src/features/codes/server/seed.ts',
    near: ['src/features/codes/server/routes.test.ts', 'test/app/seeded-audit.test.ts'],
  },
  { changed: 'src/ui/dialog.tsx', near: ['src/features/codes/web/ten-codes.test.tsx'] },
  { changed: 'test/world.ts', near: ['src/features/codes/server/routes.test.ts', 'test/app/fuzz.test.ts'] },
  { changed: 'compose.yaml', near: ['test/repository/compose.test.ts'] },
])('the tests near $changed are found', ({ changed, near }) => {
  expect(testsNear([changed], TESTS)).toEqual(near)
})
