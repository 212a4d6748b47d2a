import type { Page } from '@playwright/test'

/** Keeps a file of the site from arriving, as a slow line does, until what this answers is called. */
export async function holdFile(page: Page, file: RegExp): Promise<() => void> {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(file, async (route) => {
    await arrived
    await route.continue()
  })
  return arrive
}
