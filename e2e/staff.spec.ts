import { expect, test } from '@playwright/test'
import { signInAs } from './sign-in.ts'

test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close()
})

test('a moderator sees the roster, finds somebody and copies their mention', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs(page, 'Priya Castell', '/staff-roster')
  await expect(page.getByRole('heading', { level: 1, name: 'Staff Roster' })).toBeVisible()
  await expect(page.getByText('Staff Director Team')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('delgado')
  await expect(page).toHaveURL(/delgado/)
  await page.getByRole('button', { name: 'Marcus Delgado', exact: true }).click()
  await expect(page.getByText('✓ copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('<@310000000000000103>')
  await page.getByPlaceholder('Search name, callsign, Discord ID...').fill('nobody has this name')
  await expect(
    page.getByText('No staff members match your current filters. Try adjusting your search or clearing some filters!'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(page.getByText('Staff Director Team')).toBeVisible()
  // Management's work is hidden from them, and closed.
  await expect(page.getByRole('button', { name: 'Add member' })).toHaveCount(0)
  expect((await page.goto('/staff-roster/import'))?.status()).toBe(403)
})

test('two people see each other look at the roster, and one who leaves is gone', async ({ browser }) => {
  const first = await browser.newPage()
  const second = await browser.newPage()
  await signInAs(first, 'Priya Castell', '/staff-roster')
  await expect(first.getByText('1 viewing')).toBeVisible()
  await signInAs(second, 'Marcus Delgado', '/staff-roster')
  await expect(first.getByText('2 viewing')).toBeVisible()
  await expect(second.getByRole('list', { name: 'Viewing now' }).getByText('Priya C. | S-31')).toBeAttached()
  await second.close()
  await expect(first.getByText('1 viewing')).toBeVisible()
})

test('staff add a 10-code, change it and delete it in two steps; another browser sees it at once', async ({
  browser,
}) => {
  const writer = await browser.newPage()
  const reader = await browser.newPage()
  await signInAs(reader, 'Marcus Delgado', '/ten-codes')
  await signInAs(writer, 'Priya Castell', '/ten-codes')
  const form = writer.getByRole('main')
  await form.getByPlaceholder('10-XX').fill('10-199')
  await form.getByLabel('Meaning', { exact: true }).fill('Manatee on the boat ramp')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(reader.getByText('Manatee on the boat ramp')).toBeVisible({ timeout: 5000 })

  await writer.getByRole('button', { name: 'Edit 10-199' }).click()
  const row = writer.getByRole('form', { name: 'Edit 10-199' })
  await row.getByLabel('Meaning', { exact: true }).fill('Manatee on the ramp, send wildlife')
  await row.getByRole('button', { name: 'Save' }).click()
  await expect(reader.getByText('Manatee on the ramp, send wildlife')).toBeVisible({ timeout: 5000 })
  await expect(writer.locator('#code-10-199').getByText(/Last updated by .*310000000000000102/)).toBeVisible()

  await writer.getByRole('button', { name: 'Delete 10-199' }).click()
  await writer.getByRole('button', { name: 'Confirm: delete 10-199' }).click()
  await expect(reader.getByText('Manatee on the ramp, send wildlife')).toHaveCount(0)
})

test('a logout in one tab ends the session in the other', async ({ context }) => {
  const first = await context.newPage()
  const second = await context.newPage()
  await signInAs(first, 'Priya Castell', '/staff-roster')
  await second.goto('/staff-roster')
  await expect(second.getByText('1 viewing')).toBeVisible()
  await first.getByRole('banner').getByRole('button', { name: /priya/i }).click()
  await first.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(second).toHaveURL(/\/session-expired$/, { timeout: 5000 })
  await expect(second.getByText('Your session has expired due to inactivity or has been invalidated.')).toBeVisible()
})

test('ES and plain members find staff pages closed', async ({ browser }) => {
  for (const name of ['Lena Brandt', 'Jules Arden']) {
    const page = await browser.newPage()
    await signInAs(page, name, '/ten-codes')
    expect((await page.goto('/staff-roster'))?.status()).toBe(403)
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await page.close()
  }
})
