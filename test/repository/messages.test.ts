import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { messageKey } from '#lib/messages.ts'
import { ALL_MESSAGES, CATALOGUES } from '#messages/catalogues.ts'
import { root } from '#server/paths.ts'
import { findUntranslatedTexts, messagesIn } from '../../scripts/messages-in.ts'

/** The files whose texts stay in English, and why. */
const IN_ENGLISH = [
  'src/app/pages/api-docs.tsx', // The API reference is for developers. It is marked with `lang="en"`.
  'src/features/discipline/game-rules.ts', // Texts of actions from the game are stored in English.
  'src/features/discipline/server/game-store.ts',
  'src/features/ingest/contract.ts', // Only programs make these calls, and no cookie names their language.
  'src/features/ingest/rules.ts',
]

/** Code whose texts people read in a browser: pages, rules that both sides check, and responses of calls. */
const OF_PAGES =
  /^src\/(app\/(pages|setup|shell)\/|app\/([a-z-]+\.tsx|([a-z]+-diagnosis|[a-z-]*findings)\.ts)$|ui\/|web\/|lib\/|server\/http\/(http-error|limits|serve|upgrades)\.ts|features\/[a-z-]+\/(web\/|contract\.ts|([a-z-]+-)?rules\.ts|server\/(routes|([a-z-]+-)?store)\.ts))/
/** Names, and words of other programs. They are not translated. */
const NO_TEXTS = new Set([
  'Organization',
  'Staff',
  'Owner',
  'Account',
  'In-Training',
  'Passed',
  'Failed',
  'Staff Roster',
  'Development Roster',
  'Trial Mod Checklist',
  'English',
  'Deutsch',
  'Español',
  'Edge',
  'Opera',
  'Samsung Internet',
  'Zeppelin',
  'Excel',
  'Firefox',
  'Chrome',
  'Safari',
  'Android',
  'Windows',
  'Linux',
  '… on …',
  'github.com/…',
  '… is not null',
  'Discord could not be asked who somebody is',
  'Use 1, 2 or 3.',
  'Nolan Reyes',
  'Marcus Delgado',
  'Priya Castell',
  'Ctrl K',
  'Esc',
  'Enter',
  'Ctrl Enter',
  'Shift Enter',
  'Home End',
  'Relationship',
  'Target',
  '… column …',
  'https://…',
  'https://www.example.org',
  'http://203.0.113.7:30120',
  'ABCDE-FGHJK-LMNPQ-RSTUV',
  'B2F3-9KQM',
])

const paths = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'src'], { cwd: root })
  .stdout.toString()
  .split('\0')
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.startsWith('src/messages/'))
const files = paths.map((path) => ({ path, code: readFileSync(join(root, path), 'utf8') }))
const lineOf = (code: string, offset: number) => code.slice(0, offset).split('\n').length

const said = files.map(({ path, code }) => ({ path, code, ...messagesIn(path, code) }))
const messages = new Map(said.flatMap(({ messages }) => messages.map(({ text }) => [messageKey(text), text] as const)))
const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

describe('The messages in the code', () => {
  it('are all in the catalogues, and nothing else is', () => {
    const missing = [...messages.keys()].filter((message) => !ALL_MESSAGES.includes(message))
    expect(missing, 'Add these texts to src/messages/de.ts and src/messages/es.ts').toEqual([])
    const unused = ALL_MESSAGES.filter((message) => !messages.has(message))
    expect(unused, 'Remove these texts from src/messages/: the code does not say them').toEqual([])
  })

  it('are whole, not put together from parts', () => {
    const glued = said.flatMap(({ path, code, problems }) => problems.map((at) => `${path}:${lineOf(code, at)}`))
    expect(glued).toEqual([])
  })

  it('have the same forms wherever they are said', () => {
    const all = said.flatMap((file) => file.messages.map(({ text }) => text))
    const other = all.filter((text) => JSON.stringify(messages.get(messageKey(text))) !== JSON.stringify(text))
    expect(other).toEqual([])
  })
})

describe.each(['de', 'es'] as const)('The catalogue %s', (language) => {
  const catalogue = Object.entries(CATALOGUES[language])

  it('has every text of the code', () => {
    const missing = [...messages.keys()].filter((message) => !Object.hasOwn(CATALOGUES[language], message))
    expect(missing, `Add these texts to src/messages/${language}.ts`).toEqual([])
  })

  it('leaves open what the English text leaves open', () => {
    const wrong = catalogue.filter(([message, text]) => {
      const wholes = typeof text === 'string' ? [text] : [text.other]
      return wholes.some((whole) => namesIn(whole).join() !== namesIn(message).join())
    })
    expect(wrong).toEqual([])
  })

  it('has forms for a number where the English text has them', () => {
    const withForms = catalogue.filter(([, text]) => typeof text !== 'string').map(([message]) => message)
    const wanted = [...messages].filter(([, text]) => typeof text !== 'string').map(([message]) => message)
    expect(withForms.toSorted()).toEqual(wanted.toSorted())
  })

  it('has no text with a space too many, and none in another normal form', () => {
    const texts = catalogue.flatMap(([, text]) => (typeof text === 'string' ? text : Object.values(text)))
    expect(texts.filter((text) => text !== text.normalize() || /^\s|\s$| {2}|\s[,;]/.test(text))).toEqual([])
  })
})

describe('One word for one thing', () => {
  const textsOf = (language: 'de' | 'es') =>
    Object.entries(CATALOGUES[language]).flatMap(([message, text]) =>
      (typeof text === 'string' ? [text] : Object.values(text)).map((form) => ({ message, form })),
    )
  const wrong = (language: 'de' | 'es', pattern: RegExp) =>
    textsOf(language).flatMap(({ form }) => (pattern.test(form) ? [form] : []))

  it('is die Leitung in German', () => expect(wrong('de', /\bManagement\b/)).toEqual([]))

  it('is sanción in Spanish: only the audit log, menus and tables have acciones', () => {
    expect(wrong('es', /\bmedidas?\b|(?<!\p{L})acci(ón|ones)(?!\p{L})/iu)).toEqual([
      'Acción',
      'Acciones',
      'Todas las acciones',
    ])
  })

  it('is a más tardar in Spanish for a day until which something is due, and a date has its article', () => {
    const due = textsOf('es').filter(({ message }) => /\bby \{(day|moment)\}/.test(message))
    expect(due.filter(({ form }) => !/a más tardar el \{|para el \{/.test(form))).toEqual([])
    expect(wrong('es', /\b(desde|hasta|para|antes de) \{(day|moment|since)\}/i)).toEqual([])
  })
})

describe('A text of a page', () => {
  const outside = files
    .filter(({ path }) => OF_PAGES.test(path))
    .map(({ path, code }) => ({
      path,
      found: findUntranslatedTexts(path, code)
        .filter(({ text }) => !NO_TEXTS.has(text))
        .map(({ text, start }) => `${path}:${lineOf(code, start)} ${text}`),
    }))
  const isListed = (path: string) => IN_ENGLISH.some((listed) => path.startsWith(listed))

  it('stands in a catalogue, except in the files that are listed', () => {
    expect(outside.filter(({ path }) => !isListed(path)).flatMap(({ found }) => found)).toEqual([])
  })

  it.each(IN_ENGLISH)('stands outside of one in %s, which is listed', (listed) => {
    expect(outside.filter(({ path, found }) => path.startsWith(listed) && found.length > 0)).not.toEqual([])
  })
})
