import type { Page } from '@playwright/test'

let visitors = 0

/** Signs in through the stand-in Discord as the person of that name, and comes back to `path`. */
export async function signInAs(page: Page, name: string, path = '/'): Promise<void> {
  // Each from an address of its own: one household signs in twenty times a minute at most, and the journeys are faster.
  const visitor = ++visitors
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': `10.0.${visitor >> 8}.${visitor & 255}` })
  await page.goto(`/auth/discord?returnTo=${encodeURIComponent(path)}`)
  await page.getByRole('button', { name }).click()
  await page.waitForURL((url) => url.pathname === path.split(/[?#]/)[0])
  await page.setExtraHTTPHeaders({})
}
