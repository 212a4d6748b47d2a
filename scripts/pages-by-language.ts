import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { type Catalogue, disambiguateTexts, type MessageText, messageKey } from '#lib/messages.ts'
import { messagesIn } from './messages-in.ts'

const MARK = /(["'`])%%message:(\w+)%%\1/g
const idOf = (text: MessageText) => createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, 12)

/**
 * Writes the browser's code once for each language, with the messages of that language in it. A visitor loads only
 * their own language, in the same number of files. English is in `assets`. The other languages are in subfolders of it,
 * which `languages.json` lists.
 */
export function pagesByLanguage(catalogues: Readonly<Record<string, Catalogue>>): Plugin {
  const found = new Map<string, MessageText>()
  return {
    name: 'pages-by-language',
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/ },
      handler(code, id) {
        const { messages, problems } = messagesIn(id, code)
        const [problem] = problems
        if (problem !== undefined) this.error('A message is one text, never put together from parts.', problem)
        let marked = code
        for (const { text, start, end } of messages.toSorted((a, b) => b.start - a.start)) {
          found.set(idOf(text), text)
          marked = `${marked.slice(0, start)}'%%message:${idOf(text)}%%'${marked.slice(end)}`
        }
        return { code: marked, map: null }
      },
    },
    writeBundle({ dir }) {
      if (dir === undefined) return
      const assets = join(dir, 'assets')
      const files = readdirSync(assets).filter((name) => name.endsWith('.js'))
      const folders: Record<string, string> = {}
      const codes = files.map((name) => ({ name, code: readFileSync(join(assets, name), 'utf8') }))
      for (const [language, shipped] of Object.entries(catalogues)) {
        const catalogue = disambiguateTexts(shipped)
        const version = createHash('sha256').update(JSON.stringify(catalogue)).digest('hex').slice(0, 8)
        const folder = `${language}-${version}`
        folders[language] = `assets/${folder}`
        mkdirSync(join(assets, folder), { recursive: true })
        for (const { name, code } of codes) {
          const own = insertMessages(code, (text) => catalogue[messageKey(text)] ?? text)
          // Code that preloads a page or starts a worker refers to files by their path from the site's root. Only
          // scripts have a language; styles and fonts do not.
          const moved = own.replaceAll(/(["'`])(\/?)assets\/([\w.-]+\.js)\1/g, `$1$2assets/${folder}/$3$1`)
          writeFileSync(join(assets, folder, name), moved)
        }
      }
      for (const { name, code } of codes)
        writeFileSync(
          join(assets, name),
          insertMessages(code, (text) => text),
        )
      writeFileSync(join(dir, 'languages.json'), JSON.stringify(folders))
    },
  }

  function insertMessages(code: string, of: (text: MessageText) => MessageText): string {
    const whole = code.replaceAll(MARK, (mark, _quote, id: string) => {
      const text = found.get(id)
      return text === undefined ? mark : JSON.stringify(of(text))
    })
    if (whole.includes('%%message:')) throw new Error('A message became part of another text: say it in one')
    return whole
  }
}
