import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync, Visitor } from 'vite'

const PAGES = 'src/app/routes.tsx'
/** The list of pages for people who are signed in. */
const FURTHER_PAGES = 'src/app/further-pages.tsx'
const ENTRIES = ['src/app/browser.tsx', 'src/app/first-paint.ts']
/**
 * The stylesheet of tools. A module that imports it, or is imported together with it, needs nothing from the stylesheet
 * of public pages.
 */
const STAFF_STYLE = '#ui/staff.css'
/** Matches a page in the list of pages: its access, then the file that it loads. */
const PAGE = /access: '(\w+)',(?:(?!access:).)*?import\('(\.[^']+)'\)/gs

/**
 * The modules of this site that a page for anyone may run, by their paths from `root`: everything that the entries and
 * those pages import, at once or later.
 */
export function publicModules(root: string): Set<string> {
  const pages = [...readFileSync(join(root, PAGES), 'utf8').matchAll(PAGE)]
    .filter(([, access]) => access === 'anyone')
    .map(([, , specifier = '']) => posix.join(posix.dirname(PAGES), specifier))
  if (pages.length === 0) throw new Error(`${PAGES} has no page for anyone`)
  // Iterating over a set also visits elements that are added during the iteration.
  const found = new Set([...ENTRIES, ...pages])
  const tools = new Set<string>()
  for (const path of found) {
    const imported = importedBy(path, readFileSync(join(root, path), 'utf8'))
    if (imported === null) tools.add(path)
    else for (const each of imported) found.add(each)
  }
  for (const path of tools) found.delete(path)
  return found
}

/** The files that a module imports. Null for a module that imports the stylesheet of tools. */
function importedBy(path: string, text: string): string[] | null {
  const { program, module } = parseSync(path, text)
  const specifiers = new Set(module.staticImports.map(({ moduleRequest }) => moduleRequest.value))
  if (specifiers.has(STAFF_STYLE)) return null
  const withStaffStyle = new Set<string>()
  new Visitor({
    ImportExpression({ source }) {
      // The lists of pages import every page. Only pages for anyone count, and those are added above.
      if (path !== PAGES && path !== FURTHER_PAGES && source.type === 'Literal' && typeof source.value === 'string')
        specifiers.add(source.value)
    },
    ArrayExpression({ elements }) {
      const together = elements.flatMap((each) =>
        each?.type === 'ImportExpression' && each.source.type === 'Literal' ? [String(each.source.value)] : [],
      )
      if (together.includes(STAFF_STYLE)) for (const each of together) withStaffStyle.add(each)
    },
  }).visit(program)
  return [...specifiers]
    .filter((each) => !withStaffStyle.has(each) && /^[.#].*\.tsx?$/.test(each))
    .map((each) => (each.startsWith('#') ? `src/${each.slice(1)}` : posix.join(posix.dirname(path), each)))
}
