import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const EMBEDDED_ENGINE = 'src/server/database/embedded/**/*.test.ts'
/** Run once: the database engine has no part in what they say. */
const ONCE = new Set(
  [
    // Programs that open an embedded database by themselves.
    'src/app/start',
    'src/app/diagnosis',
    'src/app/commands/import',
    'src/app/commands/audit-verify',
    'src/app/commands/audit-cut',
    // What is sent by chance or by attackers: it is about what stands before the database, and much.
    'test/app/attack',
    'test/app/bad-input',
    'test/app/fuzz',
    'test/app/fuzz-live',
    // What is in front of the site or asked by other programs.
    'src/app/openapi',
    'src/app/seen-address',
    'test/app/behind-caddy',
    'test/app/demo-address',
    'test/app/fivem-resource',
    'test/app/metrics',
    // What is drawn from the files of the community.
    'src/app/page-routes',
    'src/app/page-screens',
    'test/app/front-door',
    'test/app/languages',
    'test/app/look',
    'test/app/navigation',
    'test/app/second-community',
    'src/features/departments/server/routes',
    // What is found and answered in memory.
    'src/app/law-book',
    'test/app/law-book',
    'test/app/people-in-trouble',
    'test/app/search',
    'test/app/seeded-questions',
    'test/app/shared-answers',
    'src/features/assistant/server/routes',
    // What is decided before the database is asked, and what Discord and the provider say.
    'test/app/access-matrix',
    'test/app/role-watch',
    'src/features/verification/server/verifypass',
    // What is kept in memory: who looks at a page, and what Discord, the game server or the doctor said.
    'test/app/capabilities',
    'src/features/doctor/server/routes',
    'src/features/game-server/server/routes',
    'src/features/presence/server/room',
    'src/features/releases/server/routes',
    'src/features/supporters/server/routes',
  ].map((file) => `${file}.test.ts`),
)

/** The tests that `npm test` runs on each database engine: all that ask `test/database.ts` or `test/world.ts` for one. */
const onEachEngine = ['src', 'db', 'test']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
  .filter((file) => file.endsWith('.test.ts') && !file.startsWith('src/server/database/embedded/'))
  .filter((file) => !ONCE.has(file))
  .filter((file) => /'(#test|\.\.)\/(database|world)\.ts'/.test(readFileSync(file, 'utf8')))

/** They take longest. Begun last, one of them would keep a single processor busy at the end. */
const LONGEST = [
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

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
    const sorted = await super.sort(files)
    const longest = sorted.filter((file) => rank(file) >= 0).sort((one, other) => rank(one) - rank(other))
    return [...longest, ...sorted.filter((file) => rank(file) < 0)]
  }
}

// Days are written down in the time zone of the site.
process.env.TZ = 'UTC'

const shared = {
  // Each file leaves nothing behind, so the site's modules are read once for all of them.
  isolate: false,
  // What a test makes is mostly gone when it ends: with more room for what is new, less of it is looked through and moved.
  execArgv: ['--max-semi-space-size=64'],
  setupFiles: ['test/setup.ts'],
  testTimeout: 20_000,
  hookTimeout: 60_000,
  // As in `test/web-setup.ts`.
  expect: { poll: { timeout: 10_000 } },
}

export default defineConfig({
  test: {
    // Many tests wait for databases, programs and clocks, so three workers keep two processors busy.
    maxWorkers: 3,
    // Each run would transform the same modules again.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/vitest' },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['{src,dev,db,test,bench,scripts}/**/*.test.ts', EMBEDDED_ENGINE],
          exclude: onEachEngine,
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
      { test: { ...shared, name: 'database', include: onEachEngine } },
    ],
  },
})
