import type { Locator, Page } from '@playwright/test'

/**
 * The top bar. It is found by its tag, because for a role Playwright checks each of the thousands of elements of a law
 * book.
 */
export const topBar = (page: Page): Locator => page.locator('header').first()

/** The site's footer, found by its tag. */
export const siteFooter = (page: Page): Locator => page.locator('footer').last()

/** The staff tools, below the top bar, or at the bottom on a phone. */
export const staffBar = (page: Page): Locator => page.locator('nav[data-staff-bar]').filter({ visible: true })
