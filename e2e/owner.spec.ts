import { expect } from '@playwright/test'
import { signInAs } from './sign-in.ts'
import { test } from './site.ts'

test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close()
})

test('an owner deletes all sessions of a person, whose open browsers are logged out at once', async ({ browser }) => {
  const owner = await browser.newPage()
  const [phone, desktop] = [await browser.newPage(), await browser.newPage()]
  await signInAs(phone, 'Marcus Delgado', '/ten-codes')
  await signInAs(desktop, 'Marcus Delgado', '/staff-roster')
  await expect(desktop.getByText(/viewing/)).toBeVisible()
  await signInAs(owner, 'Theo Marchetti', '/users')
  await expect(owner.getByRole('button', { name: 'Sessions of mdelgado', exact: true })).toBeVisible()
  await owner.keyboard.press('/')
  await owner.keyboard.type('delgado')
  await owner.getByRole('button', { name: 'Sessions of mdelgado', exact: true }).click()
  const details = owner.getByRole('dialog')
  await expect(details.getByText(/Chrome on/)).not.toHaveCount(0)
  await expect(details.getByText('From the Discord role staff')).toBeVisible()
  await owner.getByRole('button', { name: 'Close', exact: true }).click()

  await owner.getByRole('button', { name: 'Delete sessions of mdelgado' }).click()
  const confirm = owner.getByRole('alertdialog')
  await expect(confirm).toContainText('Delete all active sessions for this user? They will be logged out.')
  const ends = [phone, desktop].map((page) =>
    page.waitForURL('**/session-expired', { waitUntil: 'commit', timeout: 5_000 }),
  )
  // The pages must be notified to make this timeout: their own requests are less frequent than every five seconds.
  await confirm.getByRole('button', { name: 'Delete' }).click()
  await Promise.all(ends)
  await expect(desktop.getByRole('heading', { level: 1, name: 'Session Expired' })).toBeVisible()
  await expect(owner.getByText('No users found.')).toBeVisible()
  expect((await phone.goto('/me'))?.status()).toBe(401)
})

test('an owner reads who did what in the audit log, and verifies its hash chain', async ({ page }) => {
  await signInAs(page, 'Theo Marchetti', '/penal-codes')
  await page.goto('/audit')
  await page.getByRole('button', { name: 'Check for tampering' }).click()
  await expect(page.getByText('No tampering found')).toBeVisible()
  await page.getByRole('combobox', { name: 'Person' }).click()
  await page.keyboard.type('theo')
  await page.getByRole('option', { name: /Theo Marchetti/ }).click()
  await expect(page).toHaveURL(/actor=310000000000000106/)
  await page.getByLabel('Action').selectOption('signIn')
  await page.getByRole('button', { name: 'Sign in' }).first().click()
  await expect(page.getByRole('dialog')).toContainText('Theo Marchetti')
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByLabel('Action')).toHaveValue('signIn')
  await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible()
})

test("people who are not owners read 'Owners only.' on the owner pages", async ({ page }) => {
  await signInAs(page, 'Dana Whitfield', '/ten-codes')
  for (const path of ['/users', '/audit', '/ingest-tokens']) {
    expect((await page.goto(path))?.status()).toBe(403)
    await expect(page.getByText('Owners only.', { exact: true })).toBeVisible()
  }
})

test('a person ends their session in another browser, and signs out of this one', async ({ browser }) => {
  const here = await (await browser.newContext()).newPage()
  const there = await (await browser.newContext()).newPage()
  await signInAs(there, 'Jules Arden', '/ten-codes')
  await signInAs(here, 'Jules Arden', '/')
  await here.getByRole('button', { name: 'Account of julesarden' }).click()
  await here.getByRole('menuitem', { name: 'My account' }).click()
  await expect(here.getByText('this browser')).toBeVisible()
  await expect(here.getByText('You have no staff roles.')).toBeVisible()
  const expired = there.waitForURL('**/session-expired')
  await here
    .getByRole('button', { name: /^End: Chrome on/ })
    .first()
    .click()
  await here.getByRole('button', { name: 'Press again to end' }).click()
  await expired
  await here.getByRole('button', { name: /^Sign out: Chrome on/ }).click()
  await here.getByRole('button', { name: 'Press again to sign out' }).click()
  await expect(here.locator('main').getByRole('link', { name: 'Sign in with Discord' })).toBeVisible()
})
