import { expect } from '@playwright/test'
import { topBar } from './landmarks.ts'
import { signInAs } from './sign-in.ts'
import { test } from './site.ts'

test('a visitor finds the home page, the law book and the sign-in', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Hammock Coast Roleplay' })).toBeVisible()
  await expect(page.getByText('Demo mode.')).toBeVisible()
  const bar = topBar(page)
  for (const link of ['Home', 'Supporters', 'Rules', 'Applications', 'Discord', 'Store', 'Connect']) {
    await expect(bar.getByRole('link', { name: link, exact: true })).toBeVisible()
  }
  await expect(bar.getByRole('button', { name: 'Login' })).toBeEnabled()
  await expect(bar.getByText('Staff Roster')).toHaveCount(0)
})

test('the header becomes opaque once the page is scrolled more than 50 pixels', async ({ page }) => {
  await page.goto('/ten-codes')
  const header = topBar(page)
  await expect(header).toHaveAttribute('data-opaque', 'false')
  await page.mouse.wheel(0, 400)
  await expect(header).toHaveAttribute('data-opaque', 'true')
})

test('a visitor reads and searches the 10-codes, and the address contains the search', async ({ page }) => {
  await page.goto('/ten-codes')
  await expect(page.getByText("You're viewing in read-only mode. Only staff can add or remove 10-codes.")).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in with Discord' })).toBeVisible()
  await expect(topBar(page).getByRole('button', { name: 'Login' })).toBeEnabled()
  await page.keyboard.press('/')
  await page.keyboard.type('traffic stop')
  await expect(page).toHaveURL(/traffic/)
  await expect(page.getByRole('row').filter({ hasText: 'traffic stop' }).first()).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('no such thing at all')
  await expect(page.getByText('No codes match your search.')).toBeVisible()
})

test('a code has a permalink', async ({ page }) => {
  await page.goto('/penal-codes#statute-316-192-1')
  await expect(page.locator('#statute-316-192-1')).toBeInViewport()
})

test('a visitor is denied staff pages with the Access Denied screen', async ({ page }) => {
  const answer = await page.goto('/staff-roster')
  expect(answer?.status()).toBe(401)
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
})

test('an unknown address shows the 404 page with links home and back', async ({ page }) => {
  await page.goto('/ten-codes')
  const answer = await page.goto('/no-such-page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('404 Error, classic.')).toBeVisible()
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL(/ten-codes/)
  await page.goto('/no-such-page')
  await page.getByRole('link', { name: 'Go Home' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('a link that is pressed while the site is unreachable stays on the page and shows an error', async ({
  page,
  context,
}) => {
  await page.goto('/ten-codes')
  const home = page.getByRole('link', { name: 'Home', exact: true }).first()
  await expect(
    topBar(page)
      .getByRole('button', { name: 'Login' })
      .or(topBar(page).getByRole('link', { name: 'Login' })),
  ).toBeEnabled()
  await context.setOffline(true)
  await home.click()
  await expect(page.getByText('That page could not be loaded, so you are still here.')).toBeVisible()
  await expect(page).toHaveURL(/\/ten-codes$/)
  await expect(page.getByRole('heading', { name: '10-Codes', level: 1 })).toBeVisible()
  await context.setOffline(false)
  await home.click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { name: 'Leadership Team' })).toBeVisible()
})

test('a person who cancels at Discord reads what happened and is not signed in', async ({ page }) => {
  await page.goto('/login')
  await page
    .locator('main')
    .getByRole('link', { name: /with Discord/ })
    .click()
  await page.getByRole('button', { name: 'Deny' }).click()
  await expect(page.getByRole('heading', { name: 'Sign-in cancelled' })).toBeVisible()
  await expect(topBar(page).getByRole('button', { name: 'Login' })).toBeEnabled()
})

test('a person outside the guild signs in as a plain member and reads so', async ({ page }) => {
  await page.goto('/auth/discord')
  await page.getByRole('button', { name: /Sam Okafor/ }).click()
  await expect(page.getByRole('heading', { name: 'Signed in, but not in our Discord yet' })).toBeVisible()
  expect((await page.goto('/staff-roster'))?.status()).toBe(403)
})

test('the mobile menu locks scrolling, hides ES and owner links, and closes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, 'Theo Marchetti', '/ten-codes')
  const bar = topBar(page)
  await bar.getByRole('button', { name: /menu/i }).or(bar.locator('summary')).first().click()
  await expect(bar.getByRole('link', { name: 'Staff Roster' })).toBeVisible()
  await expect(bar.getByRole('link', { name: 'ES Information' })).toHaveCount(0)
  await expect(bar.getByRole('link', { name: 'Users' })).toHaveCount(0)
  expect(
    await page.evaluate(
      () => getComputedStyle(document.documentElement).overflow || getComputedStyle(document.body).overflow,
    ),
  ).toContain('hidden')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the law book is complete without JavaScript', async ({ page }) => {
    await page.goto('/ten-codes')
    await expect(page.getByRole('row')).not.toHaveCount(0)
    expect(await page.getByRole('row').count()).toBeGreaterThan(60)
    await page.goto('/penal-codes')
    expect(await page.getByRole('row').count()).toBeGreaterThan(150)
  })
})
