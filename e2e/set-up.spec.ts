import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '../scripts/free-port.mjs'
import { lookOver } from './look-over.ts'
import { newFolder, startSite } from './site.ts'

const THEO = '310000000000000106'

let discord: ChildProcess
let site: Awaited<ReturnType<typeof startSite>>
const folder = newFolder()
test.afterAll(async () => {
  await site?.close()
  discord?.kill()
  rmSync(folder, { recursive: true, force: true })
})

test('an owner sets up the site in a browser, from an empty folder to their own sign-in', async ({ page }) => {
  const port = await freePort()
  const redirect = `http://localhost:${port}/auth/discord/callback`
  discord = spawn(process.execPath, ['--import', 'tsx', 'e2e/discord-process.ts', redirect], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(discord.stdout ?? discord, 'data')
  const { clientId, clientSecret, botToken, apiUrl, authorizeUrl, cdnUrl } = JSON.parse(String(line))
  const env = { DISCORD_API_URL: apiUrl, DISCORD_AUTHORIZE_URL: authorizeUrl, DISCORD_CDN_URL: cdnUrl, TRUST_PROXY: '' }
  site = await startSite(folder, { ...env, PORT: String(port) }, ['--setup'])

  await page.goto(site.address)
  const continueButton = page.getByRole('button', { name: 'Continue' })
  await page.getByLabel('Code').fill('ABCDE-FGHJK-LMNPQ-RSTUV')
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect(page.getByText('This is not the code.')).toBeVisible()
  const code = /[A-Z2-9]{5}(-[A-Z2-9]{5}){3}/.exec(site.printed())?.[0] ?? ''
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Begin' }).click()

  await expect(page.getByLabel('Public address')).toHaveValue(site.address)
  await continueButton.click()
  await expect(page.getByText(redirect)).toBeVisible()
  await page.getByLabel('Application ID').fill(clientId)
  await page.getByLabel('Client secret').fill(clientSecret)
  await page.getByLabel('Bot token').fill('not-the-token')
  await continueButton.click()
  await expect(page.getByText('Discord does not accept this token.')).toBeVisible()
  await expect(page.getByLabel('Application ID')).toHaveValue(clientId)
  await page.getByLabel('Bot token').fill(botToken)
  await continueButton.click()
  await expect(page.getByRole('radio', { name: 'Hammock Coast Roleplay' })).toBeChecked()
  await continueButton.click()
  for (const right of ['Owner', 'Management', 'Staff', 'ES']) {
    await page.getByRole('checkbox', { name: `${right.toLowerCase()}: ${right}` }).check()
  }
  await page.getByLabel('Owners').fill(THEO)
  await lookOver(page, 'the roles of the set-up')
  await continueButton.click()
  await page.getByLabel('Game server').fill('http://127.0.0.1:1')
  await continueButton.click()
  await expect(page.getByText('Nothing answers there.')).toBeVisible()
  await page.getByLabel('Game server').fill('')
  await continueButton.click()
  await page.getByRole('button', { name: 'Start the site' }).click()
  // A first start creates the database, which takes up to half a minute on a busy machine.
  await expect(page.getByRole('heading', { name: 'Your site is ready' })).toBeVisible({ timeout: 60_000 })
  expect(statSync(join(folder, 'settings.json')).mode & 0o777).toBe(0o600)

  await page.getByRole('link', { name: 'Sign in with Discord' }).click()
  await page.getByRole('button', { name: /Theo Marchetti/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Doctor' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /things are wrong/ })).toBeVisible()
  await lookOver(page, 'the doctor')
  expect((await page.goto(`${site.address}/setup`))?.status()).toBe(404)
  for (const secret of [clientSecret, botToken]) expect(site.printed()).not.toContain(secret)
})
