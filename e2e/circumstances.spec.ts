import { expect, type Page } from '@playwright/test'
import { staffBar, topBar } from './landmarks.ts'
import { runAxe } from './look-over.ts'
import { signInAs } from './sign-in.ts'
import { test } from './site.ts'

/**
 * The share of the window's height that fixed and sticky elements cover. Those inside a table's own box do not count,
 * because the box scrolls with the page.
 */
function shareThatStays(page: Page): Promise<number> {
  return page.evaluate(() => {
    const staying = [...document.querySelectorAll('body *:not(.sheet *)')].filter((part) => {
      const { position, visibility } = getComputedStyle(part)
      const { top, bottom, width } = part.getBoundingClientRect()
      const isBar = width > window.innerWidth / 2 && bottom > 0 && top < window.innerHeight / 2
      return (position === 'sticky' || position === 'fixed') && visibility === 'visible' && isBar
    })
    return Math.max(0, ...staying.map((part) => part.getBoundingClientRect().bottom)) / window.innerHeight
  })
}

test('a staff tool fills exactly the window', async ({ page }) => {
  await signInAs(page, 'Theo Marchetti', '/ten-codes')
  for (const { path, shows } of [
    { path: '/staff-roster', shows: 'Training queue' },
    { path: '/dev-roster', shows: 'Lead Developer Team' },
    { path: '/trial-mod-checklist', shows: 'Nolan Reyes' },
    { path: '/staff-da-database', shows: 'Page 1 of' },
  ]) {
    await page.goto(path)
    await expect(page.locator('main').getByText(shows).first()).toBeVisible()
    const high = () => page.evaluate(() => document.documentElement.scrollHeight)
    await expect.poll(high, `${path}: how high the page is`).toBeLessThanOrEqual(900)
  }
})

test('on a phone the filters are behind one button that shows how many are set, and rows are visible', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, 'Theo Marchetti', '/ten-codes')
  for (const { path, filters } of [
    { path: '/staff-da-database', filters: '?start=2020-01-01&end=2099-01-01' },
    { path: '/audit', filters: '?actor=310000000000000106&from=2020-01-01' },
  ]) {
    await page.goto(path + filters)
    await expect(page.locator('[data-row]').first()).toBeVisible()
    const { y } = (await page.locator('[data-row]').first().boundingBox()) ?? { y: 844 }
    expect(y, `${path}: where the rows begin`).toBeLessThan(844 / 2)
    const fold = page.locator('summary', { hasText: 'Filters' })
    await expect(fold).toHaveText('Filters2 set')
    const day = page.locator('main').locator('input[type=date]').first()
    await expect(day).toBeHidden()
    await fold.press('Enter')
    await expect(day).toBeVisible()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox')
    await runAxe(page, `${path}: the filters unfolded`, 'main')
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(fold).toHaveText('Filters')
    await expect(page).toHaveURL(path)
    await fold.press('Enter')
    await expect(day).toBeHidden()
  }
})

test('on a phone the search of the actions stays visible above the rows, also with open filters', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signInAs(page, 'Theo Marchetti', '/staff-da-database')
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await page.locator('summary', { hasText: 'Filters' }).click()
  await page.evaluate(() => window.scrollTo(0, 1500))
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeInViewport()
  await expect(page.getByLabel('Start date')).not.toBeInViewport()
})

test('at 200 % zoom nothing scrolls sideways, and sticky elements leave most of the window to the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 720, height: 450 })
  await signInAs(page, 'Theo Marchetti', '/ten-codes')
  for (const { path, shows } of [
    { path: '/ten-codes', shows: '10-4' },
    { path: '/es', shows: 'Dispatch System' },
    { path: '/trial-mod-checklist', shows: 'Nolan Reyes' },
    { path: '/staff-roster', shows: 'Staff Director Team' },
    { path: '/fhp', shows: 'COMMAND STAFF' },
  ]) {
    await page.goto(path)
    await expect(page.locator('main').getByText(shows).first()).toBeVisible()
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight / 2, behavior: 'instant' }))
    expect(await shareThatStays(page), `${path}: what stays`).toBeLessThan(0.4)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide, `${path}: nothing scrolls sideways`).toBeLessThanOrEqual(720)
  }
  // A form is as high as the window allows, with its buttons inside.
  await page.goto('/es')
  await page.getByRole('button', { name: 'Add link' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Add link' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeInViewport({ ratio: 1 })
})

