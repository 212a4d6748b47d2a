import { expect, type Page } from '@playwright/test'
import { signInAs } from './sign-in.ts'
import { test } from './site.ts'

/** Texts that run a script wherever they are inserted as markup or as an address. Short ones fit short fields. */
const TEXTS = [
  `javascript:ran()//"><img src=x onerror=ran()><script>ran()</script>{{ran()}}`,
  `"><img src=x onerror=ran()>`,
  '<a onclick=ran()>',
]
const worst = (length: number) => TEXTS.find((text) => text.length <= length) ?? '<b>'
const MARK = /onerror=ran|onclick=ran/
/** Members of the demo who see records about themselves. Marcus waits for a decision on his verification. */
const JULES = '310000000000000108'
const SAM = '310000000000000107'
const MARCUS = '310000000000000103'
const THEO = '310000000000000106'
/** The Discord nickname of Theo and Jules, which may have 32 characters. Theo is on a roster, Jules is not. */
const NICK = worst(32)

test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close()
})

/** Records anything that a text made the browser do. */
async function watch(page: Page): Promise<string[]> {
  const done: string[] = []
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => done.push(`dialog ${dialog.message()}`)))
  page.on('pageerror', (error) => done.push(`error ${error.message}`))
  await page.exposeFunction('ran', () => done.push('a script ran'))
  await page.exposeFunction('refused', (what: string) => done.push(`refused by the policy: ${what}`))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      Reflect.get(window, 'refused')(`${violatedDirective} ${blockedURI}`),
    )
  })
  return done
}

/** The elements and attributes that are not part of the page itself. */
const injectedElements = (page: Page) =>
  page.evaluate(() => {
    const isScript = (element: Element, name: string) => /^\s*javascript:/i.test(element.getAttribute(name) ?? '')
    return [...document.querySelectorAll('*')]
      .filter(
        (element) =>
          element.getAttributeNames().some((name) => name.startsWith('on')) ||
          ['href', 'src', 'action', 'formaction', 'xlink:href'].some((name) => isScript(element, name)) ||
          (element.tagName === 'IMG' && element.getAttribute('src') === 'x') ||
          (element.tagName === 'SCRIPT' && /ran\(\)/.test(element.textContent ?? '') && !element.getAttribute('type')),
      )
      .map((element) => element.outerHTML.slice(0, 200))
  })

async function send(page: Page, method: string, path: string, data: unknown, bearer?: string) {
  const response = await page.request.fetch(path, {
    ...{ method, data },
    headers: { origin: new URL(page.url()).origin, ...(bearer && { authorization: `Bearer ${bearer}` }) },
  })
  const answer = await response.json()
  expect([path, response.status(), answer]).toEqual([path, 200, expect.anything()])
  return answer
}

/** Gives a person this nickname in the stand-in Discord. */
async function rename(page: Page, person: string): Promise<void> {
  await page.goto('/auth/discord')
  const form = { do: 'nick', person, nick: NICK }
  expect((await page.request.post(new URL('/console', page.url()).href, { form })).ok()).toBe(true)
}

