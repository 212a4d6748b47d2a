import { expect, type Page } from '@playwright/test'
import { topBar } from './landmarks.ts'
import { hold, lookOver, runAxe } from './look-over.ts'
import { test } from './site.ts'
import { answerByHand, QUOTE, REPLIES } from './written-answer.ts'

// Fail soon when an element is missing, with an error that names it.
test.use({ actionTimeout: 20_000 })

test.beforeEach(async ({ page }) => {
  test.setTimeout(300_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

const PUBLIC_PAGES = [
  '/',
  '/fhp',
  '/hcso',
  '/ttpd',
  '/supporters',
  '/appeals/figures',
  '/rules',
  '/rules/general-conduct',
  '/rules/answer',
  '/verify',
  '/login',
  '/ten-codes',
  '/penal-codes',
  '/session-expired',
  '/rate-limit',
  '/access-denied',
  '/nowhere',
  '/staff-roster',
  '/users',
  '/es',
  '/api/docs',
]

test('public pages pass axe and do not scroll sideways', async ({ page, baseURL }) => {
  const data = { chatMessages: [{ type: 'user', content: 'How long is the New Life Rule?' }] }
  // The first question to a site waits until the rules are indexed.
  const sent = { data, headers: { origin: String(baseURL) }, timeout: 60_000 }
  const { share } = await (await page.request.post('/api/chat', sent)).json()
  for (const path of [...PUBLIC_PAGES, share]) {
    await page.goto(path)
    await isHydrated(page)
    await lookOver(page, path, ['/', '/fhp'].includes(path) ? undefined : 'main')
  }
})

test('the states of public pages after an interaction pass axe and do not scroll sideways', async ({ page }) => {
  await page.goto('/')
  await page.setViewportSize({ width: 390, height: 900 })
  await page.locator('summary[aria-label="Menu"]').click()
  await runAxe(page, 'the menu of a phone', 'header')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: /^beta/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await lookOver(page, 'the beta popup', 'dialog')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const question = page.getByLabel('Your question about the rules')
  const chat = await hold(page, '/api/chat')
  await question.fill('How long is the New Life Rule?')
  await question.press('Enter')
  await expect(question).toBeDisabled()
  await lookOver(page, 'the assistant writing', 'section:has([role="log"])')
  await chat.refuse()
  await expect(page.getByRole('log')).toContainText('technical difficulties')
  await chat.letThrough()
  await question.fill('How long is the New Life Rule?')
  await question.press('Enter')
  await expect(
    page
      .getByRole('log')
      .getByRole('link', { name: /New Life/ })
      .first(),
  ).toBeVisible()
  await lookOver(page, 'a failure and an answer of the assistant', 'section:has([role="log"])')

  for (const { link, path } of [
    { link: 'Supporters', path: '/supporters' },
    { link: '10-Codes', path: '/codes/ten' },
    { link: 'Penal Codes', path: '/codes/penal' },
  ]) {
    await page.goto('/login')
    await isHydrated(page)
    const list = await hold(page, `/api${path}`)
    await page.getByRole('link', { name: link, exact: true }).first().click()
    await expect(page.locator('main').getByText('Loading').first()).toBeAttached()
    await lookOver(page, `${link}, loading`, 'main')
    await list.refuse()
    await expect(page.getByText('Failed to load').first()).toBeVisible()
    await lookOver(page, `${link}, failed`, 'main')
    await list.letThrough()
  }
  await page.goto('/login')
  await isHydrated(page)
  await page.route('/api/codes/ten', (route) => route.fulfill({ json: { data: [null] } }))
  await page.getByRole('link', { name: '10-Codes', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Something went wrong. Please refresh.' })).toBeVisible()
  await lookOver(page, 'a page that failed to render')
  await page.unrouteAll()

  await page.goto('/ten-codes')
  await isHydrated(page)
  await page.locator('input[type=search]').fill('nothing is called so')
  await expect(page.getByText('No codes match your search.')).toBeVisible()
  await lookOver(page, 'no code found', 'main')

  await page.goto('/auth/discord')
  await page.getByRole('button', { name: 'Casey Nguyen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await lookOver(page, 'a sign-in that was turned down', 'main')
})

test('the answers of the assistant pass axe and do not scroll sideways', async ({ page, context }) => {
  const chat = 'section:has([role="log"])'
  const assistant = await answerByHand(page)
  await page.goto('/rules#assistant')
  await isHydrated(page)
  const question = page.getByLabel('Your question about the rules')
  const ask = async () => {
    await question.fill('can i tell my buddy over discord where the cops are')
    await question.press('Enter')
    return assistant.next()
  }
  const answer = await ask()
  answer.quote(QUOTE)
  await expect(page.getByRole('log')).toContainText('Metagaming is using')
  await lookOver(page, 'an answer that is being written', chat)
  answer.reply(REPLIES.answer)
  await page.getByRole('button', { name: 'Helpful', exact: true }).click()
  await lookOver(page, 'an answer with its quotes and a thumb', chat)
  await page.getByRole('link', { name: '5.4 Metagaming' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Roleplay standards' })).toBeVisible()
  await lookOver(page, 'a rule over the chat', 'dialog')
  await page.keyboard.press('Escape')
  for (const [what, reply] of Object.entries(REPLIES)) {
    const next = await ask()
    next.reply(reply)
    await expect(page.getByRole('log')).toHaveAttribute('aria-busy', 'false')
    if (what === 'unanswered') await page.getByRole('button', { name: 'Ask staff' }).last().click()
  }
  await expect(page.getByLabel('Only this goes to the staff.')).toBeVisible()
  await lookOver(page, 'replies of every kind', chat)

  const phone = await context.newPage()
  await phone.setViewportSize({ width: 390, height: 844 })
  await phone.goto('/#assistant')
  await phone.getByLabel('Your question about the rules').click()
  await expect(phone.getByRole('dialog')).toBeVisible()
  await runAxe(phone, 'the chat on the screen of a phone', '[role="dialog"]')
  assistant.close()
})

/**
 * Waits for hydration: the button is there from the first paint, and enabled once the page is hydrated and knows that
 * nobody is signed in.
 */
async function isHydrated(page: Page): Promise<void> {
  await expect(topBar(page).getByRole('button', { name: 'Login' })).toBeEnabled()
}
