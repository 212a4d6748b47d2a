import { expect } from '@playwright/test'
import { lookOver } from './look-over.ts'
import { test } from './site.ts'

test('a visitor finds rules and codes with everyday words, on a page and with Ctrl K', async ({ page }) => {
  await page.goto('/search?q=weed')
  await expect(page.locator('main').getByRole('listitem').first()).toContainText('893.13(6)(b)')
  await expect(page.locator('mark').first()).toHaveText('cannabis')
  await lookOver(page, 'a search with what it found', 'main')
  await page.keyboard.press('/')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('ban apeal')
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('appeal')
  await expect(page).toHaveURL(/q=ban\+apeal/)
  await page.getByRole('navigation', { name: 'Where to search' }).getByRole('link', { name: 'Penal Codes' }).click()
  await expect(page).toHaveURL(/in=penal-codes/)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('battry cop')
  const found = page.getByRole('dialog').getByRole('option')
  await expect(found.first()).toContainText('784.07(2)(b)')
  await expect(page.getByRole('dialog').getByText('Staff Roster')).toHaveCount(0)
  await lookOver(page, 'what a visitor jumps to', 'dialog')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/penal-codes#statute-784-07-2-b$/)
})
