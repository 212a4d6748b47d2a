import { expect } from '@playwright/test'
import { codeOf, holdFile } from './hold-file.ts'
import { siteFooter, topBar } from './landmarks.ts'
import { signInAs } from './sign-in.ts'
import { test } from './site.ts'

// The video on the front page is irrelevant here and uses CPU time.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** The code that hydrates a page. The page can be used before it arrives. */
const CODE = /\/assets\/browser-[^/]*\.js$/

test('a press on a button before hydration takes effect', async ({ page }) => {
  const arrive = await holdFile(page, CODE)
  await page.goto('/')
  await page.getByRole('button', { name: /^beta/ }).click()
  arrive()
  await expect(page.getByRole('dialog', { name: /^Introducing/ })).toBeVisible()
})

test('a press on a button that appears during hydration takes effect once', async ({ page }) => {
  await signInAs(page, 'Jules Arden', '/ten-codes')
  await page.addInitScript(() => {
    const watching = new MutationObserver(() => {
      const button = document.querySelector<HTMLElement>('button[aria-label^="Account of"]')
      if (button === null) return
      watching.disconnect()
      button.click()
    })
    watching.observe(document, { subtree: true, childList: true })
  })
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.goto('/')
  await expect(page.getByRole('menuitem', { name: 'My account' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^beta/ })).toBeVisible()
  await page.getByRole('menuitem', { name: 'My account' }).click()
  await expect(page).toHaveURL('/me')
})

test('a question that is typed before hydration is answered', async ({ page }) => {
  const arrive = await holdFile(page, CODE)
  await page.goto('/')
  await page.getByLabel('Your question about the rules').fill('How long is the New Life Rule?')
  await page.getByLabel('Your question about the rules').press('Enter')
  arrive()
  await expect(page.getByRole('log').getByRole('link').first()).toBeVisible()
})

test('a question that is typed before hydration and sent during it is answered', async ({ page }) => {
  const arrive = await holdFile(page, CODE)
  await page.goto('/')
  const field = page.getByLabel('Your question about the rules')
  await field.fill('How long is the New Life Rule?')
  await field.evaluate((at) => {
    const enter = () =>
      at.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    // A real key press is dispatched between two tasks, never inside an event handler.
    document.addEventListener('hydrated', () => queueMicrotask(enter))
  })
  arrive()
  await expect(page.getByRole('log').getByRole('link').first()).toBeVisible()
})

test('a search that is typed before hydration shows its results', async ({ page }) => {
  const arrive = await holdFile(page, CODE)
  await page.goto('/ten-codes')
  const field = page.locator('input[type=search]')
  await field.fill('pursuit')
  arrive()
  await expect(page).toHaveURL(/pursuit/)
  await expect(field).toHaveValue('pursuit')
})

test('a search that is typed before any script runs shows its results', async ({ page }) => {
  const arrive = await holdFile(page, /\/assets\/first-paint-[^/]*\.js$/)
  await page.goto('/search?q=theft', { waitUntil: 'commit' })
  const field = page.locator('main').locator('input[type=search]')
  await field.press('End')
  await field.pressSequentially(' of a boat')
  arrive()
  await expect(page).toHaveURL(/theft.of.a.boat/)
  await expect(field).toHaveValue('theft of a boat')
})

for (const path of ['/ten-codes', '/penal-codes', '/search']) {
  test(`a text that is started before hydration and continued during it stays complete at ${path}`, async ({
    page,
  }) => {
    const arrive = await holdFile(page, CODE)
    await page.goto(path)
    const field = page.locator('main').locator('input[type=search]')
    await field.pressSequentially('pursuit ')
    arrive()
    await field.pressSequentially('of a stolen vehicle at night in the rain', { delay: 60 })
    await expect(field).toHaveValue('pursuit of a stolen vehicle at night in the rain')
    await expect(page).toHaveURL(/pursuit.+rain/)
  })
}

test('a charge that is typed before hydration is found', async ({ page }) => {
  const arrive = await holdFile(page, CODE)
  await page.goto('/penal-codes/calculator')
  await page.getByRole('combobox', { name: 'Add a charge' }).fill('theft')
  arrive()
  await expect(page.getByRole('option').nth(3)).toBeVisible()
})

