import { expect, test } from '@playwright/test'
import { arriveLate } from './arrive-late.ts'
import { signInAs } from './sign-in.ts'

/** What brings a page to life, which stands there and can be used before. */
const CODE = /\/assets\/browser-[^/]*\.js$/

test('a button that is pressed before the page has come to life is heard', async ({ page }) => {
  await arriveLate(page, CODE)
  await page.goto('/')
  await page.getByRole('button', { name: /^beta/ }).click()
  await expect(page.getByRole('dialog', { name: /^Introducing/ })).toBeVisible()
})

test('a button that appears before the whole page is alive is heard once', async ({ page }) => {
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

test('a question that is asked before the page has come to life is answered', async ({ page }) => {
  await arriveLate(page, CODE)
  await page.goto('/')
  await page.getByLabel('Your question about the rules').fill('How long is the New Life Rule?')
  await page.getByLabel('Your question about the rules').press('Enter')
  await expect(page.getByRole('log').getByRole('link').first()).toBeVisible()
})

test('a question that is typed before the page has come to life, and sent while it does, is answered', async ({
  page,
}) => {
  await arriveLate(page, CODE)
  await page.goto('/')
  const field = page.getByLabel('Your question about the rules')
  await field.fill('How long is the New Life Rule?')
  await field.evaluate((at) => {
    const enter = () =>
      at.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    // A key comes between two tasks, never inside one.
    document.addEventListener('alive', () => queueMicrotask(enter))
  })
  await expect(page.getByRole('log').getByRole('link').first()).toBeVisible()
})

test('what is typed into a search before the page has come to life is searched for', async ({ page }) => {
  await arriveLate(page, CODE)
  await page.goto('/ten-codes')
  const field = page.getByRole('searchbox')
  await field.fill('pursuit')
  await expect(page).toHaveURL(/pursuit/)
  await expect(field).toHaveValue('pursuit')
})

test('the slash key leads to the search before the page has come to life, and what follows is searched for', async ({
  page,
}) => {
  await arriveLate(page, CODE)
  await page.goto('/ten-codes')
  await page.keyboard.press('/')
  await page.keyboard.type('pursuit')
  await expect(page).toHaveURL(/pursuit/)
  await expect(page.getByRole('searchbox')).toHaveValue('pursuit')
})

test('a filter that is set before the page has come to life is applied', async ({ page }) => {
  await signInAs(page, 'Priya Castell', '/')
  await arriveLate(page, CODE)
  await page.goto('/trial-mod-checklist')
  await page.getByLabel('Hide Archived').uncheck()
  await page.getByLabel('Status', { exact: true }).selectOption('In-Training')
  await expect(page).toHaveURL(/status=In-Training/)
  await expect(page).toHaveURL(/archived=true/)
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('In-Training')
  await expect(page.getByLabel('Hide Archived')).not.toBeChecked()

  await page.goto('/staff-da-database')
  await page.getByLabel('Start date').fill('2026-01-31')
  await expect(page).toHaveURL(/2026-01-31/)
  await expect(page.getByLabel('Start date')).toHaveValue('2026-01-31')
})

test('a filter that is set in the moment in which the page comes to life is applied', async ({ page }) => {
  await signInAs(page, 'Priya Castell', '/')
  // React listens already and has not yet looked at what the page is made of.
  await page.addInitScript(() => {
    const listen = EventTarget.prototype.addEventListener
    EventTarget.prototype.addEventListener = function (...args) {
      if (this instanceof Element && this.id === 'root' && args[0] === 'change') {
        EventTarget.prototype.addEventListener = listen
        queueMicrotask(() => {
          document.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
          const status = document.querySelector('select')
          if (status !== null) status.value = 'In-Training'
          status?.dispatchEvent(new Event('input', { bubbles: true }))
          status?.dispatchEvent(new Event('change', { bubbles: true }))
        })
      }
      return listen.apply(this, args)
    }
  })
  await page.goto('/trial-mod-checklist')
  await expect(page).toHaveURL(/archived=true/)
  await expect(page).toHaveURL(/status=In-Training/)
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('In-Training')
  await expect(page.getByLabel('Hide Archived')).not.toBeChecked()
})

test('a spreadsheet that is chosen before the page has come to life is looked through', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await signInAs(page, 'Dana Whitfield', '/')
  await arriveLate(page, CODE)
  await page.goto('/staff-roster/import')
  await page.getByLabel('CSV file').setInputFiles('demo/roster.csv')
  await expect(page.getByRole('main').getByText('roster.csv')).toBeVisible()
  expect(errors).toEqual([])
})
