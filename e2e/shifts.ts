import type { Page } from '@playwright/test'

/** Records the layout shifts of the pages that are opened from now on. */
export async function noteShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value))
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The layout shift since the page was opened. From 0.1 on it is noticeable. */
export const shiftsOf = (page: Page) =>
  page.evaluate(() => {
    const shifts: unknown = Reflect.get(window, 'shifts')
    return Array.isArray(shifts) ? shifts.reduce<number>((sum, shift) => sum + Number(shift), 0) : Number.NaN
  })
