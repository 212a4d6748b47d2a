import { expect } from '@playwright/test'
import { lookOver } from './look-over.ts'
import { signInAs } from './sign-in.ts'
import { test } from './site.ts'

test('a second person approves a removal, and decides on points without an action', async ({ page }) => {
  const { keyboard } = page
  const dialog = page.getByRole('dialog')
  await signInAs(page, 'Theo Marchetti', '/approvals')
  const waiting = page.getByRole('listitem').filter({ hasText: 'Action against Iris Kowalczyk' })
  await expect(waiting).toContainText('Removal')
  await expect(waiting).toContainText('Waits for approval')
  await waiting.getByRole('button', { name: 'Approve' }).focus()
  await keyboard.press('Enter')
  await expect(dialog).toContainText('This action (Removal) stays in force.')
  await expect(dialog.getByLabel('Comment (optional)')).toBeFocused()
  await keyboard.type('Spoke with both of them')
  await dialog.getByRole('button', { name: 'Approve' }).focus()
  await keyboard.press('Enter')
  await expect(page.getByText('The action against Iris Kowalczyk was approved.').first()).toBeVisible()
  await expect(page.getByText('No action waits for your approval.')).toBeVisible()

  await page.goto('/point-thresholds')
  const reached = page.getByRole('listitem').filter({ hasText: 'Decide whether they stay on the team.' })
  await expect(reached).toContainText('16 active points')
  await reached.getByRole('button', { name: 'Decide without an action' }).focus()
  await keyboard.press('Enter')
  await expect(dialog).toContainText('It no longer waits for anybody')
  const why = dialog.getByLabel('Why')
  await expect(why).toBeFocused()
  await dialog.getByRole('button', { name: 'Decide', exact: true }).focus()
  await keyboard.press('Enter')
  await expect(dialog).toContainText('This is required.')
  await expect(why).toBeFocused()
  await lookOver(page, 'a decision on points', 'dialog')
  await keyboard.type('The removal is decided already')
  await dialog.getByRole('button', { name: 'Decide', exact: true }).focus()
  await keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  const decided = page.getByRole('region').or(page.locator('section')).filter({ hasText: 'A decision holds' })
  await expect(decided).toContainText('The removal is decided already')

  await page.goto('/staff-da-database?user=310000000000000110&type=Removal')
  await page.getByRole('row').filter({ hasText: 'Iris Kowalczyk' }).click()
  await expect(dialog).toContainText('Approved by Theo Marchetti')
  await expect(dialog).toContainText('Spoke with both of them')
})
