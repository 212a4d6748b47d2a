import type { Page } from '@playwright/test'

/** Blocks a file of the site, as on a slow connection, until the returned function is called. */
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
