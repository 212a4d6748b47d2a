import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator } from '@playwright/test'
import { siteFooter, topBar } from './landmarks.ts'
import { newFolder, startSite, test } from './site.ts'

test('a visitor chooses German for all pages, also on a phone, and no other language is loaded; no staff filter is cut off', async ({
  page,
}) => {
  const data = newFolder()
  const communityDir = newFolder()
  cpSync(process.env.NEW_SITE ?? '', data, { recursive: true })
  cpSync('community', communityDir, { recursive: true })
  const file = join(communityDir, 'site.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('language: en\n', 'language: en\notherLanguages: [de, es]\n'))
  writeFileSync(join(communityDir, 'messages.de.yaml'), 'Verify: Los geht’s\n')
  const { address, close } = await startSite(data, { COMMUNITY_DIR: communityDir })
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  const code = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) code.add(pathname)
  })
  try {
    await page.goto(address)
    await expect(topBar(page).getByRole('button', { name: 'Login' })).toBeEnabled()
    const english = code.size
    code.clear()
    await siteFooter(page).getByRole('link', { name: 'Deutsch' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(topBar(page).getByRole('button', { name: 'Anmelden' })).toBeEnabled()
    await expect(page.getByRole('heading', { name: 'Unsere Fraktionen' })).toBeVisible()
    // The page loads as many files as in English, each in its German version.
    expect(code.size).toBe(english)
    // A navigation without loading a new document.
    await siteFooter(page).getByRole('link', { name: 'Penal Codes' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bußgeldkatalog')
    await page.getByPlaceholder('Paragraf, Bezeichnung, Anmerkungen').fill('xyzzy')
    await expect(page.getByText('Kein Eintrag passt zu deiner Suche.')).toBeVisible()
    await page.goto(`${address}/verify`)
    await expect(page.getByText('Du bist nicht angemeldet.')).toBeVisible()
    expect([...code].filter((path) => !path.startsWith('/assets/de-'))).toEqual([])
    await page.setViewportSize({ width: 360, height: 780 })
    for (const path of ['/', '/penal-codes', '/fhp', '/verify', '/login']) {
      await page.goto(address + path)
      await page.getByRole('button', { name: 'Menü' }).or(page.locator('summary')).first().click()
      const isCut = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
      expect.soft(isCut, path).toBe(false)
    }
    // The menu ends inside the window, even below a banner of three lines.
    await page.setViewportSize({ width: 360, height: 480 })
    const { bottom } = await page.getByRole('navigation', { name: 'Menü' }).evaluate((it) => it.getBoundingClientRect())
    expect(bottom).toBeLessThanOrEqual(480)
    expect(problems).toEqual([])
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.goto(`${address}/auth/discord?returnTo=/staff-da-database`)
    await page.getByRole('button', { name: 'Priya' }).click()
    for (const [language, clear] of [
      ['de', 'Leeren'],
      ['es', 'Limpiar'],
    ]) {
      await page.goto(`${address}/language/${language}`)
      await page.goto(`${address}/staff-da-database`)
      const bottom = (of: Locator) => of.evaluate((it) => Math.round(it.getBoundingClientRect().bottom))
      const button = page.locator('main').getByRole('button', { name: clear, exact: true })
      const field = page.locator('main input[type=date]').first()
      // The count of actions above arrives later, and may move both.
      const distance = async () => (await bottom(button)) - (await bottom(field))
      await expect.poll(distance, `${clear} beside the fields`).toBe(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), language).toBe(1280)
    }
  } finally {
    await close()
    for (const folder of [data, communityDir]) rmSync(folder, { recursive: true, force: true })
  }
})
