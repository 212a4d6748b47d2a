import { expect, type Page, test } from '@playwright/test'
import { signInAs } from './sign-in.ts'

const WIDE = [1920, 1440, 1280]

/** Texts of a table's cells that stand in more than one line, in the columns of these names. */
const wrappedIn = (page: Page, columns: readonly string[]) =>
  page.evaluate((names) => {
    const heads = [...document.querySelectorAll('main thead th')].map((head) => head.textContent ?? '')
    const at = heads.flatMap((head, index) => (names.includes(head) ? [index] : []))
    if (at.length < names.length) return [`no column ${names.filter((name) => !heads.includes(name))}`]
    const isWrapped = (cell: Element) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      const tops = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top)
      return Math.max(...tops) - Math.min(...tops) > 8
    }
    return [...document.querySelectorAll('main tbody tr')]
      .flatMap((row) => at.flatMap((index) => row.children[index] ?? []))
      .filter(isWrapped)
      .map((cell) => cell.textContent ?? '')
  }, columns)

/** Whether the page's table shows all of its columns. */
const isCut = (page: Page) =>
  page.locator('main .sheet').evaluate((sheet) => sheet.scrollWidth > sheet.clientWidth + 1 && sheet.scrollWidth)

test('no fine, jail term, points or statute of the penal codes breaks, for staff and for visitors', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const visitor = await browser.newPage()
  await visitor.goto('/penal-codes')
  const staff = await browser.newPage()
  await signInAs(staff, 'Theo Marchetti', '/penal-codes')
  await expect(staff.getByRole('button', { name: 'Edit 316.193(1)', exact: true })).toBeAttached()
  for (const page of [visitor, staff]) {
    await expect(page.locator('main tbody tr')).toHaveCount(361)
    for (const width of WIDE) {
      await page.setViewportSize({ width, height: 900 })
      expect.soft(await wrappedIn(page, ['Statute', 'Fine', 'Jail (months)', 'Points']), `at ${width}`).toEqual([])
      expect.soft(await isCut(page), `cut at ${width}`).toBe(false)
    }
    await page.close()
  }
})

test('at 1280 by 720 staff see codes at once, and the form to add one opens and closes by a button', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await signInAs(page, 'Theo Marchetti')
  for (const [path, add] of [
    ['/penal-codes', 'Add a penal code'],
    ['/ten-codes', 'Add a 10-code'],
  ] as const) {
    await page.goto(path)
    const rows = page.locator('main tbody tr')
    await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible()
    await expect(rows.nth(3)).toBeInViewport({ ratio: 1 })
    await expect(page.getByText(/^Imported • /)).toHaveCount(1)
    await page.getByRole('button', { name: add }).click()
    const form = page.getByRole('region', { name: add })
    await expect(form.getByRole('textbox').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
  }
})
