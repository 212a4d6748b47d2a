import type { Source, Violation } from './rules.ts'

const FOLDERS = ['app', 'features', 'server', 'web', 'ui', 'lib', 'messages']
export const LIST_OF_FEATURES = 'src/app/features.ts'
const FEATURE_FILE =
  /^(feature\.ts|([a-z]+-)?(contract|rules)\.ts|server\/(tables|([a-z]+-)?store|seed|routes|worker|gateway|room)\.ts|web\/(queries|icons|use-[a-z-]+)\.ts|web\/[a-z-]+\.tsx|((server|web)\/)?[a-z.-]+\.test\.tsx?)$/
const VAGUE = /^(utils?|helpers?|misc|common|managers?)$/
const KEBAB = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/
const CAPITALS = /^[A-Z]+(\.md)?$/
/** Tests of the whole site, and of files in the repository that are not code. */
const TESTS_OF_A_WHOLE = /^test\/(app|repository)\//
const NAMED_BY_ITS_TOOL = /^(Dockerfile|Caddyfile|playersDB\.json)$/

export function* checkName(path: string, decisions: string, features: string): Generator<Violation> {
  const at = { file: path, line: 1 }
  const names = path.split('/')
  if (!path.startsWith('db/migrations/')) {
    const wrong = names.find((name) => !KEBAB.test(name) && !CAPITALS.test(name) && !NAMED_BY_ITS_TOOL.test(name))
    if (wrong !== undefined) yield { ...at, rule: 'names', fix: `write ${wrong} in kebab-case` }
  }
  const vague = names.flatMap((name) => name.split(/[-.]/)).find((word) => VAGUE.test(word))
  if (vague !== undefined) yield { ...at, rule: 'names', fix: `name it after what it contains instead of ${vague}` }

  const [top, folder = '', feature = ''] = names
  if (top !== 'src') return
  if (!FOLDERS.includes(folder)) yield { ...at, rule: 'layers', fix: `src has only the folders ${FOLDERS.join(', ')}` }
  if (folder !== 'features') return
  const file = names.slice(3).join('/')
  if (!features.includes(`'#features/${feature}/feature.ts'`)) {
    yield {
      ...at,
      rule: 'feature files',
      fix: `define the feature in ${feature}/feature.ts, and add it to ${LIST_OF_FEATURES}`,
    }
    return
  }
  if (!FEATURE_FILE.test(file) && !decisions.includes(`${feature}/${file}`)) {
    const fix = `use a name of the closed list, or give the reason in a decision in docs/decisions that names ${feature}/${file}`
    yield { ...at, rule: 'feature files', fix }
  }
}

export function* checkTestNames(files: Source[]): Generator<Violation> {
  const paths = new Set(files.map(({ path }) => path))
  for (const path of paths) {
    const tested = path.match(/^(.+)\.test\.tsx?$/)?.[1]
    if (tested === undefined || TESTS_OF_A_WHOLE.test(path)) continue
    if (['.ts', '.tsx', '.mjs', '.css'].some((extension) => paths.has(tested + extension))) continue
    yield { file: path, line: 1, rule: 'tests', fix: 'name it after the file that it tests, or move it to test/app' }
  }
}
