import type { Page } from '@playwright/test'

/** Signs in through the stand-in Discord as the person of that name, and comes back to `path`. */
export async function signInAs(page: Page, name: string, path = '/'): Promise<void> {
  await page.goto(`/auth/discord?returnTo=${encodeURIComponent(path)}`)
  await page.getByRole('button', { name }).click()
  await page.waitForURL((url) => url.pathname === path.split(/[?#]/)[0])
}
