import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { signInAs } from './sign-in.ts'

test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close()
})

test('management adds, changes and removes a member, and others see it within a second', async ({ browser }) => {
  const writer = await browser.newPage()
  const reader = await browser.newPage()
  await signInAs(reader, 'Priya Castell', '/staff-roster?q=Rosalind')
  await signInAs(writer, 'Dana Whitfield', '/staff-roster?q=Rosalind')
  await writer.getByRole('button', { name: 'Add member' }).click()
  const dialog = writer.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Rosalind Peck')
  await dialog.getByLabel('Callsign').fill('M-999')
  await dialog.getByLabel('Discord UID').fill('12')
  await dialog.getByLabel('Position').fill('mods')
  await dialog.getByRole('button', { name: 'Add member' }).click()
  await expect(dialog.getByText(/17 to 20 digits|17–20/)).toBeVisible()
  await dialog.getByLabel('Discord UID').fill('310000000000009999')
  await dialog.getByRole('button', { name: 'Add member' }).click()
  await expect(dialog).toHaveCount(0)
  const shown = reader.getByRole('row').filter({ hasText: 'Rosalind Peck' })
  await expect(shown).toContainText('Moderator', { timeout: 5000 })

  await writer.getByRole('button', { name: 'Edit Rosalind Peck' }).click()
  await writer.getByRole('dialog').getByLabel('Status').selectOption('LOA')
  await writer.getByRole('button', { name: 'Save Changes' }).click()
  await expect(shown).toContainText('LOA', { timeout: 5000 })

  await writer.getByRole('button', { name: 'Edit Rosalind Peck' }).click()
  await writer.getByRole('button', { name: 'Remove', exact: true }).click()
  await writer.getByRole('button', { name: 'Press again to remove' }).click()
  await expect(shown).toHaveCount(0)
})

test('two people editing one member: the second is shown both versions and chooses', async ({ browser }) => {
  const first = await browser.newPage()
  const second = await browser.newPage()
  for (const [page, name] of [
    [first, 'Dana Whitfield'],
    [second, 'Theo Marchetti'],
  ] as const) {
    await signInAs(page, name, '/staff-roster?q=Delgado')
    await page.getByRole('button', { name: 'Edit Marcus Delgado' }).click()
  }
  await first.getByRole('dialog').getByLabel('Notes').fill('Leads the Friday patrol')
  await first.getByRole('button', { name: 'Save Changes' }).click()
  await expect(first.getByRole('dialog')).toHaveCount(0)
  await second.getByRole('dialog').getByLabel('Notes').fill('Mentors on weekends')
  await second.getByRole('button', { name: 'Save Changes' }).click()
  const conflict = second.getByRole('dialog')
  await expect(conflict).toContainText('Leads the Friday patrol')
  await expect(conflict).toContainText('Mentors on weekends')
  await conflict.getByRole('button', { name: /mine/i }).click()
  await expect(second.getByRole('dialog')).toHaveCount(0)
  await expect(first.getByRole('row').filter({ hasText: 'Marcus Delgado' })).toContainText('Mentors on weekends')
})

test('the community imports its spreadsheet: a dry run first, then the same file changes nothing', async ({ page }) => {
  await signInAs(page, 'Dana Whitfield', '/staff-roster/import')
  const file = page.locator('input[type=file]')
  await file.setInputFiles(join(import.meta.dirname, '../demo/roster-broken.csv'))
  await expect(page.getByRole('cell', { name: 'Shoe size', exact: true })).toBeVisible()
  await file.setInputFiles(join(import.meta.dirname, '../demo/roster.csv'))
  const confirm = page.getByRole('button', { name: /^Import \d+ changes$/ })
  await expect(confirm).toBeVisible()
  await confirm.click()
  await expect(page.getByText(/300/).first()).toBeVisible()
  await page.goto('/staff-roster')
  await expect(page.getByText('Auxiliary Staff').first()).toBeAttached()
  await page.goto('/staff-roster/import')
  await file.setInputFiles(join(import.meta.dirname, '../demo/roster.csv'))
  await expect(page.getByRole('button', { name: 'Nothing to import' })).toBeVisible()
})
