import { expect, type Locator, type Page } from '@playwright/test'
import { lookOver } from './look-over.ts'
import { signInAs } from './sign-in.ts'
import { test } from './site.ts'

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  for (let pressed = 0; pressed < 80; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

test('a second person approves a removal with the keyboard, and decides on points without an action', async ({
  page,
}) => {
  const { keyboard } = page
  const press = async (target: Locator) => {
    await tabTo(page, target)
    await keyboard.press('Enter')
  }
  const dialog = page.getByRole('dialog')
  await signInAs(page, 'Theo Marchetti', '/approvals')
  const waiting = page.getByRole('listitem').filter({ hasText: 'Action against Iris Kowalczyk' })
  await expect(waiting).toContainText('Removal')
  await expect(waiting).toContainText('Waits for approval')
  await press(waiting.getByRole('button', { name: 'Approve' }))
  await expect(dialog).toContainText('This action (Removal) stays in force.')
  await expect(dialog.getByLabel('Comment (optional)')).toBeFocused()
  await keyboard.type('Spoke with both of them')
  await press(dialog.getByRole('button', { name: 'Approve' }))
  await expect(page.getByText('The action against Iris Kowalczyk was approved.').first()).toBeVisible()
  await expect(page.getByText('No action waits for your approval.')).toBeVisible()

  await page.goto('/point-thresholds')
  const reached = page.getByRole('listitem').filter({ hasText: 'Decide whether they stay on the team.' })
  await expect(reached).toContainText('16 active points')
  await press(reached.getByRole('button', { name: 'Decide without an action' }))
  await expect(dialog).toContainText('off the list until they fall below')
  const why = dialog.getByLabel('Why')
  await expect(why).toBeFocused()
  await press(dialog.getByRole('button', { name: 'Decide', exact: true }))
  await expect(dialog).toContainText('This is required.')
  await expect(why).toBeFocused()
  await lookOver(page, 'a decision on points', 'dialog')
  await keyboard.type('The removal is decided already')
  await press(dialog.getByRole('button', { name: 'Decide', exact: true }))
  await expect(dialog).toHaveCount(0)
  const decided = page.getByRole('region').or(page.locator('section')).filter({ hasText: 'A decision counts' })
  await expect(decided).toContainText('The removal is decided already')

  await page.goto('/staff-da-database?user=310000000000000110&type=Removal')
  await press(page.getByRole('row').filter({ hasText: 'Iris Kowalczyk' }))
  await expect(dialog).toContainText('Approved by Theo Marchetti')
  await expect(dialog).toContainText('Spoke with both of them')
})
