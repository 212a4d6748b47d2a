import { expect, it } from 'vitest'
import { createTranslator, ENGLISH, msg } from '#lib/messages.ts'
import { withValues } from '#lib/sentence.ts'
import { CATALOGUES } from '#messages/catalogues.ts'
import { bad, badInEnglish, good } from './finding.ts'

const GERMAN = createTranslator('de', CATALOGUES.de)

it('a finding is in English in the terminal, and in the language of the reader on a page', () => {
  const found = bad(
    withValues("the clock of this machine is {minutes} behind Discord's", {
      minutes: ({ t }) => t({ one: '{count} minute', other: '{count} minutes' }, { count: 7 }),
    }),
    msg('Check the network, then try again.'),
  )
  expect(found.what).toBe("the clock of this machine is 7 minutes behind Discord's")
  expect(found.in(GERMAN)).toEqual({
    ok: false,
    what: 'die Uhr dieses Rechners geht gegenüber der von Discord 7 Minuten nach',
    fix: 'Prüf das Netz und versuch es noch einmal.',
  })
  expect(good(msg('its tables are up to date')).in(GERMAN)).toMatchObject({ ok: true, fix: null })
})

it('content of a file is marked as English on a page', () => {
  const found = badInEnglish('site.yaml line 3: a name', msg('Check the network, then try again.')).in(GERMAN)
  expect(found).toMatchObject({ what: 'site.yaml line 3: a name', isEnglish: true })
})

it.each([
  [
    'that has a colon only in what fills it in',
    withValues('TZ is {timeZone}, which is not a time zone', { timeZone: 'a: b' }),
    undefined,
  ],
  [
    'with colons on both sides of it',
    withValues('{name} still has {count}: {where}', { name: 'a: b.yaml', count: 2, where: 'c: d' }),
    'a: b.yaml still has 2',
  ],
  ['of a file', 'site.yaml line 3: roles: a name', 'site.yaml line 3'],
  ['that has none', msg('its tables are up to date'), undefined],
])('the title of a finding is the text before its colon: one %s', (_, what, title) => {
  expect(bad(what, msg('Check the network, then try again.')).in(ENGLISH).title).toBe(title)
})