test('the slash key focuses the search before hydration, and the text after it is searched for', async ({ page }) => {
  const arrive = await holdFile(page, CODE)
  await page.goto('/ten-codes')
  await page.keyboard.press('/')
  await page.keyboard.type('pursuit')
  arrive()
  await expect(page).toHaveURL(/pursuit/)
  await expect(page.locator('input[type=search]')).toHaveValue('pursuit')
})

test('a filter that is chosen before hydration is applied', async ({ page }) => {
  const arrive = await holdFile(page, CODE)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/ten-codes')
  const field = page.locator('main').getByRole('combobox')
  const category = (await field.locator('option').nth(1).getAttribute('value')) ?? ''
  await field.selectOption(category)
  arrive()
  await expect.poll(() => new URL(page.url()).searchParams.get('category')).toBe(category)
  await expect(field).toHaveValue(category)
})

test('the server-rendered rows of the penal codes stay until a search changes them, and a press on a statute copies its link', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const arrive = await holdFile(page, CODE)
  await page.goto('/penal-codes', { waitUntil: 'commit' })
  const rows = page.locator('main').locator('tbody tr')
  await expect(rows).toHaveCount(361)
  await rows.first().evaluate((row) => row.setAttribute('data-marked', ''))
  arrive()
  await expect(topBar(page).getByRole('button', { name: 'Login' })).toBeEnabled()
  await rows.nth(1).getByRole('link').first().click()
  await expect(page.getByText(/^Link to .+ copied$/)).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/penal-codes#statute-/)
  await expect(page.locator('[data-marked]')).toHaveCount(1)
  await page.locator('input[type=search]').fill('316.193(1)')
  await expect(rows.filter({ hasText: '316.193(1)' }).first()).toBeVisible()
  await expect(page.locator('[data-marked]')).toHaveCount(0)
  await page.locator('input[type=search]').fill('')
  await expect(rows).toHaveCount(361)
})

test('a staff page replaces its loading frame, which names the page, is the same for everybody and has no fields', async ({
  page,
}) => {
  await signInAs(page, 'Priya Castell', '/')
  const arrive = await holdFile(page, CODE)
  await page.goto('/trial-mod-checklist', { waitUntil: 'commit' })
  const main = page.locator('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Trial Mod Checklist' })).toBeVisible()
  await expect(main.getByText('Loading Trial Mod Checklist…')).toBeAttached()
  await expect(main.locator('input, select, button')).toHaveCount(0)
  arrive()
  await expect(main.getByText('Nolan Reyes').first()).toBeVisible()
  await expect(page).toHaveTitle(/^Trial Mod Checklist · /)
  await expect(page.locator('head title')).toHaveCount(1)
})

test('a staff page whose code cannot be loaded shows an error, and a reload fixes it', async ({ page }) => {
  await signInAs(page, 'Priya Castell', '/')
  for (const file of [codeOf('src/app/pages/staff-roster.tsx'), CODE]) {
    await page.route(file, (route) => route.abort())
    await page.goto('/staff-roster')
    await expect(page.getByRole('alert')).toContainText(/refresh/i)
    await page.unroute(file)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('Training queue')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})

test('a public page whose code cannot be loaded stays readable, shows an error, and a reload fixes it', async ({
  page,
}) => {
  for (const file of [codeOf('src/app/pages/ten-codes.tsx'), CODE]) {
    await page.route(file, (route) => route.abort())
    await page.goto('/ten-codes')
    await expect(page.getByRole('alert')).toContainText('could not be loaded')
    await expect(page.locator('main').getByText('10-4', { exact: true }).first()).toBeVisible()
    await page.unroute(file)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(topBar(page).getByRole('button', { name: 'Login' })).toBeEnabled()
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})

test('a link to a page whose code could not be loaded works on the next press', async ({ page }) => {
  const code = codeOf('src/app/pages/penal-codes.tsx')
  await page.goto('/ten-codes')
  await expect(topBar(page).getByRole('button', { name: 'Login' })).toBeEnabled()
  await page.route(code, (route) => route.abort())
  const link = siteFooter(page).getByRole('link', { name: 'Penal Codes' })
  await link.click()
  await expect(page.getByText('That page could not be loaded')).toBeVisible()
  await expect(page).toHaveURL('/ten-codes')
  await page.unroute(code)
  await link.click()
  await expect(page).toHaveURL('/penal-codes')
})