/** Writes the worst texts into every text field, in records about a person who has none yet. */
async function writeEverywhere(page: Page, worst: (length: number) => string, about: string): Promise<void> {
  const who = { name: worst(100), user_name: worst(100) }
  await send(page, 'POST', '/api/codes/ten', { code: worst(20), meaning: worst(200), category: worst(40) })
  await send(page, 'POST', '/api/codes/penal', {
    ...{ statute: worst(40), title: worst(200), class: worst(60), notes: worst(4_000) },
  })
  for (const roster of ['roster', 'dev-roster']) {
    await send(page, 'POST', `/api/${roster}`, {
      ...{ name: who.name, callsign: worst(20), discordId: `31000000000000880${about.at(-1)}`, position: worst(100) },
      ...{ timezone: 'America/Argentina/ComodRivadavia', status: worst(60), notes: worst(4_000) },
    })
  }
  await send(page, 'POST', '/api/trialmods', {
    ...{ traineeId: about, name: who.name, staffId: worst(20), assignedInstructor: worst(100) },
  })
  for (const stage of ['classroom', 'in_game', 'supervised1']) {
    const signedOff = { stage, done: true, byName: worst(100), notes: worst(4_000) }
    await send(page, 'PATCH', `/api/trialmods/${about}/stage`, signedOff)
  }
  await send(page, 'POST', `/api/trialmods/${about}/completion`, {
    officialInstructorName: worst(100),
    instructorReviewName: worst(100),
    traineeReviewName: worst(100),
  })
  const action = { user: about, user_name: who.user_name, internal_reason: worst(4_000), external_reason: worst(4_000) }
  await send(page, 'POST', '/api/staff-da', { ...action, type: 'Note' })
  const { id } = (await send(page, 'POST', '/api/staff-da', { ...action, type: 'Strike' })).item
  await send(page, 'PUT', `/api/staff-da/${id}`, { version: 1, why: worst(4_000), internal_reason: worst(4_000) })
  await send(page, 'POST', `/api/staff-da/${id}/revoke`, { outcome: 'expunged', why: worst(4_000) })
  const link = { key: `worst-${about.at(-1)}`, title: worst(80), desc: worst(200), group: 'Other', icon: 'book' }
  await send(page, 'POST', '/api/es/quicklinks', { ...link, copy: worst(500) })
  const rule = '/rules/general-conduct#12-minimum-age-to-play'
  const chatMessages = [{ type: 'user', content: `What is RDM? ${worst(280)}` }]
  // The index contains the new codes once it has been rebuilt, some seconds later.
  const askQuestion = () => send(page, 'POST', '/api/chat', { chatMessages })
  await expect.poll(async () => (await askQuestion()).token, { intervals: [2_000], timeout: 20_000 }).toBeDefined()
  const reply = await askQuestion()
  const rules = reply.citations.map(({ href }: { href: string }) => href)
  await send(page, 'POST', '/api/chat/thumbs', { token: reply.token, chatMessages, thumb: 'down', rules })
  await send(page, 'POST', '/api/assistant/phrases', { phrase: worst(80), href: rule, questions: [] })
  const { token } = await send(page, 'POST', '/api/ingest/tokens', { label: worst(60) })
  const event = { id: `worst-${about.at(-1)}`, kind: 'warn', at: new Date().toISOString(), reason: worst(3_500) }
  const inGame = { target: { discordId: about, name: worst(100) }, author: { name: worst(100) } }
  await send(page, 'POST', '/api/ingest/actions', { ...event, ...inGame }, token)
}

async function rejectMarcus(page: Page): Promise<void> {
  const { data } = await (await page.request.get('/api/verifications')).json()
  const his = data.find(
    (one: { person: { id: string }; status: string }) => one.person.id === MARCUS && one.status === 'verified',
  )
  await send(page, 'POST', `/api/verifications/${his.id}/reject`, { version: his.version, reason: worst(500) })
}

interface Look {
  page: Page
  done: string[]
}

async function check({ page, done }: Look, where: string): Promise<void> {
  expect.soft([where, await injectedElements(page), done.splice(0)]).toEqual([where, [], []])
}

/** Opens a page that shows these texts, and everything that its buttons with these texts open. */
async function checkPage(look: Look, path: string): Promise<void> {
  const { page } = look
  await page.goto(path)
  const main = page.locator('main')
  await expect(main.getByText(MARK).first(), path).toBeAttached()
  await check(look, path)
  // Buttons are found by attributes: computing the role of every button of a long list takes a minute.
  const textButtons = page.locator('main button:has-text("=ran("), main button[aria-label*="=ran("]')
  for (let at = 0; at < Math.min(await textButtons.count(), 8); at++) {
    const button = textButtons.nth(at)
    if (!(await button.isVisible()) || !(await button.isEnabled())) continue
    await button.click({ timeout: 5_000 })
    await check(look, `${path}, button ${at}`)
    await page.keyboard.press('Escape')
  }
}

async function signedIn(page: Page, name: string): Promise<Look> {
  const done = await watch(page)
  await signInAs(page, name)
  return { page, done }
}

