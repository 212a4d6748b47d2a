import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const EMBEDDED_ENGINE = 'src/server/database/embedded/**/*.test.ts'
/**
 * Run once. Programs that open an embedded database by themselves would run the same again; what is sent by chance or
 * by attackers is about what stands before the database, and much. Who looks at a page is kept in memory, and what the
 * community's files say is drawn without the database.
 */
const ONCE =
  /^(src\/app\/(start|commands\/(import|audit-verify|audit-cut))|src\/features\/presence\/server\/room|test\/app\/(attack|behind-caddy|front-door|fuzz|fuzz-live|look|navigation))\.test\.ts$/

/** The tests that `npm test` runs on each database engine: all that ask `test/database.ts` or `test/world.ts` for one. */
const onEachEngine = ['src', 'db', 'test']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
  .filter((file) => file.endsWith('.test.ts') && !file.startsWith('src/server/database/embedded/'))
  .filter((file) => !ONCE.test(file))
  .filter((file) => /'(#test|\.\.)\/(database|world)\.ts'/.test(readFileSync(file, 'utf8')))

/** They take longest. Begun last, one of them would keep a single processor busy at the end. */
const LONGEST = [
  'fuzz',
  'import',
  'embedded',
  'own-data',
  'release',
  'update',
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
  setupFiles: ['test/setup.ts'],
  testTimeout: 20_000,
  hookTimeout: 60_000,
  // As in `test/poll-timeout.ts`.
  expect: { poll: { timeout: 10_000 } },
}

export default defineConfig({
  test: {
    maxWorkers: 2,
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
          setupFiles: ['test/setup.ts', 'test/poll-timeout.ts'],
        },
      },
      { test: { ...shared, name: 'database', include: onEachEngine } },
    ],
  },
})
