import type { Page } from '@playwright/test'

/** Delays a file of the site, as a slow line does. */
export async function delayFile(page: Page, file: RegExp, milliseconds = 1500): Promise<void> {
  await page.route(file, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    await route.continue()
  })
}
