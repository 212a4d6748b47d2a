import { rmSync } from 'node:fs'
import { test as base, expect, type Page } from '@playwright/test'
import { PAGES } from '#app/routes.tsx'
import { createTranslator } from '#lib/messages.ts'
import { isOn } from '#lib/part.ts'
import { CATALOGUES } from '#messages/catalogues.ts'
import { readNavigation } from '#server/config/navigation.ts'
import { englishIn, OF_THE_SHIPPED } from '#test/english.ts'
import { topBar } from './landmarks.ts'
import { signInAs } from './sign-in.ts'
import { newFolder, startSite } from './site.ts'

const COMMUNITY = 'examples/lagunenwacht'

/** Records in the log, under the names of their fields. They need not be in German. */
const RECORDS = '[translate="no"]'

const { t } = createTranslator('de', CATALOGUES.de)
const { off } = readNavigation(COMMUNITY, () => true)
/** The built site with the files of that community, on a new database. */
const test = base.extend<object, { site: string }>({
  site: [
    async ({ browserName: _ }, use) => {
      const folder = newFolder()
      const { address, close } = await startSite(folder, { COMMUNITY_DIR: COMMUNITY })
      await use(address)
      await close()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ site }, use) => use(site),
})

const foreign = new Map<string, string>()

/** Reads all texts of the current page, both visible ones and those for screen readers. */
async function readPage(page: Page, where: string): Promise<void> {
  const [texts = [], records = []] = await page.evaluate((data) => {
    const texts = new Set<string>([document.title])
    const records = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement
      const found = element?.closest(data) ? records : texts
      if (!(node instanceof Element)) {
        if (!element?.closest('script, style, noscript')) found.add(node.textContent ?? '')
        continue
      }
      for (const name of ['alt', 'aria-label', 'aria-description', 'title', 'placeholder']) {
        found.add(node.getAttribute(name) ?? '')
      }
      if (!(node instanceof HTMLTextAreaElement || node instanceof HTMLInputElement)) continue
      if (!['checkbox', 'radio'].includes(node.type)) found.add(node.value)
    }
    return [texts, records].map((found) =>
      [...found]
        .map((text) =>
          text
            .replace(/[\w-]+\.(yaml|md)/g, '')
            .replace(/\s+/g, ' ')
            .trim(),
        )
        .filter((text) => text !== ''),
    )
  }, RECORDS)
  const shippedTexts = [...texts, ...records].filter((text) => OF_THE_SHIPPED.test(text) || /\$/.test(text))
  for (const text of [...englishIn(texts), ...shippedTexts]) if (!foreign.has(text)) foreign.set(text, where)
}

/** Opens a page, waits until its content has loaded, and reads it. */
async function open(page: Page, path: string, shows?: string): Promise<void> {
  await page.goto(path)
  const main = page.locator('main')
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(main.getByText(/geladen…$/)).toHaveCount(0)
  if (shows !== undefined) await expect(main.getByText(shows).filter({ visible: true }).first()).toBeVisible()
  await readPage(page, path)
}

test('a visitor, staff, management and an owner of another community use its site without texts of the shipped community', async ({
  page,
}) => {
  const main = page.locator('main')
  const dialog = page.getByRole('dialog')
  const press = (name: string | RegExp) => main.getByRole('button', { name }).first().click()

  // As a visitor.
  await open(page, '/', 'Unsere Wachen')
  await main.getByRole('link', { name: /Feuerwehr Möwenhaff/ }).click()
  await expect(main.getByText('Swantje Brodersen').first()).toBeVisible()
  await readPage(page, '/feuerwehr')
  await open(page, '/supporters', 'Leuchtturmwärter')

  // Sign in with the buttons.
  await topBar(page)
    .getByRole('button', { name: t('Login') })
    .click()
  await page.getByRole('button', { name: /Gönna Clausen/ }).click()
  await expect(page).toHaveURL(/\/supporters$/)

  // As staff.
  await open(page, '/staff-roster', 'Ole Harms')
  await open(page, '/staff-da-database', 'Ermahnung')
  await open(page, '/trial-mod-checklist', 'Ole Harms')
  await press(/^Theorie.*Ole Harms/)
  await readPage(page, 'a stage')
  await open(page, '/es', 'Lagemeldung')
  await open(page, '/me', 'Gönna')

  // As management.
  await signInAs(page, 'Swantje Brodersen', '/staff-roster')
  await press(t('Add member'))
  await readPage(page, 'the form of a member')
  await dialog.getByLabel(t('Name'), { exact: true }).fill('Nele Abels')
  await dialog.getByLabel(t('Callsign')).fill('FW-60')
  await dialog.getByLabel(t('Discord UID')).fill('310000000000009999')
  await dialog.getByLabel(t('Position')).fill('Truppführerin')
  await dialog.getByRole('button', { name: t('Add member') }).click()
  await expect(dialog).toHaveCount(0)
  await expect(main.getByRole('row').filter({ hasText: 'Nele Abels' })).toContainText('Truppführung')
  await page.goto('/staff-da-database?user=310000000000009999')
  await press(t('Log action'))
  await dialog.getByLabel(t('Type')).selectOption('Einsatzsperre')
  await dialog.getByLabel(t('Internal reason')).fill('Fuhr das Boot allein hinaus.')
  await readPage(page, 'the form of an action')
  await dialog.getByRole('button', { name: t('Log action') }).click()
  await expect(dialog).toHaveCount(0)
  await expect(main.getByRole('row').filter({ hasText: 'Nele Abels' })).toContainText('Einsatzsperre')
  await open(page, '/assistant', 'gibt es eine jugendfeuerwehr')
  await open(page, '/checklists/jugendflamme', 'Jugendflamme')
  await press(/Jugendliche/)
  await readPage(page, 'the form of a further checklist')
  await page.keyboard.press('Escape')
  await open(page, '/checklists/jugendflamme/import', 'Jugendflamme')

  // As an owner, on all other pages.
  await signInAs(page, 'Hanke Lührsen', '/doctor')
  const seen = ['/', '/supporters', '/staff-roster', '/staff-da-database', '/trial-mod-checklist', '/es', '/assistant']
  for (const { path, access, part } of PAGES) {
    if (!isOn(off, part) || access === 'anyone' || seen.includes(path)) continue
    await open(page, path)
  }
  await open(page, '/audit?action=addRosterMember', 'Nele Abels')
  await press(t('Add roster member'))
  await readPage(page, 'an entry of the log')

  expect([...foreign].map(([text, where]) => `${where}: ${text}`)).toEqual([])
})
