import { expect, type Page } from '@playwright/test'
import { test } from './site.ts'

test.use({ actionTimeout: 20_000 })

const field = (page: Page) => page.getByLabel('Your question about the rules')
/** Where the chat ends above what the keyboard covers, and whether the field is all in sight. */
async function fits(page: Page, height: number): Promise<void> {
  await expect
    .poll(async () => {
      const box = await page.getByRole('dialog').boundingBox()
      return box && [box.x, box.y, Math.round(box.width), Math.round(box.height)]
    })
    .toEqual([0, 0, page.viewportSize()?.width, height])
  await expect(field(page)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Close the chat' })).toBeInViewport({ ratio: 1 })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the chat fills the screen while it is used, also beside a keyboard and on its side, and Back gives the page back', async ({
    page,
  }) => {
    await page.goto('/#assistant')
    await field(page).scrollIntoViewIfNeeded()
    const scrolled = () => page.evaluate(() => Math.round(window.scrollY))
    const top = await scrolled()
    await field(page).tap()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(field(page)).toBeFocused()
    await fits(page, 844)
    await page.setViewportSize({ width: 390, height: 480 })
    await fits(page, 480)
    await page.setViewportSize({ width: 844, height: 390 })
    await fits(page, 390)
    await page.setViewportSize({ width: 844, height: 200 })
    await fits(page, 200)
    await page.setViewportSize({ width: 390, height: 844 })
    await fits(page, 844)

    await field(page).fill('How long is the New Life Rule?')
    await field(page).press('Enter')
    await expect(page.getByRole('log').getByRole('link').first()).toBeVisible()
    // The answer is read first: a field with the focus would bring the keyboard up over it.
    await expect(field(page)).toBeEnabled()
    await expect(field(page)).not.toBeFocused()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('dialog')

    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL('/#assistant')
    await expect(page.getByRole('log')).toContainText('New Life')
    await expect.poll(scrolled).toBe(top)

    await field(page).tap()
    await page.getByRole('button', { name: 'Close the chat' }).tap()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect.poll(scrolled).toBe(top)
    await page.goBack()
    await expect(page).not.toHaveURL(/assistant/)
  })
})