test('with forced colours the selection is visible, icons have the text colour, and focus has an outline', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signInAs(page, 'Dana Whitfield', '/dev-roster?status=Active')
  const ground = (of: string) =>
    page
      .locator(of)
      .first()
      .evaluate((part) => getComputedStyle(part).backgroundColor)
  const chosen = '[aria-pressed="true"], [aria-selected="true"], main [aria-current="page"]'
  const others = '[aria-pressed="false"], [aria-selected="false"], main nav a:not([aria-current])'
  for (const path of ['/dev-roster?status=Active', '/es', '/ten-codes']) {
    await page.goto(path)
    await expect(page.locator(chosen).first()).toBeVisible()
    expect(await ground(chosen), `${path}: what is chosen`).not.toBe(await ground(others))
  }
  const wrongIcons = await page
    .locator('svg.lucide')
    .evaluateAll((icons) =>
      icons
        .filter(
          (icon) => icon.parentElement && getComputedStyle(icon).color !== getComputedStyle(icon.parentElement).color,
        )
        .map(({ outerHTML }) => outerHTML),
    )
  expect(wrongIcons, 'icons in a colour of their own').toEqual([])
  await page.keyboard.press('Tab')
  const ring = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)
  expect(ring).toBe('solid')
})

test('with reduced motion nothing moves, and no video is loaded', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const films: string[] = []
  page.on('request', (request) => {
    if (/\.(webm|mp4)$/.test(request.url())) films.push(request.url())
  })
  for (const path of ['/', '/fhp', '/supporters', '/verify', '/session-expired']) {
    await page.goto(path)
    await expect(topBar(page).getByRole('button', { name: 'Login' })).toBeEnabled()
    const moving = () =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
    await expect.poll(moving, `${path}: what moves`).toBe(0)
  }
  expect(films).toEqual([])
})

test('a link to another page and Back ask before changes of a code are discarded', async ({ page }) => {
  await signInAs(page, 'Theo Marchetti', '/ten-codes')
  // Before hydration the link would load a new document, and the browser itself would ask about Back.
  await expect(staffBar(page)).toBeVisible()
  await page.getByRole('link', { name: 'Penal Codes', exact: true }).first().click()
  await page.locator('button[aria-label^="Edit 316"]').first().click()
  const title = page.locator('form[aria-label^="Edit 316"]').getByLabel('Title')
  await title.fill('Leaving a crash')
  const question = page.getByRole('alertdialog', { name: 'Discard what you wrote?' })
  const keep = question.getByRole('button', { name: 'Keep writing' })
  const tenCodes = page.getByRole('link', { name: '10-Codes', exact: true }).first()
  await tenCodes.click()
  await keep.click()
  await page.evaluate(() => window.history.back())
  await keep.click()
  await expect(title).toHaveValue('Leaving a crash')
  await expect(page).toHaveURL('/penal-codes')
  // A search changes the address without leaving the page, so it must not ask.
  await page.locator('input[type=search]').fill('316')
  await expect(page).toHaveURL('/penal-codes?q=316')
  await tenCodes.click()
  await question.getByRole('button', { name: 'Discard the text' }).click()
  await expect(page).toHaveURL('/ten-codes')
  await expect(page.getByRole('row', { name: /^10-4 / }).first()).toBeVisible()
  await expect(question).toHaveCount(0)
})
