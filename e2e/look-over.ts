import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const WIDE = 1440
const NARROWEST = 360
const WIDTHS = [WIDE, 390, NARROWEST]

/**
 * Looks at a page as it stands, at each width: axe finds nothing, and nothing scrolls sideways. `part` is all that is
 * new since the page was looked at last; the rest is not asked again. Leaves the page wide.
 */
export async function lookOver(page: Page, what: string, part?: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    // At 360 px the page is what it is at 390, with less room.
    if (width !== NARROWEST) await runAxe(page, `${what} at ${width} px`, part)
    const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
    expect.soft(wide, `${what} at ${width} px: nothing scrolls sideways`).toBeLessThanOrEqual(room ?? 0)
  }
  await page.setViewportSize({ width: WIDE, height: 900 })
}

/** What axe finds wrong with a page as it stands, at the width it has. */
export async function runAxe(page: Page, what: string, part?: string): Promise<void> {
  if (part !== undefined) await expect(page.locator(part).first()).toBeVisible()
  const axe = new AxeBuilder({ page })
    // No page has a frame: one run in place, instead of gathering the parts in a page of its own.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    // The hundredth row is drawn as the first fifty are.
    .exclude('tbody > tr:nth-child(n + 50)')
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze()
  expect
    .soft(
      violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
      `${what}: axe`,
    )
    .toEqual([])
}

/** Keeps a call waiting until it is refused, and refuses it from then on until it is let through. */
export async function hold(page: Page, path: string): Promise<{ refuse(): void; letThrough(): void }> {
  let refuse = () => {}
  const refused = new Promise<void>((resolve) => {
    refuse = resolve
  })
  let isOver = false
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (isOver) return route.fallback()
      await refused
      await route.fulfill({ status: 400, json: { ok: false, error: { code: 'invalid', message: 'Failed to load' } } })
    },
  )
  return {
    refuse,
    letThrough: () => {
      isOver = true
    },
  }
}
