import { posix } from 'node:path'
import type { Source, Violation } from './rules.ts'

const DOCUMENT = /^(README|docs\/.+)\.md$/
const MAP = 'docs/map.md'
const NAMED_FILE = /[\w.-][\w./-]*\.(?:tsx?|mjs|lua|css|md|json|ya?ml)\b(?![\w*/-])/g

/** Checks the paths that documents name. A path may begin at any folder on its way: `auth/server/sessions.ts`. */
export function* checkDocuments(files: readonly Source[], paths: readonly string[]): Generator<Violation> {
  const tops = new Set(paths.map((path) => path.split('/')[0]))
  const exists = (name: string) => paths.some((path) => `/${path}/`.includes(`/${name.replace(/^\.\/|\/$/g, '')}/`))
  for (const { path, text } of files.filter(({ path }) => DOCUMENT.test(path))) {
    // A guide may name a feature that its reader adds step by step and that does not exist yet.
    const invented = [...text.matchAll(/\bsrc\/features\/([a-z-]+)\//g)]
      .map(([, name = '']) => name)
      .filter((name) => path.startsWith('docs/adding-') && !exists(`src/features/${name}`))
    for (const [index, line] of text.split('\n').entries()) {
      const quoted = [...line.matchAll(/(?<=`)[\w.][\w./-]*(?=[` ])/g)].map(([name]) => name)
      const named = [
        ...((path === MAP ? line : quoted.join(' ')).match(NAMED_FILE) ?? []),
        ...quoted.filter((name) => name.includes('/') && tops.has(name.split('/')[0])),
        ...[...line.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) =>
          posix.join(posix.dirname(path), link),
        ),
      ]
      for (const name of new Set(named)) {
        if (exists(name) || invented.some((feature) => name.includes(feature))) continue
        yield { file: path, line: index + 1, rule: 'documents', fix: `there is no ${name}` }
      }
    }
    if (path !== MAP) continue
    const features = new Set(paths.flatMap((path) => /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? []))
    for (const feature of features) {
      if (!text.includes(`${feature}/`)) {
        yield { file: path, line: 1, rule: 'documents', fix: `describe ${feature}/ in one line` }
      }
    }
  }
}
