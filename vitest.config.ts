import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const EMBEDDED_ENGINE = 'src/server/database/embedded/**/*.test.ts'
/** Test files that run on one database engine only: their results do not depend on the engine. */
const SINGLE_ENGINE = new Set(
  [
    // Programs that open an embedded database themselves.
    'src/app/start',
    'src/app/diagnosis',
    'src/app/commands/import',
    'src/app/commands/audit-verify',
    'src/app/commands/audit-cut',
    // Random and hostile requests: many, and about the code before the database.
    'test/app/attack',
    'test/app/bad-input',
    'test/app/fuzz',
    'test/app/fuzz-live',
    // Proxies in front of the site, and other programs that call it.
    'src/app/openapi',
    'src/app/seen-address',
    'test/app/behind-caddy',
    'test/app/demo-address',
    'test/app/fivem-resource',
    'test/app/metrics',
    // Pages that depend on the files of the community.
    'src/app/page-routes',
    'src/app/page-screens',
    'test/app/front-door',
    'test/app/languages',
    'test/app/look',
    'test/app/navigation',
    'test/app/second-community',
    'src/features/departments/server/routes',
    // Searches and answers from memory.
    'src/app/law-book',
    'test/app/law-book',
    'test/app/people-in-trouble',
    'test/app/search',
    'test/app/seeded-questions',
    'test/app/shared-answers',
    'src/features/assistant/server/routes',
    // Decisions before any database query, and responses of Discord and the verification provider.
    'test/app/access-matrix',
    'test/app/role-watch',
    'src/features/verification/server/verifypass',
    // State in memory: presence on pages, and responses of Discord, the game server and the doctor.
    'test/app/capabilities',
    'src/features/doctor/server/routes',
    'src/features/game-server/server/routes',
    'src/features/presence/server/room',
    'src/features/releases/server/routes',
    'src/features/supporters/server/routes',
  ].map((file) => `${file}.test.ts`),
)

/** The test files that `npm test` runs on each database engine: they import `test/database.ts` or `test/world.ts`. */
const multiEngine = ['src', 'db', 'test']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
  .filter((file) => file.endsWith('.test.ts') && !file.startsWith('src/server/database/embedded/'))
  .filter((file) => !SINGLE_ENGINE.has(file))
  .filter((file) => /'(#test|\.\.)\/(database|world)\.ts'/.test(readFileSync(file, 'utf8')))

/** The slowest test files. If one started last, the other workers would be idle at the end. */
const SLOWEST = [
  'fuzz',
  'update',
  'import',
  'embedded',
  'own-data',
  'release',
  'several-processes',
  'bad-input',
  'room',
  'start',
  'attack',
  'behind-caddy',
]

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => SLOWEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
    const sorted = await super.sort(files)
    const slowest = sorted.filter((file) => rank(file) >= 0).sort((one, other) => rank(one) - rank(other))
    return [...slowest, ...sorted.filter((file) => rank(file) < 0)]
  }
}

// The tests expect dates in UTC.
process.env.TZ = 'UTC'

const shared = {
  // Each test file cleans up after itself, so the modules are loaded once per worker.
  isolate: false,
  // Most objects live for one test only: a larger young generation needs fewer garbage collections.
  execArgv: ['--max-semi-space-size=64'],
  setupFiles: ['test/setup.ts'],
  testTimeout: 20_000,
  hookTimeout: 60_000,
  // The same timeout as in `test/web-setup.ts`.
  expect: { poll: { timeout: 10_000 } },
}

export default defineConfig({
  test: {
    // Many tests wait for databases, child processes and timers, so three workers are right for two processors.
    maxWorkers: 3,
    // Without this cache each run transforms the same modules again.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/vitest' },
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['{src,dev,db,test,bench,scripts}/**/*.test.ts', EMBEDDED_ENGINE],
          exclude: multiEngine,
        },
      },
      {
        test: {
          ...shared,
          name: 'web',
          include: ['{src,test}/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['test/setup.ts', 'test/web-setup.ts'],
        },
      },
      { test: { ...shared, name: 'database', include: multiEngine } },
    ],
  },
})
