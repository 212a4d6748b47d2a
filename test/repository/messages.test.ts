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

const parsedFiles = files.map(({ path, code }) => ({ path, code, ...messagesIn(path, code) }))
const messages = new Map(
  parsedFiles.flatMap(({ messages }) => messages.map(({ text }) => [messageKey(text), text] as const)),
)
const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

describe('Messages in the code', () => {
  it('the catalogues contain every message of the code, and no other', () => {
    const missing = [...messages.keys()].filter((message) => !ALL_MESSAGES.includes(message))
    expect(missing, 'Add these texts to src/messages/de.ts and src/messages/es.ts').toEqual([])
    const unused = ALL_MESSAGES.filter((message) => !messages.has(message))
    expect(unused, 'Remove these texts from src/messages/: the code does not say them').toEqual([])
  })

  it('messages are whole sentences, not concatenated', () => {
    const concatenated = parsedFiles.flatMap(({ path, code, problems }) =>
      problems.map((at) => `${path}:${lineOf(code, at)}`),
    )
    expect(concatenated).toEqual([])
  })

  it('a message has the same plural forms wherever it is used', () => {
    const all = parsedFiles.flatMap((file) => file.messages.map(({ text }) => text))
    const other = all.filter((text) => JSON.stringify(messages.get(messageKey(text))) !== JSON.stringify(text))
    expect(other).toEqual([])
  })
})

describe.each(['de', 'es'] as const)('The catalogue %s', (language) => {
  const catalogue = Object.entries(CATALOGUES[language])

  it('a catalogue contains every text of the code', () => {
    const missing = [...messages.keys()].filter((message) => !Object.hasOwn(CATALOGUES[language], message))
    expect(missing, `Add these texts to src/messages/${language}.ts`).toEqual([])
  })

  it('translations have the same placeholders as the English text', () => {
    const wrong = catalogue.filter(([message, text]) => {
      const forms = typeof text === 'string' ? [text] : [text.other]
      return forms.some((whole) => namesIn(whole).join() !== namesIn(message).join())
    })
    expect(wrong).toEqual([])
  })

  it('translations have plural forms where the English text has them', () => {
    const withForms = catalogue.filter(([, text]) => typeof text !== 'string').map(([message]) => message)
    const expected = [...messages].filter(([, text]) => typeof text !== 'string').map(([message]) => message)
    expect(withForms.toSorted()).toEqual(expected.toSorted())
  })

  it('translations have no extra spaces and are in Unicode normal form C', () => {
    const texts = catalogue.flatMap(([, text]) => (typeof text === 'string' ? text : Object.values(text)))
    expect(texts.filter((text) => text !== text.normalize() || /^\s|\s$| {2}|\s[,;]/.test(text))).toEqual([])
  })
})

describe('Terms in translations', () => {
  const textsOf = (language: 'de' | 'es') =>
    Object.entries(CATALOGUES[language]).flatMap(([message, text]) =>
      (typeof text === 'string' ? [text] : Object.values(text)).map((form) => ({ message, form })),
    )
  const wrong = (language: 'de' | 'es', pattern: RegExp) =>
    textsOf(language).flatMap(({ form }) => (pattern.test(form) ? [form] : []))

  it('management is die Leitung in German', () => expect(wrong('de', /\bManagement\b/)).toEqual([]))

  it('an action is sanción in Spanish, except in the audit log, menus and tables', () => {
    expect(wrong('es', /\bmedidas?\b|(?<!\p{L})acci(ón|ones)(?!\p{L})/iu)).toEqual([
      'Acción',
      'Acciones',
      'Todas las acciones',
    ])
  })

  it('a due date is a más tardar in Spanish, and a date has its article', () => {
    const due = textsOf('es').filter(({ message }) => /\bby \{(day|moment)\}/.test(message))
    expect(due.filter(({ form }) => !/a más tardar el \{|para el \{/.test(form))).toEqual([])
    expect(wrong('es', /\b(desde|hasta|para|antes de) \{(day|moment|since)\}/i)).toEqual([])
  })
})

describe('Texts of pages', () => {
  const outside = files
    .filter(({ path }) => OF_PAGES.test(path))
    .map(({ path, code }) => ({
      path,
      found: findUntranslatedTexts(path, code)
        .filter(({ text }) => !NO_TEXTS.has(text))
        .map(({ text, start }) => `${path}:${lineOf(code, start)} ${text}`),
    }))
  const isListed = (path: string) => IN_ENGLISH.some((listed) => path.startsWith(listed))

  it('every text of a page is in a catalogue, except in the listed files', () => {
    expect(outside.filter(({ path }) => !isListed(path)).flatMap(({ found }) => found)).toEqual([])
  })

  it.each(IN_ENGLISH)('the listed file %s has a text outside the catalogues', (listed) => {
    expect(outside.filter(({ path, found }) => path.startsWith(listed) && found.length > 0)).not.toEqual([])
  })
})
