import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.mjs'

/**
 * Opens a page in the machine's Chromium, or else in Playwright's own, and closes it after the work. WebGL runs in
 * software, so that every machine draws the same picture.
 */
export async function inStudio<Result>(size: { width: number; height: number }, work: (page: Page) => Promise<Result>) {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--force-color-profile=srgb'],
  })
  try {
    const page = await browser.newPage({ viewport: size })
    return await work(page)
  } finally {
    await browser.close()
  }
}

/** Waits until the fonts and pictures of the page have loaded. */
export async function untilDrawn(page: Page) {
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all([...document.images].map((image) => image.decode()))
  })
}
