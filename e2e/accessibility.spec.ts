import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { signInAs } from './sign-in.ts'

const WIDTHS = [1440, 390, 360]

async function check(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect
    .soft(
      violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
      `${what}: axe`,
    )
    .toEqual([])
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  expect.soft(wide, `${what}: nothing scrolls sideways`).toBeLessThanOrEqual(room ?? 0)
}

for (const width of WIDTHS) {
  test(`axe finds nothing, and nothing scrolls sideways, at ${width} px`, async ({ page }) => {
    test.setTimeout(180_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    for (const path of [
      '/',
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
    await signInAs(page, 'Dana Whitfield', '/staff-roster')
    await expect(page.getByText('Staff Director Team')).toBeVisible()
    await check(page, '/staff-roster')
    await page.getByRole('button', { name: 'Add member' }).click()
    await check(page, 'the form of a member')
    await page.goto('/staff-roster/import')
    await check(page, '/staff-roster/import')
    await page.goto('/ten-codes')
    await page.getByRole('button', { name: 'Edit 10-4', exact: true }).click()
    await check(page, 'a 10-code being edited')
  })
}
