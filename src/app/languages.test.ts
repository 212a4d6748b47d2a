import { describe, expect, it } from 'vitest'
import { penalCodesSheet, TEN_CODES } from '#features/codes/server/import.ts'
import { SHEET as ACTIONS } from '#features/discipline/server/import.ts'
import { headerOf, SHEET_FIELDS, SHEET_LABELS } from '#features/discipline/sheet-rules.ts'
import { quickLinkSheet } from '#features/quick-links/server/import.ts'
import { COLUMNS, headerOf as rosterField } from '#features/roster/rules.ts'
import { SHEET as ROSTER } from '#features/roster/server/import.ts'
import { shapeOf } from '#features/trial-mods/server/import.ts'
import { parseStageCell } from '#features/trial-mods/sheet-rules.ts'
import { STAGE_STATES, STATE_LABELS } from '#features/trial-mods/stage-rules.ts'
import { LANGUAGES } from '#lib/languages.ts'
import { createTranslator, disambiguateTexts, withTranslator } from '#lib/messages.ts'
import { nameOf } from '#lib/page.ts'
import { CATALOGUES } from '#messages/catalogues.ts'
import { readCommunity } from '#server/config/community.ts'
import { type SheetShape, withLabels } from '#server/sheet-columns.ts'
import { CHECKLIST } from '#test/checklist.ts'
import { pageAt, pagesOf } from './community-pages.tsx'
import { siteLanguages } from './languages.ts'

const community = {
  ...readCommunity('community'),
  ownMessages: { de: { Home: 'Hafen', 'Share // of a whole': 'Teil' }, en: { Home: 'Harbour' } },
}

it('custom messages of a community replace the shipped ones', () => {
  const { t } = siteLanguages(community)('de').translator
  expect(t('Home')).toBe('Hafen')
  expect(t('Sign in')).toBe('Anmelden')
  expect(siteLanguages(community)('en').translator.t('Home')).toBe('Harbour')
})

it('a page receives only the messages that differ from its code', () => {
  const siteLanguageOf = siteLanguages(community)
  expect(siteLanguageOf('de').messages).toEqual({ Start: 'Hafen', Anteil: 'Teil' })
  expect(siteLanguageOf('en').messages).toEqual({ Home: 'Harbour' })
  expect(siteLanguageOf('es').messages).toEqual({})
})

it('one of two messages with the same translation can be replaced', () => {
  const { de } = CATALOGUES
  expect(de.Login).toBe(de['Sign in'])
  for (const message of ['Login', 'Sign in'] as const) {
    const { translator, messages } = siteLanguages({ ...community, ownMessages: { de: { [message]: 'Komm rein' } } })(
      'de',
    )
    const inCode = disambiguateTexts(de)
    // The browser must show what the server rendered.
    const shown = createTranslator('de', messages)
    for (const each of ['Login', 'Sign in'] as const) {
      expect(shown.translate(String(inCode[each]))).toBe(translator.t(each))
      expect(translator.t(each)).toBe(each === message ? 'Komm rein' : 'Anmelden')
    }
  }
})

it('in development a page receives all messages, because its code is in English', () => {
  const { messages } = siteLanguages(community, true)('de')
  expect(messages).toMatchObject({ Home: 'Hafen', 'Sign in': 'Anmelden' })
})

it('each language is built once', () => {
  const siteLanguageOf = siteLanguages(community)
  expect(siteLanguageOf('de')).toBe(siteLanguageOf('de'))
})

it('an import has the title of its list, also a custom one', () => {
  const pages = pagesOf({ departments: [], off: [], titles: { '/staff-roster': 'Plantilla' } })
  const names = withTranslator(createTranslator('es', CATALOGUES.es), () =>
    ['/staff-roster/import', '/ten-codes/import'].map((path) => {
      const page = pageAt(pages, path)
      return page && nameOf(page)
    }),
  )
  expect(names).toEqual(['Importar · Plantilla', 'Importar · Códigos 10'])
})

it.each(LANGUAGES)('an import of actions recognizes its column names in %s', (language) => {
  const { t } = siteLanguages(community)(language).translator
  expect(SHEET_FIELDS.map((field) => headerOf(t(SHEET_LABELS[field])))).toEqual(SHEET_FIELDS)
})

it.each(['de', 'es'] as const)('a roster column is found by its name on the page in %s', (language) => {
  const { t } = createTranslator(language, CATALOGUES[language])
  expect(COLUMNS.map(({ label }) => rosterField(t(label)))).toEqual(COLUMNS.map(({ field }) => field))
})

it.each(LANGUAGES)('the state of a stage in a spreadsheet is read with its name on the page in %s', (language) => {
  const { t } = createTranslator(language, CATALOGUES[language])
  for (const state of STAGE_STATES) {
    expect(parseStageCell(`${t(STATE_LABELS[state])}: Wren`)).toEqual({ state, by: 'Wren' })
  }
})

const SHEETS: Record<string, SheetShape<string>> = {
  roster: ROSTER,
  actions: ACTIONS,
  checklist: shapeOf(CHECKLIST),
  'ten-codes': TEN_CODES,
  'penal-codes': penalCodesSheet(null),
  'quick-links': quickLinkSheet({ groups: ['A'], icons: [] }),
}

describe.each(LANGUAGES)('A sample file in %s', (language) => {
  it.each(Object.keys(SHEETS))('the import of %s recognizes every column, each for its own field', (name) => {
    withTranslator(createTranslator(language, CATALOGUES[language]), () => {
      const shape = withLabels(SHEETS[name] ?? ROSTER)
      expect(shape.fieldsOf(shape.fields.map(shape.labelOf))).toEqual(shape.fields)
    })
  })
})
