import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.mjs'

/**
 * Lends a page of the machine's Chromium (Playwright's own where there is none) and closes it afterwards. WebGL runs in
 * software, so that every machine draws the same.
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

/** Waits for the page's faces and pictures. */
export async function untilDrawn(page: Page) {
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all([...document.images].map((image) => image.decode()))
  })
}
