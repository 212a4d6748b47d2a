import { expect } from '@playwright/test'
import { topBar } from './landmarks.ts'
import { signInAs } from './sign-in.ts'
import { test } from './site.ts'

const IN_THE_CITY = /^\d+ of 64 in the city right now$/

test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close()
})

test('everybody sees the number of players on the home page and in the bar', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('main').getByText(IN_THE_CITY)).toBeVisible()
  await expect(topBar(page).getByText(/^\d+\/64$/)).toBeVisible()
  await page.goto('/supporters')
  await expect(topBar(page).getByText(/^\d+\/64$/)).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the number of players is shown without JavaScript', async ({ page }) => {
    await page.goto('/')
    await expect(page.locator('main').getByText(IN_THE_CITY)).toBeVisible()
  })
})

test('an owner creates a token, a warning from the game appears for staff, and a revoked token is refused', async ({
  browser,
  request,
}) => {
  const owner = await (await browser.newContext()).newPage()
  const staff = await (await browser.newContext()).newPage()
  await signInAs(owner, 'Theo Marchetti', '/ingest-tokens')
  await expect(owner.getByRole('row', { name: /Stand-in game server/ })).toContainText('In use')
  await owner.getByRole('button', { name: 'Make a token' }).click()
  await owner.getByLabel('Name of the game server').fill('City 7')
  await owner.getByRole('button', { name: 'Make token' }).click()
  const line = await owner.getByText(/^set site_actions_token "ingest_/).textContent()
  const token = /"(.+)"/.exec(line ?? '')?.[1] ?? ''
  await owner.getByRole('button', { name: 'Done' }).click()
  await expect(owner.getByRole('row', { name: /City 7/ })).toContainText('Never')

  await signInAs(staff, 'Priya Castell', '/player-record')
  await expect(staff.getByRole('heading', { level: 1 })).toBeVisible()
  const send = (id: string) =>
    request.post('/api/ingest/actions', {
      headers: { authorization: `Bearer ${token}` },
      data: {
        id,
        kind: 'warn',
        target: { discordId: '310000000000000101', name: '^1Nolan' },
        author: { name: 'mdelgado' },
        reason: 'Parked the engine across the runway.',
        at: new Date().toISOString(),
      },
    })
  expect(await (await send('W7-1')).json()).toMatchObject({ ok: true, result: 'added' })
  expect(await (await send('W7-1')).json()).toMatchObject({ ok: true, result: 'known' })
  // The page received the action over the live connection, without any input.
  const row = staff.getByRole('row', { name: /Parked the engine across the runway/ })
  await expect(row).toHaveCount(1, { timeout: 10_000 })
  await expect(row).toContainText('City 7')
  await expect(row.getByRole('img', { name: 'From the game' })).toBeVisible()
  await row.click()
  await expect(staff.getByRole('dialog')).toContainText('Warned in game by mdelgado (W7-1)')

  await owner.getByRole('button', { name: 'Revoke the token of City 7' }).click()
  await owner.getByRole('button', { name: 'Press again to revoke' }).click()
  await expect(owner.getByRole('row', { name: /City 7/ })).toContainText('Revoked')
  expect((await send('W7-2')).status()).toBe(401)
})
