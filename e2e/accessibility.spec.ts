import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { signInAs } from './sign-in.ts'

const NARROWEST = 360
const WIDTHS = [1440, 390, NARROWEST]

async function check(page: Page, what: string): Promise<void> {
  // At 360 px the page is what it is at 390, with less room.
  if (page.viewportSize()?.width !== NARROWEST) {
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect
      .soft(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
        `${what}: axe`,
      )
      .toEqual([])
  }
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  expect.soft(wide, `${what}: nothing scrolls sideways`).toBeLessThanOrEqual(room ?? 0)
}

for (const width of WIDTHS) {
  test(`axe finds nothing, and nothing scrolls sideways, on public pages at ${width} px`, async ({ page }) => {
    test.setTimeout(180_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    for (const path of [
      '/',
      '/fhp',
      '/hcso',
      '/ttpd',
      '/supporters',
      '/rules',
      '/rules/general-conduct',
      '/verify',
      '/login',
      '/ten-codes',
      '/penal-codes',
      '/session-expired',
      '/rate-limit',
      '/access-denied',
      '/nowhere',
      '/api/docs',
    ]) {
      await page.goto(path)
      await page.waitForTimeout(300)
      await check(page, path)
    }
    await page.goto('/')
    await page.getByRole('button', { name: /^beta/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await check(page, 'the beta popup')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByLabel('Your question about the rules').fill('How long is the New Life Rule?')
    await page.getByLabel('Your question about the rules').press('Enter')
    await expect(page.getByRole('log').getByRole('link').first()).toBeVisible()
    await check(page, 'an answer of the assistant')
  })

  test(`axe finds nothing, and nothing scrolls sideways, in the staff tools at ${width} px`, async ({ page }) => {
    test.setTimeout(180_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    await signInAs(page, 'Dana Whitfield', '/staff-roster')
    await expect(page.getByText('Staff Director Team')).toBeVisible()
    await check(page, '/staff-roster')
    await page.getByRole('button', { name: 'Add member' }).click()
    await check(page, 'the form of a member')
    await page.goto('/staff-roster/import')
    await check(page, '/staff-roster/import')
    await page.goto('/trial-mod-checklist')
    await page.getByLabel('Hide Archived').uncheck()
    await expect(page.getByRole('row', { name: 'Nolan Reyes' })).toBeVisible()
    await check(page, '/trial-mod-checklist')
    await page.getByRole('button', { name: /^Classroom of Nolan Reyes/ }).click()
    await expect(page.getByRole('region', { name: 'History' })).toBeVisible()
    await check(page, 'a stage of the checklist')
    await page.goto('/staff-da-database')
    await expect(page.getByText('Page 1 of')).toBeVisible()
    await check(page, '/staff-da-database')
    await page.goto('/staff-da-database/import')
    await check(page, '/staff-da-database/import')
    await page.goto('/dev-roster')
    await expect(page.getByText('Lead Developer Team')).toBeVisible()
    await check(page, '/dev-roster')
    await page.goto('/es')
    await expect(page.getByRole('heading', { name: 'Dispatch System' })).toBeVisible()
    await check(page, '/es')
    await page.getByRole('button', { name: 'Edit Dispatch System' }).click()
    await check(page, 'the form of a link')
    await page.goto('/ten-codes')
    await page.getByRole('button', { name: 'Jump to a page, a person or a code' }).click()
    await page.getByRole('combobox', { name: 'Jump to' }).fill('vehicle')
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
    await check(page, 'the palette')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Edit 10-4', exact: true }).click()
    await check(page, 'a 10-code being edited')
    await page.goto('/me')
    await expect(page.getByText('Roles read from Discord')).toBeVisible()
    await check(page, '/me')
    await signInAs(page, 'Theo Marchetti', '/users')
    await page.getByRole('button', { name: 'Sessions of theomarchetti', exact: true }).click()
    await expect(page.getByText('From the Discord role')).toBeVisible()
    await check(page, 'the sessions of somebody')
    await page.getByRole('button', { name: 'Delete sessions', exact: true }).click()
    await check(page, 'the second step')
    await page.goto('/verifications')
    await expect(page.getByRole('row', { name: /Dana Whitfield/ })).toBeVisible()
    await check(page, '/verifications')
    await page.getByRole('button', { name: 'Reject Dana Whitfield' }).click()
    await check(page, 'rejecting a verification')
    await signInAs(page, 'Dana Whitfield', '/verify')
    await expect(page.getByRole('heading', { name: 'Verified', exact: true })).toBeVisible()
    await check(page, 'the course of a verification')
    await signInAs(page, 'Theo Marchetti', '/users')
    await page.goto('/audit?action=signIn')
    await page.getByRole('button', { name: 'Sign in' }).first().click()
    await check(page, 'a row of the audit log')
    await page.keyboard.press('Escape')
    await check(page, '/audit')
    await page.goto('/ingest-tokens')
    await expect(page.getByRole('row', { name: /Stand-in game server/ })).toBeVisible()
    await check(page, '/ingest-tokens')
    await page.getByRole('button', { name: 'Make a token' }).click()
    await check(page, 'a token being made')
  })
}
