import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '#server/paths.ts'
import { readTrouble } from './trouble-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trouble-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const OWN = `replies:
  - about: fire
    kind: help
    text: >-
      Get out.

      Then call.
    lines: [{ title: Fire department, href: "tel:112" }]
    said: [<burns>, es brennt]
fillers: jetzt
lists: { burns: [burns, on fire] }
`

describe('The file with help for people in trouble', () => {
  it('the file is read, with a paragraph at each empty line', () => {
    writeFileSync(join(folder, 'assistant.yaml'), OWN)
    writeFileSync(
      join(folder, 'assistant-examples.yaml'),
      'fire: |\n  my bin is smoking\n  help, smoke: everywhere\nharmless: |\n  who is the fire chief\n',
    )
    const { replies, examples, harmless } = readTrouble(folder)
    expect(replies).toMatchObject([{ about: 'fire', kind: 'help', text: 'Get out.\n\nThen call.', staff: false }])
    expect(examples.get('fire')).toEqual(['my bin is smoking', 'help, smoke: everywhere'])
    expect(harmless).toEqual(['who is the fire chief'])
  })

  it('examples are optional', () => {
    writeFileSync(join(folder, 'assistant.yaml'), OWN)
    expect(readTrouble(folder)).toMatchObject({ examples: new Map(), harmless: [] })
  })

  it('a community without the file has the shipped help', () => {
    expect(readTrouble(folder)).toEqual(readTrouble(join(root, 'community')))
  })

  it.each([
    [
      'a list that does not exist',
      OWN.replace('<burns>', '<burnt>'),
      /assistant\.yaml:9: replies\.0\.said\.0: .*<burnt>/,
    ],
    ['a bracket that is not closed', OWN.replace('es brennt', 'es (brennt'), /assistant\.yaml:9: replies\.0\.said\.1/],
    ['a list that uses a later one', OWN.replace('on fire', '<later>'), /assistant\.yaml:11: lists\.burns\.1/],
    [
      'a line that is no address',
      OWN.replace('tel:112', '112'),
      /assistant\.yaml:8: replies\.0\.lines\.0\.href: an address/,
    ],
    ['a script as an address', OWN.replace('tel:112', 'javascript:x'), /assistant\.yaml:8: .*an address/],
    ['an unknown kind', OWN.replace('kind: help', 'kind: rule'), /assistant\.yaml:3: replies\.0\.kind/],
    ['a field that does not exist', `${OWN}lines: []\n`, /assistant\.yaml:12/],
  ])('%s stops the start with file and line', (_what, file, problem) => {
    writeFileSync(join(folder, 'assistant.yaml'), file)
    expect(() => readTrouble(folder)).toThrow(problem)
  })

  it('examples that are not one on each line stop the start', () => {
    writeFileSync(join(folder, 'assistant.yaml'), OWN)
    writeFileSync(join(folder, 'assistant-examples.yaml'), 'harmless: ""\nfire: [my bin is smoking]\n')
    expect(() => readTrouble(folder)).toThrow(/assistant-examples\.yaml:2: fire: what people wrote, one on each line/)
  })

  it('examples of a subject without a reply stop the start', () => {
    writeFileSync(join(folder, 'assistant.yaml'), OWN)
    writeFileSync(join(folder, 'assistant-examples.yaml'), 'fire: ""\nflood: |\n  my cellar is wet\n')
    expect(() => readTrouble(folder)).toThrow(/assistant-examples\.yaml:2/)
  })
})

describe('The help of the shipped community', () => {
  const { replies, examples, harmless } = readTrouble(join(root, 'community'))

  it('there are help lines for every subject except abuse, and the staff where they can act', () => {
    for (const { kind, lines } of replies) expect(lines.length > 3).toBe(kind === 'help')
    expect(replies.map(({ staff }) => staff)).toEqual([false, true, true, false])
    expect(replies.find(({ about }) => about === 'self-harm')?.lines).toContainEqual({
      title: 'Call 988: Suicide & Crisis Lifeline (United States)',
      href: 'tel:988',
    })
  })

  it('every help line names its country', () => {
    const anywhere = ['https://dis.gd/report']
    for (const { title, href } of replies.flatMap(({ lines }) => lines)) {
      expect(anywhere.includes(href) || /\((United States|any country)\)$/.test(title), title).toBe(true)
    }
  })

  it('there are many examples of each subject, without duplicates', () => {
    for (const { about } of replies) expect(examples.get(about)?.length, about).toBeGreaterThan(150)
    const all = [...harmless, ...[...examples.values()].flat()]
    expect(harmless.length).toBeGreaterThan(700)
    expect(all.filter((text, at) => all.indexOf(text) !== at)).toEqual([])
  })
})
