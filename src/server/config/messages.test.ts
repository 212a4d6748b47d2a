import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { problemsOf } from '#test/community-copy.ts'
import { readMessages } from './messages.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'messages-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const write = (text: string, name = 'messages.de.yaml') => writeFileSync(join(dir, name), text)

const problems = () => problemsOf(() => readMessages(dir), dir)

it('custom messages of a community are read by language', () => {
  write('Log out: Raus hier\n"If it happens again, tell us and quote {id}.": "Schick uns {id}."\n')
  write('Log out: Bye\n', 'messages.en.yaml')
  expect(readMessages(dir)).toEqual({
    de: { 'Log out': 'Raus hier', 'If it happens again, tell us and quote {id}.': 'Schick uns {id}.' },
    en: { 'Log out': 'Bye' },
  })
})

it('custom messages are optional', () => {
  expect(readMessages(dir)).toEqual({})
})

it.each([
  [
    'a text that the site does not have',
    '# Ours\nWin a car here: x\n',
    'messages.de.yaml:2: Win a car here: no text of the site is this',
  ],
  [
    'a text that is written a little differently',
    'log out.: x\n',
    'messages.de.yaml:1: log out.: no text of the site is this. Did you mean "Log out"?',
  ],
  [
    'a placeholder that is not known',
    'Log out: "{name} geht"\n',
    'messages.de.yaml:1: Log out: {name} is not known here: no braces may stand in it',
  ],
  ['a number', 'Log out: 5\n', 'messages.de.yaml:1: Log out: a text'],
  ['an empty text', 'Log out: ""\n', 'messages.de.yaml:1: Log out: a text'],
])('custom messages with %s are refused with file and line', (_, text, problem) => {
  write(text)
  expect(problems()).toEqual([problem])
})

it('a language that the site does not have is refused', () => {
  write('Log out: x\n', 'messages.fr.yaml')
  expect(problems()).toEqual(['messages.fr.yaml: the site has no language "fr", only en, de, es'])
})

it('mistakes of all files are reported together', () => {
  write('Log out: ""\n')
  write('Log out: 5\n', 'messages.es.yaml')
  expect(problems()).toEqual(['messages.de.yaml:1: Log out: a text', 'messages.es.yaml:1: Log out: a text'])
})
