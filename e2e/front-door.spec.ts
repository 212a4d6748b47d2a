import { expect } from '@playwright/test'
import { siteFooter, topBar } from './landmarks.ts'
import { signInAs } from './sign-in.ts'
import { test } from './site.ts'

test('a first visit of the home page loads at most 91 kB of JavaScript, 15 kB of CSS and 12 requests before the video', async ({
  page,
}) => {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  const requestUrls = new Map<string, string>()
  const received: { url: string; bytes: number }[] = []
  client.on('Network.requestWillBeSent', ({ requestId, request }) => requestUrls.set(requestId, request.url))
  // Counts the compressed bytes that were transferred.
  client.on('Network.dataReceived', ({ requestId, encodedDataLength }) =>
    received.push({ url: requestUrls.get(requestId) ?? '', bytes: encodedDataLength }),
  )
  const video = page.waitForRequest(/hero-[0-9a-f]+\.(webm|mp4)/)
  await page.goto('/')
  await video
  // A set, because an address that is requested twice comes from the cache the second time.
  const beforeVideo = new Set([...requestUrls.values()].filter((url) => !/hero-[0-9a-f]+\.(webm|mp4)/.test(url)))
  await expect(topBar(page).getByRole('button', { name: 'Login' })).toBeEnabled()
  await page.waitForLoadState('networkidle')
  const bytesOf = (ending: string) =>
    received.filter(({ url }) => url.endsWith(ending)).reduce((sum, { bytes }) => sum + bytes, 0)
  expect(bytesOf('.js')).toBeGreaterThan(0)
  expect(bytesOf('.js')).toBeLessThanOrEqual(91_000)
  expect(bytesOf('.css')).toBeGreaterThan(0)
  expect(bytesOf('.css')).toBeLessThanOrEqual(15_000)
  expect(beforeVideo.size).toBeLessThanOrEqual(12)
})

test('all files of a first visit except the page itself are cached for a year', async ({ page }) => {
  const cacheControls = new Map<string, string | undefined>()
  page.on('response', (response) => {
    const { pathname, protocol } = new URL(response.url())
    if (protocol === 'http:' && /^\/(assets|media)\//.test(pathname))
      cacheControls.set(pathname, response.headers()['cache-control'])
  })
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  expect([...cacheControls.keys()].some((path) => path.endsWith('.js'))).toBe(true)
  expect([...cacheControls.keys()].some((path) => path.endsWith('.avif'))).toBe(true)
  expect([...new Set(cacheControls.values())]).toEqual(['public, max-age=31536000, immutable'])
  expect(await page.locator('img:not([src])').count()).toBe(0)
})

test('a visitor opens a department and its application, and returns', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'How to join' }).getByRole('listitem')).toHaveCount(3)
  await page.getByRole('link', { name: /Florida Highway Patrol/ }).click()
  await expect(page).toHaveURL(/\/fhp$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Florida Highway Patrol' })).toBeInViewport()
  const main = page.locator('main')
  await expect(main.getByRole('link', { name: 'SUBMIT APPLICATION' })).toHaveAttribute('href', /^https:/)
  await expect(main.getByRole('link', { name: 'JOIN DISCORD' })).toHaveAttribute('href', /^https:/)
  await page.getByRole('link', { name: 'Return to Main Site' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Hammock Coast Roleplay' })).toBeInViewport()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Florida Highway Patrol' })).toBeVisible()
})

test('a visitor asks about the rules and follows the answer to the rule', async ({ page }) => {
  // With reduced motion, the page jumps to the link's target at once.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await page.getByRole('link', { name: 'Ask about the rules' }).click()
  await expect(page.getByRole('heading', { name: 'Confused on the rules?' })).toBeInViewport()
  const question = page.getByLabel('Your question about the rules')
  await expect(topBar(page).getByRole('button', { name: 'Login' })).toBeEnabled()
  await question.fill('How long is the New Life Rule?')
  await question.press('Enter')
  const source = page
    .getByRole('log')
    .getByRole('link', { name: /New Life/i })
    .last()
  await expect(source).toHaveAttribute('href', /^\/rules\/[a-z-]+#/)
  // The rule opens over the conversation, which keeps its scroll position.
  const seen = await page.evaluate(() => window.scrollY)
  await source.click()
  const rule = page.getByRole('dialog').getByRole('heading', { name: /New Life/i })
  await expect(rule).toBeInViewport()
  await expect(rule).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(source).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(seen)
  // The source is a real link, so it can be opened in a new tab.
  const newPage = page.context().waitForEvent('page')
  await source.click({ modifiers: ['ControlOrMeta'] })
  await expect((await newPage).locator(':target')).toBeInViewport()
})

test('the beta popup shows the version and closes on a click outside it', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: /^beta/ }).click()
  const popup = page.getByRole('dialog', { name: /^Introducing/ })
  await expect(popup.getByText('v1.0.0-beta')).toHaveText('v1.0.0-beta', { useInnerText: true })
  await page.mouse.click(5, 450)
  await expect(popup).toHaveCount(0)
})

test('a developer copies their mention from the footer, which says Copied! for 2 seconds', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  const footer = siteFooter(page)
  const copied = footer.getByText('Copied!')
  await Promise.all([copied.waitFor(), footer.getByRole('button', { name: /Iris Kowalczyk/ }).click()])
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^<@\d+>$/)
  await expect(copied).toHaveCount(0)
})

test('supporters are shown in their tiers, each with a link to their profile', async ({ page }) => {
  await page.goto('/supporters')
  await expect(page.getByText('132 people')).toBeVisible()
  await expect(page.getByText('8 members')).toBeVisible()
  await expect(page.getByRole('link', { name: /View Profile/ })).toHaveCount(132)
})

test('a member verifies: signs in with their e-mail, then applies in a window of 475 by 700 pixels', async ({
  page,
}) => {
  await page.goto('/verify')
  await expect(page.getByRole('button', { name: 'Sign in first' })).toBeDisabled()
  await signInAs(page, 'Jules Arden', '/verify')
  await page.getByRole('button', { name: 'Verify' }).click()
  // A usual sign-in does not grant the e-mail address, so Discord asks for it.
  await expect(page.getByText('your email address')).toBeVisible()
  // After the return the verification continues by itself, because this browser lets a page open a window.
  const popupOpened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Allow' }).click()
  const popup = await popupOpened
  await expect(page).toHaveURL(/\/verify$/)
  await popup.getByRole('button', { name: /^Approve/ }).click()
  await expect(popup.getByRole('heading', { name: 'You are verified' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'You are verified' })).toBeVisible()
  await expect(page.locator('main').getByRole('button')).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  for (const [path, text] of [
    ['/', 'Confused on the rules?'],
    ['/fhp', 'SPECIALIZED UNITS'],
    ['/hcso', 'SPECIALIZED DIVISIONS'],
    ['/ttpd', 'SPECIALIZED DIVISIONS'],
    ['/supporters', '132 people'],
    ['/rules', 'General conduct'],
    ['/verify', 'First Responders'],
  ] as const) {
    test(`${path} is complete without JavaScript`, async ({ page }) => {
      await page.goto(path)
      await expect(page.locator('main').getByText(text).first()).toBeVisible()
      await expect(siteFooter(page)).toBeVisible()
    })
  }
})
