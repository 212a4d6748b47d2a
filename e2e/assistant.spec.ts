import { expect, type Page } from '@playwright/test'
import { holdFile } from './hold-file.ts'
import { topBar } from './landmarks.ts'
import { test } from './site.ts'
import { answerByHand, QUOTE, REPLIES } from './written-answer.ts'

test.use({ actionTimeout: 20_000 })

const field = (page: Page) => page.getByLabel('Your question about the rules')
/** Checks that the chat ends above the keyboard, and that the field is fully visible. */
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

  test('the chat fills the screen of a phone while it is used, also beside a keyboard and in landscape, and Back closes it', async ({
    page,
  }) => {
    // Without reduced motion the page scrolls smoothly to the chat, and still moves while it is measured.
    await page.emulateMedia({ reducedMotion: 'reduce' })
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
    // The field must not take the focus: the keyboard would cover the answer.
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

  test('the sources of an answer appear as they are found, a rule opens over the chat, and Back goes back one step at a time', async ({
    page,
  }) => {
    const assistant = await answerByHand(page)
    await page.goto('/rules')
    await field(page).fill('can i tell my buddy over discord where the cops are')
    await field(page).press('Enter')
    const answer = await assistant.next()
    const log = page.getByRole('log')
    await expect(log.getByText('is typing')).toBeVisible()
    answer.quote(QUOTE)
    await expect(log.getByText('“Metagaming is using information')).toBeVisible()
    await expect(log.getByRole('link')).toHaveCount(0)
    answer.reply(REPLIES.answer)
    const source = log.getByRole('link', { name: '5.4 Metagaming' }).last()
    await source.tap()
    const rule = page.getByRole('dialog', { name: 'Roleplay standards' })
    await expect(rule.getByRole('heading', { name: '5.4 Metagaming' })).toBeInViewport()
    await page.goBack()
    await expect(rule).toHaveCount(0)
    await expect(source).toBeInViewport()
    await expect(page.getByRole('button', { name: 'Close the chat' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Close the chat' })).toBeVisible()
    await expect(log.getByText('It costs both of you three days.')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL('/rules')
    assistant.close()
  })

  test('a chat field that is pressed before hydration fills the screen after it, and keeps the typed text', async ({
    page,
  }) => {
    const arrive = await holdFile(page, /\/assets\/browser-[^/]*\.js$/)
    await page.goto('/#assistant')
    await field(page).tap()
    await page.keyboard.type('what is r')
    arrive()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.type('dm')
    await expect(field(page)).toHaveValue('what is rdm')
    await expect(field(page)).toBeFocused()
  })

  test('an answer that is interrupted by a lost connection shows an error message', async ({ page }) => {
    const assistant = await answerByHand(page)
    await page.goto('/#assistant')
    await field(page).fill('what is rdm')
    await field(page).press('Enter')
    const answer = await assistant.next()
    answer.quote(QUOTE)
    await expect(page.getByRole('log').getByText('“Metagaming is using')).toBeVisible()
    answer.breakOff()
    await expect(page.getByRole('log')).toContainText('I’m having some technical difficulties.')
    await expect(page.getByRole('log').getByRole('button', { name: 'Ask staff' })).toBeVisible()
    await expect(field(page)).toBeEnabled()
    assistant.close()
  })
})

test('with the keyboard alone a visitor opens and closes a rule, gives and takes back a thumb, and asks the staff', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await context.route('https://support.hammockcoast.example/**', (route) => route.fulfill({ body: 'Tickets' }))
  const { keyboard } = page
  await page.goto('/')
  await expect(topBar(page).getByRole('button', { name: 'Login' })).toBeEnabled()
  await field(page).focus()
  await keyboard.type('How long is the New Life Rule?')
  await keyboard.press('Enter')
  await expect(page.getByRole('log').getByRole('button', { name: 'Ask staff' })).toBeVisible()
  await expect(field(page)).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const source = page.getByRole('list', { name: 'Sources' }).getByRole('link').first()
  const name = await source.textContent()
  await source.focus()
  await keyboard.press('Enter')
  const heading = page.getByRole('dialog').getByRole('heading', { name: name?.replace(/^\d/, '') })
  await expect(heading).toBeFocused()
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(source).toBeFocused()

  const thumb = page.getByRole('button', { name: 'Not helpful' })
  for (const pressed of ['true', 'false']) {
    const saved = page.waitForResponse('**/api/chat/thumbs')
    await thumb.focus()
    await keyboard.press('Enter')
    await expect(thumb).toHaveAttribute('aria-pressed', pressed)
    expect((await saved).status()).toBe(200)
  }

  const portal = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Ask staff' }).focus()
  await keyboard.press('Enter')
  await expect(page.getByLabel('Only this goes to the staff.')).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  expect((await portal).url()).toBe('https://support.hammockcoast.example/')
  await (await portal).close()
  await expect(page.getByRole('log')).toContainText('Your question was copied. Paste it into your ticket.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    'Question: How long is the New Life Rule?',
  )
})

test('a shared answer is readable without JavaScript and without an account, and links to the assistant', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/#assistant')
  await field(page).fill('How long is the New Life Rule?')
  await field(page).press('Enter')
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible()
  const address = await page.evaluate(() => navigator.clipboard.readText())

  const reader = await (await browser.newContext({ javaScriptEnabled: false, baseURL })).newPage()
  await reader.goto(address)
  await expect(reader.getByText('“How long is the New Life Rule?”')).toBeVisible()
  const rule = reader.locator('main').getByRole('heading', { level: 3, name: /New Life/ })
  await expect(rule.first()).toBeVisible()
  await reader
    .locator('main')
    .getByRole('link', { name: /^Read it in context/ })
    .first()
    .click()
  await expect(reader.locator(':target')).toBeInViewport()
  await reader.goBack()
  await reader.getByRole('link', { name: 'Ask Manny' }).click()
  await expect(reader).toHaveURL('/rules#assistant')
  await expect(reader.getByRole('heading', { name: 'Confused on the rules?' })).toBeInViewport()
  await reader.context().close()
})

test('the conversation continues across the pages of a tab, and not in other tabs', async ({ page, context }) => {
  await page.goto('/#assistant')
  await field(page).fill('How long is the New Life Rule?')
  await field(page).press('Enter')
  await expect(page.getByRole('log')).toContainText('New Life')
  await page.getByRole('link', { name: 'Read the rules' }).click()
  await expect(page).toHaveURL('/rules')
  await expect(page.getByRole('log').getByText('How long is the New Life Rule?')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/rules')
  await other.getByLabel('Your question about the rules').focus()
  await expect(other.getByRole('log')).not.toContainText('New Life')
})
