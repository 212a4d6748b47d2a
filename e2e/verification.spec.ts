import { expect, type Page } from '@playwright/test'
import { signInAs } from './sign-in.ts'
import { test } from './site.ts'

test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close()
})

/** Signs in and grants the e-mail address, which a verification needs. */
async function openVerification(page: Page, name: string): Promise<void> {
  await page.goto('/auth/discord?prompt=consent&scope=identify%20email&returnTo=%2Fverify')
  await page.getByRole('button', { name }).click()
  await page.waitForURL('**/verify')
}

const stateOf = (page: Page, state: string) => page.getByRole('heading', { level: 3, name: state, exact: true })

test('a person verifies at the provider, an owner approves, and the person gets the Discord role without a reload', async ({
  browser,
}) => {
  const nolan = await browser.newPage()
  const theo = await browser.newPage()
  // The filter excludes Nolan's earlier verification, which expired.
  await signInAs(theo, 'Theo Marchetti', '/verifications?status=started,verified,approved')
  await expect(theo.getByRole('button', { name: 'Approve Dana Whitfield' })).toBeVisible()

  await openVerification(nolan, 'Nolan Reyes')
  const opens = nolan.waitForEvent('popup')
  await nolan.getByRole('button', { name: 'Verify', exact: true }).click()
  const popup = await opens
  await expect(stateOf(nolan, 'Started')).toBeVisible()
  await expect(theo.getByRole('row', { name: /Nolan Reyes/ })).toContainText('Started', { timeout: 10_000 })

  await popup.getByText('First Responder').click()
  await popup.getByRole('button', { name: /^Approve/ }).click()
  await expect(popup.getByRole('heading', { name: 'You are verified' })).toBeVisible()
  await expect(stateOf(nolan, 'Verified')).toBeVisible({ timeout: 10_000 })
  await expect(nolan.getByText(/confirmed you \(First Responders\)\. Allow 24–48 hours/)).toBeVisible()

  await theo.getByRole('button', { name: 'Approve Nolan Reyes' }).click()
  const dialog = theo.getByRole('alertdialog', { name: 'Approve Nolan Reyes' })
  await expect(dialog).toContainText('The provider confirmed First Responders')
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(dialog).toBeHidden()
  const row = theo.getByRole('row', { name: /Nolan Reyes/ })
  await expect(row).toContainText('Approved')
  await expect(row).toContainText('Role given')
  await expect(stateOf(nolan, 'Approved')).toBeVisible({ timeout: 10_000 })
  await expect(nolan.getByText('You have your Discord role.')).toBeVisible()
})

test('an owner rejects a verification with a reason, which the person reads', async ({ browser }) => {
  const marcus = await browser.newPage()
  const theo = await browser.newPage()
  await signInAs(marcus, 'Marcus Delgado', '/verify')
  await expect(stateOf(marcus, 'Verified')).toBeVisible()
  await signInAs(theo, 'Theo Marchetti', '/verifications?status=verified')
  await theo.getByRole('button', { name: 'Reject Marcus Delgado' }).click()
  await theo.getByLabel('Reason (optional)').fill('Please verify with your service address.')
  await theo.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(theo.getByRole('row', { name: /Marcus Delgado/ })).toBeHidden()
  await expect(stateOf(marcus, 'Rejected')).toBeVisible({ timeout: 10_000 })
  await expect(marcus.getByText('Reason: Please verify with your service address.')).toBeVisible()
})

test('management is denied the verification queue', async ({ page }) => {
  await signInAs(page, 'Dana Whitfield', '/ten-codes')
  expect((await page.goto('/verifications'))?.status()).toBe(403)
  await expect(page.getByText('Owners only.', { exact: true })).toBeVisible()
})
