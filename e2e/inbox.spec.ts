import { expect } from '@playwright/test'
import { lookOver } from './look-over.ts'
import { signInAs } from './sign-in.ts'
import { test } from './site.ts'

test('the inbox count is right after a reload, also without the live connection', async ({ page, browser }) => {
  // Closes the live connection, over which the page would receive all updates.
  await page.routeWebSocket(/.*/, (socket) => socket.close())
  await signInAs(page, 'Nolan Reyes', '/inbox')
  const account = page.getByRole('button', { name: /^Account of nolanreyes/ })
  const count = async () => {
    const name = (await account.getAttribute('aria-label')) ?? (await account.innerText())
    return Number(/(\d+) in the inbox/.exec(name)?.[1] ?? 0)
  }
  await expect(page.getByRole('heading', { name: 'For you', exact: true })).toBeVisible()
  await expect(account).toHaveAccessibleName(/in the inbox/)
  const before = await count()

  const management = await (await browser.newContext()).newPage()
  await signInAs(management, 'Theo Marchetti', '/me')
  const logged = await management.evaluate(async () => {
    const action = { user: '310000000000000101', user_name: 'Nolan Reyes', type: 'Verbal Warning' }
    const { status } = await fetch('/api/staff-da', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...action, internal_reason: 'x', external_reason: 'y' }),
    })
    return status
  })
  expect(logged).toBe(200)

  await page.reload()
  await expect.poll(count).toBe(before + 1)
  await lookOver(page, '/inbox with rows', 'main')
  await page
    .getByRole('link', { name: /^An action was logged about you \(new\)/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/me#action-staff-\d+$/)
  await page.reload()
  await expect.poll(count).toBe(before)
})