test('a text with markup is shown as text on every page and in every dialog', async ({ browser }) => {
  test.setTimeout(240_000)
  const page = await browser.newPage()
  await rename(page, THEO)
  await rename(page, JULES)
  const owner = await signedIn(page, 'Theo Marchetti')
  await writeEverywhere(page, worst, JULES)
  await rejectMarcus(page)
  for (const path of [
    '/ten-codes?q=ran',
    '/penal-codes?q=ran',
    '/staff-roster?search=ran',
    '/dev-roster?search=ran',
    '/es',
    '/ingest-tokens',
  ]) {
    await checkPage(owner, path)
  }
  // Some buttons of these pages remove a row, so no button is pressed.
  for (const path of ['/assistant?view=phrases', '/assistant?search=ran']) {
    await owner.page.goto(path)
    await expect(owner.page.locator('main').getByText(MARK).first(), path).toBeAttached()
    await check(owner, path)
  }
  await owner.page.getByRole('button', { name: /^Asked as/ }).click()
  await expect(owner.page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  await check(owner, 'a question for which a rule is picked')
  for (const path of [
    '/verifications?status=rejected',
    '/trial-mod-checklist?search=ran',
    `/staff-da-database?user=${JULES}`,
  ])
    await checkPage(owner, path)
  await owner.page.goto('/audit?target=ten-codes')
  await owner.page.locator('main').getByRole('button', { name: 'Add ten code' }).first().click()
  await expect(owner.page.getByRole('dialog')).toContainText('ran()')
  await check(owner, 'what was written, in the audit log')
  await owner.page.goto('/staff-roster')
  await expect(owner.page.getByText('1 viewing')).toBeVisible()
  await check(owner, 'a viewer')
  const search = encodeURIComponent(worst(200))
  for (const path of ['/ten-codes?q=', '/staff-roster?search=', '/audit?target=', '/staff-da-database?query=']) {
    await owner.page.goto(path + search)
    await expect(owner.page.locator('main')).toBeVisible()
    await check(owner, path)
  }

  const jules = await signedIn(await browser.newPage(), 'Jules Arden')
  for (const path of ['/me', '/ten-codes?q=ran', '/penal-codes?q=ran']) await checkPage(jules, path)
  await jules.page.goto('/me')
  await expect(jules.page.getByRole('heading', { level: 1 })).toHaveText(NICK)
  await checkPage(await signedIn(await browser.newPage(), 'Marcus Delgado'), '/verify')
  await jules.page.goto('/')
  await jules.page.getByLabel('Your question about the rules').fill(worst(400))
  await jules.page.getByLabel('Your question about the rules').press('Enter')
  await expect(jules.page.getByRole('log')).toContainText('onerror=ran')
  await check(jules, 'a question')
})

test('a spreadsheet with markup in its cells and its file name is shown as plain text', async ({ page }) => {
  const owner = await signedIn(page, 'Theo Marchetti')
  const cell = `"${worst(200).replaceAll('"', '""')}"`
  const headings = {
    '/staff-roster/import': 'Name,Discord ID,Rank,Notes',
    '/dev-roster/import': 'Name,Discord ID,Rank,Notes',
    '/trial-mod-checklist/import': 'Trial Mod,Discord ID,Classroom,Instructor',
    '/staff-da-database/import': 'Date,User ID,User,Admin ID,Admin,Type,Reason',
  }
  for (const [path, heading] of Object.entries(headings)) {
    await page.goto(path)
    for (const header of [heading, `${heading},${cell}`]) {
      const row = heading.replaceAll(/[^,]+/g, cell)
      const answered = page.waitForResponse((response) => response.url().includes('dryRun=true'))
      await page.locator('input[type=file]').setInputFiles({
        name: '<img src=x onerror=ran()>.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`${header}\n${row}\n${row.replace(cell, 'Nolan')}`),
      })
      await answered
      await expect(
        page
          .locator('main')
          .getByText(/ran\(\)/)
          .first(),
      ).toBeAttached()
      await check(owner, `${path} ${header}`)
    }
  }
})

test('a very long word with mixed directions and zero-width characters fits a phone', async ({ page }) => {
  test.setTimeout(240_000)
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, 'Theo Marchetti')
  await writeEverywhere(page, (length) => 'W\u2060\u05d0'.repeat(length).slice(0, length), SAM)
  const fits = async (where: string) => {
    // Invisible characters of a question to the assistant are not stored.
    await expect(page.getByText(/W\u2060?\u05d0W/).first(), where).toBeAttached()
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(390)
  }
  for (const path of [
    '/ten-codes?q=W',
    '/penal-codes?q=W',
    '/staff-roster?search=W',
    '/dev-roster?search=W',
    '/es',
    '/assistant?search=W',
    '/assistant?view=phrases',
    '/ingest-tokens',
    '/trial-mod-checklist',
    `/staff-da-database?user=${SAM}`,
  ]) {
    await page.goto(path)
    await fits(path)
  }
  await page
    .locator('main')
    .getByText(/W\u2060\u05d0W/)
    .locator('visible=true')
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await fits('an action')
  await page.goto('/audit?target=ten-codes')
  await page.locator('main').getByRole('button', { name: 'Add ten code' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await fits('the audit log')
})
