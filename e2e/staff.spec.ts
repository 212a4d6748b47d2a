import { expect, type Locator } from '@playwright/test'
import { holdFile } from './hold-file.ts'
import { staffBar, topBar } from './landmarks.ts'
import { noteShifts, shiftsOf } from './shifts.ts'
import { signInAs } from './sign-in.ts'
import { test } from './site.ts'

test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close()
})

test('a moderator opens the roster, finds a person and copies their mention', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs(page, 'Priya Castell', '/staff-roster')
  await expect(page.getByRole('heading', { level: 1, name: 'Staff Roster' })).toBeVisible()
  await expect(page.getByText('Staff Director Team')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('delgado')
  await expect(page).toHaveURL(/delgado/)
  await Promise.all([
    page.getByText('✓ copied').waitFor(),
    page.getByRole('button', { name: 'Marcus Delgado', exact: true }).click(),
  ])
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('<@310000000000000103>')
  await page.getByPlaceholder('Search name, callsign, Discord ID...').fill('nobody has this name')
  await expect(
    page.getByText('No staff members match your current filters. Try adjusting your search or clearing some filters!'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(page.getByText('Staff Director Team')).toBeVisible()
  // The tools of management are hidden and closed to staff.
  await expect(page.getByRole('button', { name: 'Add member' })).toHaveCount(0)
  // Only the visible part of a long list is rendered.
  await page.getByPlaceholder('Search name, callsign, Discord ID...').fill('delgado')
  await page.getByRole('link', { name: 'Actions of Marcus Delgado' }).press('Enter')
  await expect(page).toHaveURL(/staff-da-database\?user=310000000000000103$/)
  expect((await page.goto('/staff-roster/import'))?.status()).toBe(403)
})

test('a staff tool renders with its complete style, so that nothing moves when late styles load', async ({ page }) => {
  await signInAs(page, 'Priya Castell', '/')
  await noteShifts(page)
  for (const { path, shows } of [
    { path: '/staff-roster', shows: 'Staff Director Team' },
    { path: '/trial-mod-checklist', shows: 'Nolan Reyes' },
    { path: '/staff-da-database', shows: 'Page 1 of' },
    { path: '/es', shows: 'Dispatch System' },
  ]) {
    setTimeout(await holdFile(page, /\/assets\/staff-[^/]*\.css$/), 1_500)
    await page.goto(path)
    await expect(page.getByText(shows).first()).toBeVisible()
    expect(await shiftsOf(page), path).toBeLessThan(0.1)
  }
})

test('two people on the roster see each other, and a person who leaves disappears', async ({ browser }) => {
  const first = await browser.newPage()
  const second = await browser.newPage()
  await signInAs(first, 'Priya Castell', '/staff-roster')
  await expect(first.getByText('1 viewing')).toBeVisible()
  await signInAs(second, 'Marcus Delgado', '/staff-roster')
  await expect(first.getByText('2 viewing')).toBeVisible({ timeout: 10_000 })
  await expect(second.getByRole('list', { name: 'Viewing now' }).getByText('Priya Castell')).toBeAttached()
  await second.close()
  await expect(first.getByText('1 viewing')).toBeVisible({ timeout: 10_000 })
})

test('staff add a 10-code, change it and delete it in two steps, and another browser sees it at once', async ({
  browser,
}) => {
  const writer = await browser.newPage()
  const reader = await browser.newPage()
  await signInAs(reader, 'Marcus Delgado', '/ten-codes')
  await signInAs(writer, 'Priya Castell', '/ten-codes')
  const form = writer.locator('main')
  await form.getByRole('button', { name: 'Add a 10-code' }).click()
  await form.getByPlaceholder('10-XX').fill('10-199')
  await form.getByLabel('Meaning', { exact: true }).fill('Manatee on the boat ramp')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(reader.getByText('Manatee on the boat ramp')).toBeVisible({ timeout: 5000 })

  await writer.getByRole('button', { name: 'Edit 10-199' }).click()
  const row = writer.getByRole('form', { name: 'Edit 10-199' })
  await row.getByLabel('Meaning', { exact: true }).fill('Manatee on the ramp, send wildlife')
  await row.getByRole('button', { name: 'Save' }).click()
  await expect(reader.getByText('Manatee on the ramp, send wildlife')).toBeVisible({ timeout: 5000 })
  await expect(writer.locator('#code-10-199').getByText(/Last updated by .*310000000000000102/)).toBeVisible()

  await writer.getByRole('button', { name: 'Delete 10-199' }).click()
  await writer.getByRole('button', { name: 'Confirm: delete 10-199' }).click()
  await expect(reader.getByText('Manatee on the ramp, send wildlife')).toHaveCount(0)
})

test('changes from before the live connection appear on the page as soon as it is connected', async ({ browser }) => {
  const writer = await browser.newPage()
  const reader = await browser.newPage()
  let connect = () => {}
  const canConnect = new Promise<void>((resolve) => {
    connect = resolve
  })
  await reader.routeWebSocket(/socket\.io/, async (socket) => {
    await canConnect
    socket.connectToServer()
  })
  await signInAs(reader, 'Dana Whitfield', '/ten-codes')
  await expect(reader.getByRole('button', { name: 'Edit 10-4', exact: true })).toBeVisible()
  await signInAs(writer, 'Priya Castell', '/ten-codes')
  const form = writer.locator('main')
  await form.getByRole('button', { name: 'Add a 10-code' }).click()
  await form.getByPlaceholder('10-XX').fill('10-198')
  await form.getByLabel('Meaning', { exact: true }).fill('Heron in the drive-through')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(writer.getByText('Heron in the drive-through')).toBeVisible()
  await expect(reader.getByText('Heron in the drive-through')).toHaveCount(0)
  connect()
  await expect(reader.getByText('Heron in the drive-through')).toBeVisible({ timeout: 5000 })
})

test('a moderator works without a mouse: find, read, log, sign off, undo, open the palette, revise; management revokes', async ({
  browser,
}) => {
  const priya = await browser.newPage()
  const dana = await browser.newPage()
  const { keyboard } = priya
  await signInAs(dana, 'Dana Whitfield', '/staff-da-database')
  // The narrowest window in which the header shows everything.
  await dana.setViewportSize({ width: 1280, height: 900 })
  await expect(dana.getByRole('button', { name: 'Jump to a page, a person or a code' })).toBeVisible()
  await expect(dana.getByRole('link', { name: 'Connect' })).toBeInViewport({ ratio: 1 })
  await dana.setViewportSize({ width: 1440, height: 900 })
  await expect(dana.getByText(/^Showing 1-25$/)).toBeVisible()
  await signInAs(priya, 'Priya Castell', '/staff-roster')
  await expect(priya.getByRole('button', { name: 'Jump to a page, a person or a code' })).toBeVisible()
  await expect(priya.getByText('Staff Director Team')).toBeVisible()
  /** Moves to the row of Nolan Reyes with the page's search. */
  const findNolan = async () => {
    await expect(priya.locator('input[type=search]').first()).toBeVisible()
    await keyboard.press('/')
    await keyboard.type('nolan')
    await expect(priya.getByText(/^1 of \d+ (members|trial mods)$/).first()).toBeVisible()
    await keyboard.press('ArrowDown')
    await expect(priya.locator('tr:focus')).toContainText('Nolan Reyes')
  }
  const jumpTo = async (name: string, path: string) => {
    await keyboard.press('Control+k')
    await expect(priya.getByRole('combobox', { name: 'Jump to' })).toBeFocused()
    await keyboard.type(name)
    await expect(priya.getByRole('dialog').getByRole('option', { selected: true })).toContainText(path)
    await keyboard.press('Enter')
    await expect(priya.getByRole('heading', { level: 1, name })).toBeVisible()
  }

  await findNolan()
  await keyboard.press('Enter')
  const panel = priya.getByRole('dialog', { name: 'Nolan Reyes', exact: true })
  await expect(panel.getByRole('region', { name: 'Disciplinary actions' })).toBeVisible()
  await panel.getByRole('button', { name: 'Log action' }).press('Enter')
  const form = priya.getByRole('dialog', { name: 'Log an action' })
  await expect(form.getByLabel('Name in the record')).toHaveValue('Nolan Reyes')
  await expect(form.getByRole('option', { name: /^Missed shift/ })).toBeAttached()
  await form.getByLabel('Template').focus()
  await keyboard.type('Missed')
  await expect(form.getByLabel('Template')).toHaveValue('Missed shift')
  await form.getByLabel('Internal reason').fill('Left the pelican parade unattended')
  await form.getByLabel('External reason').fill('Nobody led the parade')
  // Other journeys may have logged a similar action today; the form then asks for confirmation.
  const log = form.getByRole('button', { name: /^Log (action|anyway)$/ })
  await expect(log).toBeEnabled()
  await log.press('Enter')
  await expect(form).toBeHidden()
  await expect(dana.getByText('Left the pelican parade unattended')).toBeVisible({ timeout: 5000 })
  await expect(panel.getByText('Left the pelican parade unattended')).toBeVisible()
  await keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(priya.locator('tr:focus')).toContainText('Nolan Reyes')

  await jumpTo('Trial Mod Checklist', '/trial-mod-checklist')
  await findNolan()
  await keyboard.press('ArrowRight')
  const stage = priya.locator('button:focus')
  await expect(stage).toHaveAttribute('aria-label', / of Nolan Reyes: /)
  const before = String(await stage.getAttribute('aria-label'))
  await keyboard.press('c')
  await expect(stage).toHaveAttribute('aria-label', /: Completed by /)
  await expect(priya.getByText(/of Nolan Reyes is marked Completed, supervised by Reese Figueroa\.$/)).toBeVisible()
  await keyboard.press('Control+z')
  await expect(stage).toHaveAttribute('aria-label', before)

  await jumpTo('Staff DA Database', '/staff-da-database')
  await priya.getByRole('row').filter({ hasText: 'Left the pelican parade unattended' }).press('Enter')
  const details = priya.getByRole('dialog', { name: 'DA Details — Nolan Reyes' })
  await expect(details.getByRole('button', { name: 'Revoke' })).toHaveCount(0)
  await details.getByRole('button', { name: 'Revise' }).press('Enter')
  await priya.getByRole('dialog').getByLabel('Type').selectOption('Written Warning')
  await priya.getByLabel('Reason for the change').fill('It was the second time')
  await priya.getByRole('button', { name: 'Save revision' }).press('Enter')
  await expect(details.getByText('One earlier revision')).toBeVisible()

  await dana.getByText('Left the pelican parade unattended').click()
  await dana.getByRole('button', { name: 'Revoke' }).click()
  await dana.getByLabel('Why').fill('There was no parade')
  await dana.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(dana.getByText('Revoked: expunged')).toBeVisible()
  await expect(details.getByText('Revoked: expunged')).toBeVisible({ timeout: 5000 })
})

test('a moderator works by touch on a phone: find, read, log, sign off, undo and look up; a swipe and a button close a panel', async ({
  browser,
}) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const fingers = await page.context().newCDPSession(page)
  // The part of the screen that a phone reserves for its own bar.
  await fingers.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom: 34 } })
  await signInAs(page, 'Priya Castell', '/staff-roster')
  const search = page.getByRole('searchbox', { name: 'Search' })
  const bar = staffBar(page)
  const panel = page.getByRole('dialog', { name: 'Nolan Reyes', exact: true })
  /** The distance from the end of an element to the bar. */
  const roomBelow = async (part: Locator) => {
    const [end, foot] = await Promise.all([part, bar].map((each) => each.boundingBox()))
    return end && foot ? Math.round(foot.y - end.y - end.height) : Number.NaN
  }
  /** Checks that nothing extends beyond the side of the page or of a dialog. */
  const fits = async () => {
    const beyond = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('[data-body]')].map(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      ),
    )
    expect(Math.max(...beyond), `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0)
  }
  // A tap fails when the bar covers its target. Wherever the list is scrolled to, its search stays visible, and the
  // last row is not under the bar.
  const rows = page
    .locator('main')
    .getByRole('listitem')
    .filter({ has: page.locator('a[aria-label^="Open "]') })
  await expect(rows.first()).toBeVisible()
  await expect(async () => {
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    expect(await roomBelow(rows.last())).toBeGreaterThanOrEqual(0)
  }).toPass()
  const link = await bar.getByRole('link').first().boundingBox()
  expect((link?.y ?? 844) + (link?.height ?? 0)).toBeLessThanOrEqual(844 - 34)
  await expect(search).toBeInViewport({ ratio: 1 })
  await fits()
  await search.tap()
  await expect(search).toBeFocused()
  await page.keyboard.type('nolan')
  await expect(page.getByText(/^1 of \d+ members$/)).toBeVisible()
  // Tap beside the name, because a tap on the name copies it.
  await rows.tap({ position: { x: 350, y: 20 } })

  await expect(panel.getByRole('region', { name: 'Disciplinary actions' })).toBeVisible()
  await expect.poll(() => panel.locator('> div').boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  await fits()
  await panel.getByRole('button', { name: 'Log action' }).tap()
  const form = page.getByRole('dialog', { name: 'Log an action' })
  await expect(form.getByLabel('Name in the record')).toHaveValue('Nolan Reyes')
  await form.getByLabel('Template').selectOption({ label: 'Missed shift (Verbal Warning)' })
  await form.getByLabel('Internal reason').fill('Left the flamingo float in a roundabout')
  await form.getByLabel('External reason').fill('The float blocked a roundabout')
  await fits()
  // Other journeys may have logged a similar action today; the form then asks for confirmation.
  await form.getByRole('button', { name: /^Log (action|anyway)$/ }).tap()
  await expect(form).toBeHidden()
  await expect(panel.getByText('Left the flamingo float in a roundabout')).toBeVisible()
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', { x: 60, y: 400 })
  for (const x of [100, 160, 220, 280]) await touch('touchMove', { x, y: 400 })
  await touch('touchEnd')
  await expect(panel).toHaveCount(0)

  await bar.getByRole('link', { name: /Checklist$/ }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Trial Mod Checklist' })).toBeVisible()
  await search.tap()
  await expect(search).toBeFocused()
  await page.keyboard.type('nolan')
  await expect(page.getByText(/^1 of \d+ trial mods$/)).toBeVisible()
  await page.getByRole('button', { name: 'Stages of Nolan Reyes' }).tap()
  await fits()
  const before = String(
    await page
      .getByRole('button', { name: / of Nolan Reyes: open$/ })
      .first()
      .getAttribute('aria-label'),
  )
  const title = before.replace(/ of Nolan Reyes.*/, '')
  const stage = page.getByRole('button', { name: `${title} of Nolan Reyes: ` })
  await stage.tap()
  const dialog = page.getByRole('dialog', { name: `${title} — Nolan Reyes` })
  await dialog.getByRole('button', { name: 'Me (Priya Castell)' }).tap()
  await dialog.getByLabel('Completed').tap()
  await expect(dialog.getByLabel('Completed')).toBeChecked()
  await fits()
  await dialog.getByRole('button', { name: 'Save Changes' }).tap()
  await expect(stage).toHaveAttribute('aria-label', `${title} of Nolan Reyes: Completed by Priya Castell`)
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect.poll(() => roomBelow(undo)).toBeGreaterThanOrEqual(0)
  await undo.tap()
  await expect(stage).toHaveAttribute('aria-label', before)

  await bar.getByRole('link', { name: 'Actions' }).tap()
  await page.getByRole('listitem').filter({ hasText: 'Left the flamingo float in a roundabout' }).tap()
  const details = page.getByRole('dialog', { name: 'DA Details — Nolan Reyes' })
  await expect(details.getByText('The float blocked a roundabout')).toBeVisible()
  await fits()
  await details.getByRole('link', { name: 'Nolan Reyes' }).tap()
  await expect(panel.getByText('Left the flamingo float in a roundabout')).toBeVisible()
  await panel.getByRole('button', { name: 'Close', exact: true }).tap()
  await expect(panel).toHaveCount(0)
  await page.close()
})

test('a logout in one tab ends the session in another', async ({ context }) => {
  const first = await context.newPage()
  const second = await context.newPage()
  await signInAs(first, 'Priya Castell', '/staff-roster')
  await second.goto('/staff-roster')
  await expect(second.getByText('1 viewing')).toBeVisible()
  await topBar(first).getByRole('button', { name: /priya/i }).click()
  await first.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(second).toHaveURL(/\/session-expired$/, { timeout: 5000 })
  await expect(second.getByText('Your session has expired due to inactivity or has been invalidated.')).toBeVisible()
  await second.getByRole('link', { name: 'Login with Discord' }).click()
  await second.getByRole('button', { name: /Priya Castell/ }).click()
  await expect(second).toHaveURL(/\/staff-roster$/)
})

test('ES members and plain members are denied staff pages', async ({ browser }) => {
  for (const name of ['Lena Brandt', 'Jules Arden']) {
    const page = await browser.newPage()
    await signInAs(page, name, '/ten-codes')
    expect((await page.goto('/staff-roster'))?.status()).toBe(403)
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await page.close()
  }
})

test('staff sign off a stage, another browser sees it at once, and nobody signs off their own stage', async ({
  browser,
}) => {
  const writer = await browser.newPage()
  const reader = await browser.newPage()
  await signInAs(reader, 'Nolan Reyes', '/trial-mod-checklist')
  await signInAs(writer, 'Priya Castell', '/trial-mod-checklist')
  await writer.getByRole('button', { name: /^In-Game Sit 3 of Nolan Reyes/ }).click()
  const dialog = writer.getByRole('dialog', { name: 'In-Game Sit 3 — Nolan Reyes' })
  await expect(dialog.getByLabel('Completed')).toBeDisabled()
  await dialog.getByLabel('Supervising Admin').fill('Wren Holloway')
  await expect(
    dialog.getByText('Pick a status (Completed / In-Progress / Failed) when setting a supervisor.'),
  ).toBeVisible()
  await dialog.getByLabel('Completed').check()
  await dialog.getByLabel('Notes (optional)').fill('Ready for the radio')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  const own = reader.getByRole('button', {
    name: 'In-Game Sit 3 of Nolan Reyes: Completed by Wren Holloway',
    exact: true,
  })
  await expect(own).toBeVisible({ timeout: 5000 })

  await own.click()
  await expect(reader.getByText('This is your own record. Somebody else must sign it off.')).toBeVisible()
  await expect(reader.getByRole('region', { name: 'History' }).getByText(/Saved by Priya C/)).toBeVisible()
  await expect(reader.getByText('Ready for the radio')).toHaveCount(0)
  await expect(reader.getByRole('button', { name: 'Save Changes' })).toHaveCount(0)
})

test('a page with a change in progress asks before it is left', async ({ page }) => {
  await signInAs(page, 'Priya Castell', '/trial-mod-checklist')
  let answer: () => void = () => undefined
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/trialmods/*/review', async (route) => {
    await isAnswered
    await route.continue()
  })
  const dialogs: string[] = []
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.type())
    await dialog.dismiss()
  })
  await page.getByLabel('Rating, Instructor Review of Nolan Reyes').selectOption('4')
  await page.evaluate(() => window.location.reload())
  await expect.poll(() => dialogs).toEqual(['beforeunload'])
  const sent = page.waitForResponse('**/api/trialmods/*/review')
  answer()
  expect((await sent).status()).toBe(200)
  // The page handles the response a moment after it arrives.
  const mayLeave = () => page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  await expect.poll(mayLeave).toBe(true)
  await page.reload()
  await expect(page.getByLabel('Rating, Instructor Review of Nolan Reyes')).toHaveValue('4')
  expect(dialogs).toEqual(['beforeunload'])
})

test('a page whose session ended elsewhere is left without a question, even with a change in progress', async ({
  context,
}) => {
  const first = await context.newPage()
  const second = await context.newPage()
  await signInAs(first, 'Priya Castell', '/staff-roster')
  await second.goto('/trial-mod-checklist')
  const dialogs: string[] = []
  second.on('dialog', async (dialog) => {
    dialogs.push(dialog.type())
    await dialog.dismiss()
  })
  await second.route('**/api/trialmods/*/review', () => undefined)
  await second.getByLabel('Rating, Instructor Review of Nolan Reyes').selectOption('2')
  await topBar(first).getByRole('button', { name: /priya/i }).click()
  await first.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(second).toHaveURL(/\/session-expired$/, { timeout: 10_000 })
  expect(dialogs).toEqual([])
})

test('the training queue shows trainees and mentors, and a missing mentor is shown as being assigned', async ({
  page,
}) => {
  await signInAs(page, 'Priya Castell', '/staff-roster')
  const queue = page.getByRole('list', { name: 'Training queue' })
  await expect(queue.getByRole('listitem').filter({ hasText: 'Nolan Reyes' })).toContainText('Marcus Delgado')
  await expect(queue.getByText('assigning…').first()).toBeVisible()
  await expect(queue.getByRole('button')).toHaveCount(0)
  for (const list of [queue, page.getByRole('list', { name: 'Trainees per mentor' })]) {
    const cut = await list.evaluate((box) => {
      const end = box.getBoundingClientRect().bottom
      const rows = [...box.children].map((row) => row.getBoundingClientRect())
      return rows.filter(({ top, bottom }) => top < end - 1 && bottom > end + 1).length
    })
    expect(cut, 'rows that the end of the list cuts').toBe(0)
  }
})

test('on a phone a long press selects a roster row, scrolling does not, and a tap opens the panel', async ({
  browser,
}) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const fingers = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints })
  await signInAs(page, 'Priya Castell', '/staff-roster')
  const rows = page.locator('main li[data-row]')
  await expect(rows.first()).toBeVisible()
  const chosen = page.getByRole('region', { name: 'Chosen rows' })

  const scrollTop = () => page.evaluate(() => window.scrollY)
  await touch('touchStart', { x: 300, y: 700 })
  for (const y of [680, 640, 580, 500, 440]) await touch('touchMove', { x: 300, y })
  await page.waitForTimeout(700)
  await touch('touchEnd')
  await expect.poll(scrollTop).toBeGreaterThan(100)
  await expect(chosen).toHaveCount(0)

  await rows.nth(8).evaluate((row) => row.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const box = await rows.nth(8).boundingBox()
  const at = { x: 330, y: Math.round((box?.y ?? 0) + 36) }
  await touch('touchStart', at)
  await expect(chosen).toContainText('1 chosen')
  await touch('touchEnd')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await rows.nth(7).tap({ position: { x: 330, y: 20 } })
  await expect(chosen).toContainText('2 chosen')
  await chosen.getByRole('button', { name: 'Choose none' }).tap()
  await expect(chosen).toHaveCount(0)
  await rows.nth(8).tap({ position: { x: 330, y: 20 } })
  await expect(page.getByRole('dialog')).toBeVisible()
})
