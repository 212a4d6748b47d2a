import type { Locator, Page } from '@playwright/test'

/** The bar at the top, by its element: for a role, Playwright asks each of the thousands of elements of a law book. */
export const topBar = (page: Page): Locator => page.locator('header').first()

/** The end of a page of the site, by its element. */
export const siteFooter = (page: Page): Locator => page.locator('footer').last()

/** The tools of the staff, below the top bar or on a phone at the foot. */
export const staffBar = (page: Page): Locator => page.locator('nav[data-staff-bar]').filter({ visible: true })
