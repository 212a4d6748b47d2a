import type { Page } from '@playwright/test'

/** Lets a file of the site come so much later, as on a slow line. */
export async function arriveLate(page: Page, file: RegExp, milliseconds = 1500): Promise<void> {
  await page.route(file, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    await route.continue()
  })
}
