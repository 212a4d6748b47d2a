import { expect, type Page } from '@playwright/test'
import { staffBar } from './landmarks.ts'
import { hold } from './look-over.ts'
import { noteShifts, shiftsOf } from './shifts.ts'
import { signInAs } from './sign-in.ts'
import { test } from './site.ts'

const WIDE = [1920, 1440, 1280]

/** The texts of table cells that take more than one line, in the columns with these names. */
const wrappedIn = (page: Page, columns: readonly string[]) =>
  page.evaluate((names) => {
    const heads = [...document.querySelectorAll('main .sheet thead th')].map((head) => head.textContent ?? '')
    const at = heads.flatMap((head, index) => (names.includes(head) ? [index] : []))
    if (at.length < names.length) return [`no column ${names.filter((name) => !heads.includes(name))}`]
    const isWrapped = (cell: Element) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      const tops = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top)
      return Math.max(...tops) - Math.min(...tops) > 8
    }
    return [...document.querySelectorAll('main .sheet tbody tr:not(:has([data-banner]))')]
      .flatMap((row) => at.flatMap((index) => row.children[index] ?? []))
      .filter(isWrapped)
      .map((cell) => cell.textContent ?? '')
  }, columns)

/** Whether the page's table is too narrow for all of its columns. */
const isCut = (page: Page) =>
  page.locator('main .sheet').evaluate((sheet) => sheet.scrollWidth > sheet.clientWidth + 1 && sheet.scrollWidth)

test('fines, jail terms, points and statutes of the penal codes do not wrap, for staff and for visitors', async ({
  browser,
}) => {
  const visitor = await browser.newPage()
  await visitor.goto('/penal-codes')
  const staff = await browser.newPage()
  await signInAs(staff, 'Theo Marchetti', '/penal-codes')
  await expect(staff.locator('button[aria-label="Edit 316.193(1)"]')).toBeAttached()
  for (const page of [visitor, staff]) {
    await expect(page.locator('main tbody tr')).toHaveCount(361)
    for (const width of WIDE) {
      await page.setViewportSize({ width, height: 900 })
      expect.soft(await wrappedIn(page, ['Statute', 'Fine', 'Jail (months)', 'Points']), `at ${width}`).toEqual([])
      expect.soft(await isCut(page), `cut at ${width}`).toBe(false)
    }
    await page.close()
  }
})

test('the plus of a penal code stays on the last line of its title, and the labels of its card fit on one line', async ({
  page,
}) => {
  await signInAs(page, 'Theo Marchetti', '/penal-codes')
  await expect(page.locator('button[aria-label="Edit 316.193(1)"]')).toBeAttached()
  for (const width of WIDE) {
    await page.setViewportSize({ width, height: 900 })
    const alone = await page.locator('main tbody a[href*="charges="]').evaluateAll((links) =>
      links.flatMap((link) => {
        const title = document.createRange()
        title.setStartBefore(link.parentElement?.firstChild ?? link)
        title.setEndBefore(link)
        const plus = link.getBoundingClientRect()
        const isAlone = (plus.top + plus.bottom) / 2 > title.getBoundingClientRect().bottom
        return isAlone ? [title.toString()] : []
      }),
    )
    expect.soft(alone, `at ${width}`).toEqual([])
  }
  const jail = page.locator('main tbody td[data-label^="Jail"]').first()
  const heights: (number | undefined)[] = []
  for (const width of [600, 360]) {
    await page.setViewportSize({ width, height: 740 })
    heights.push((await jail.boundingBox())?.height)
  }
  expect(heights[1]).toBe(heights[0])
})

test('at 1280 by 720 staff see codes without scrolling, and a button opens and closes the form to add one', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await signInAs(page, 'Theo Marchetti')
  for (const [path, add] of [
    ['/penal-codes', 'Add a penal code'],
    ['/ten-codes', 'Add a 10-code'],
  ] as const) {
    await page.goto(path)
    const rows = page.locator('main tbody tr')
    await expect(page.locator('button[aria-label^="Edit "]').first()).toBeVisible()
    await expect(rows.nth(3)).toBeInViewport({ ratio: 1 })
    await expect(page.getByText(/^Imported • /)).toHaveCount(1)
    await page.locator('button', { hasText: add }).click()
    const form = page.getByRole('region', { name: add })
    await expect(form.getByRole('textbox').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
  }
  // The staff tools lie over the top of this page, but not over its text.
  for (const width of [1280, 768]) {
    await page.setViewportSize({ width, height: 720 })
    const tools = await staffBar(page).boundingBox()
    const words = await page.locator('main .eyebrow').first().boundingBox()
    expect(words?.y, `at ${width}`).toBeGreaterThanOrEqual((tools?.y ?? 0) + (tools?.height ?? 1_000))
  }
})

test('from 1024 pixels the name of the community is never cut off, signed in or not', async ({ page }) => {
  const isCutAt = (width: number) =>
    page.evaluate((at) => {
      const name = document.querySelector('header a[href="/"]')
      const end = document.querySelector('header nav[aria-label=Main] li:last-child')?.getBoundingClientRect()
      const tools = document.querySelector('header nav[aria-label=Main] + div')?.getBoundingClientRect()
      if (!name || !end || !tools) return `${at}: no header`
      const texts = [...name.querySelectorAll('span')].filter((span) => span.clientWidth > 0)
      const overflows = texts.some((span) => span.scrollWidth > span.clientWidth + 1)
      return overflows || end.right > tools.left || tools.right > at + 1 ? `${at}: cut` : ''
    }, width)
  for (const who of [null, 'Theo Marchetti']) {
    if (who !== null) await signInAs(page, who)
    for (const path of ['/supporters', ...(who === null ? [] : ['/staff-roster'])]) {
      await page.goto(path)
      if (who !== null) await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
      for (const width of [1024, 1100, 1279, 1280, 1366, 1440, 1536, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        expect.soft(await isCutAt(width), `${path} of ${who}`).toBe('')
      }
    }
  }
})

/** The staff tables with their columns of short values, which must not wrap. */
const TABLES = {
  '/staff-roster': ['Callsign', 'Discord UID', 'Timezone', 'Hired', 'Last Move', 'Status'],
  '/dev-roster': ['Callsign', 'Discord UID', 'Timezone', 'Hired', 'Last Move', 'Status'],
  '/staff-da-database': ['Date'],
  '/player-record': ['Date'],
  '/ten-codes': ['Code'],
  '/users': ['Discord ID'],
}

for (const width of [1280, 1366, 1440]) {
  test(`at ${width} no column of the rosters, the actions, the codes or the users is cut off, and no number wraps`, async ({
    page,
  }) => {
    await signInAs(page, 'Theo Marchetti')
    await page.setViewportSize({ width, height: 720 })
    for (const [path, columns] of Object.entries(TABLES)) {
      await page.goto(path)
      await expect(page.locator('main tbody tr').first()).toBeVisible()
      expect.soft(await isCut(page), path).toBe(false)
      expect.soft(await wrappedIn(page, columns), path).toEqual([])
    }
  })
}

test('at 1280 by 720 eight actions of each list are visible', async ({ page }) => {
  await signInAs(page, 'Theo Marchetti')
  await page.setViewportSize({ width: 1280, height: 720 })
  for (const path of ['/staff-da-database', '/player-record']) {
    await page.goto(path)
    await expect(page.locator('tr[data-row]').nth(7), path).toBeInViewport({ ratio: 0.99 })
  }
})

test('on a phone of 360 by 740 the first member of each roster is visible above the bottom bar', async ({
  browser,
}) => {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  await signInAs(page, 'Theo Marchetti')
  for (const path of ['/staff-roster', '/dev-roster']) {
    await page.goto(path)
    const first = await page.locator('[data-row]').first().boundingBox()
    const bar = await staffBar(page).boundingBox()
    expect((first?.y ?? 740) + (first?.height ?? 0), path).toBeLessThanOrEqual(bar?.y ?? 0)
  }
})

test('on a phone the buttons that turn the pages stand on one line', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  await signInAs(page, 'Theo Marchetti', '/staff-da-database?page=2')
  const buttons = page.getByRole('navigation', { name: 'Pages' }).getByRole('button')
  await expect(buttons).toHaveCount(4)
  const tops = await buttons.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
  await page.close()
})

test('on a phone the opened filters of a list scroll into view, and make no page wider', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  await signInAs(page, 'Theo Marchetti', '/dev-roster')
  const filters = page.locator('summary', { hasText: 'Filters' })
  await filters.tap()
  await expect(page.getByRole('group', { name: 'Status' })).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.goto('/staff-da-database')
  await expect(page.locator('[data-row]').nth(20)).toBeAttached()
  await page.evaluate(() => window.scrollTo(0, 1_200))
  await filters.tap()
  await expect(page.getByLabel('Type')).toBeInViewport({ ratio: 0.99 })
  await page.close()
})

test('on a phone fine, jail and points of a penal code are in one line, and so are their fields', async ({
  browser,
}) => {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  await signInAs(page, 'Theo Marchetti', '/penal-codes')
  const edit = page.locator('button[aria-label^="Edit "]').first()
  await expect(edit).toBeVisible()
  const tops = await page
    .locator('tbody tr')
    .first()
    .locator('td[data-label]')
    .evaluateAll((cells) =>
      cells.map((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        return range.getBoundingClientRect().top
      }),
    )
  expect(tops).toHaveLength(3)
  expect(new Set(tops).size).toBe(1)
  await edit.click()
  const fields = ['Fine', 'Jail (months)', 'Points'].map((name) => page.getByRole('spinbutton', { name, exact: true }))
  const boxes = await Promise.all(fields.map((field) => field.boundingBox()))
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1)
})

test('the command palette shows the full text that distinguishes codes', async ({ page }) => {
  await signInAs(page, 'Theo Marchetti', '/ten-codes')
  for (const [width, search, expected] of [
    [1440, 'leaving the scene of a crash', 'involving serious bodily injury · Felony (2nd degree)'],
    [768, 'leaving the scene of a crash', 'involving serious bodily injury · Felony (2nd degree)'],
    [360, '828.13', 'water, or exercise · Misdemeanor (1st degree)'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Jump to' }).fill(search)
    const hits = page.getByRole('option')
    await expect(hits.filter({ hasText: expected })).toBeVisible()
    const cut = await hits
      .locator('span')
      .evaluateAll(
        (all) =>
          all.filter(
            (part) => getComputedStyle(part).overflow === 'hidden' && part.scrollHeight > part.clientHeight + 1,
          ).length,
      )
    const beside = await hits
      .locator('span')
      .evaluateAll(
        (all) => all.filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0).length,
      )
    expect([cut, beside], `at ${width}`).toEqual([0, 0])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  }
})

test('on a phone a link to a code scrolls to that code, and a link to a roster group scrolls to just below the search', async ({
  browser,
}) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  /** The distance from the lower edge of the sticky bars to the upper edge of the target. */
  const gapTo = (selector: string) =>
    page.evaluate((found) => {
      const edges = [...document.querySelectorAll('header, [class*=sticky]')].map((bar) => bar.getBoundingClientRect())
      const bars = edges.filter(({ top, width }) => top >= 0 && top < 100 && width > window.innerWidth / 2)
      const top = document.querySelector(found)?.getBoundingClientRect().top ?? Number.NaN
      return Math.round(top - Math.max(...bars.map(({ bottom }) => bottom)))
    }, selector)
  const expectBelow = async (selector: string) => {
    const gaps: number[] = []
    // The target must stay there: later rendering must not move it.
    await expect
      .poll(async () => gaps.push(await gapTo(selector)) > 3 && gaps.slice(-3).every((gap) => gap >= 0 && gap < 32))
      .toBe(true)
  }
  const codes = ['/penal-codes#statute-316-172-1-a', '/penal-codes#statute-861-01', '/ten-codes#code-signal-20']
  const open = async (address: string) => {
    await page.goto('/login')
    await page.goto(address)
    await expectBelow(`[id="${address.split('#')[1]}"]`)
  }
  for (const address of codes) await open(address)
  await signInAs(page, 'Theo Marchetti', '/staff-roster')
  await page.getByRole('button', { name: 'Jump to a group' }).click()
  await page.getByRole('menuitem', { name: /^Junior Administrator/ }).click()
  await expectBelow('h2:focus')
  for (const address of codes) {
    await open(address)
    // Safari does not hold the place by itself when rows above get their real heights.
    await page.evaluate(() => {
      document.documentElement.style.overflowAnchor = 'none'
      document.querySelector('main')?.style.setProperty('padding-top', '40rem')
    })
    await expectBelow(`[id="${address.split('#')[1]}"]`)
  }
})

test('a link to a code scrolls staff to that code just below the table head, whenever their bar loads', async ({
  page,
}) => {
  await signInAs(page, 'Theo Marchetti', '/me')
  // Hundreds of rows are slow to build, so the rows of the document stay until the staff's rows replace them.
  await page.addInitScript(() => {
    const rows = new Set<Element>()
    Object.assign(window, { rows })
    new MutationObserver(() => {
      const row = document.getElementById('statute-784-03-1')
      if (row !== null) rows.add(row)
    }).observe(document, { childList: true, subtree: true })
  })
  for (const anchor of ['statute-784-03-1', 'statute-316-193-2-b-3']) {
    await page.goto('/me')
    await page.goto(`/penal-codes#${anchor}`)
    await expect(staffBar(page)).toBeVisible()
    await expect(page.locator('button', { hasText: 'Add a penal code' })).toBeVisible()
    await expect(page.locator(`[id="${anchor}"] button`).first()).toBeVisible()
    expect(await page.evaluate('rows.size'), 'how often the row is built').toBe(2)
    const gap = () =>
      page.evaluate((id) => {
        const bottoms = [...document.querySelectorAll('thead th')].map((head) => head.getBoundingClientRect().bottom)
        const top = document.getElementById(id)?.getBoundingClientRect().top ?? Number.NaN
        return Math.round(top - Math.max(...bottoms))
      }, anchor)
    const gaps: number[] = []
    await expect
      .poll(async () => gaps.push(await gap()) > 3 && gaps.slice(-3).every((each) => each >= 0 && each < 32))
      .toBe(true)
  }
})

test('a search from far down the codes shows its results', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/penal-codes')
  await page.evaluate(() => window.scrollTo({ top: 8000, behavior: 'instant' }))
  await page.getByRole('searchbox').pressSequentially('battery')
  await expect(page.getByRole('status').filter({ hasText: /^9 of / })).toBeInViewport()
  await expect(page.locator('tbody tr').first()).toBeInViewport()
})

test('staff who scroll away from the linked code before their rows load stay where they are', async ({ page }) => {
  const id = 'statute-784-03-1'
  const top = () => page.evaluate((row) => document.getElementById(row)?.getBoundingClientRect().top, id)
  await signInAs(page, 'Theo Marchetti', '/me')
  const { letThrough } = await hold(page, '/api/codes/penal')
  await page.goto(`/penal-codes#${id}`)
  await expect(staffBar(page)).toBeVisible()
  await page.mouse.move(640, 500)
  await page.mouse.wheel(0, 4000)
  await expect.poll(top).toBeLessThan(-1000)
  await letThrough()
  await expect(page.locator(`[id="${id}"] button`).first()).toBeAttached()
  await expect.poll(top).toBeLessThan(-1000)
})

test('on a phone the codes that staff look at stay in place when the staff rows replace them', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, 'Theo Marchetti', '/me')
  for (const [path, call] of [
    ['/penal-codes', '/api/codes/penal'],
    ['/ten-codes', '/api/codes/ten'],
  ] as const) {
    const { letThrough } = await hold(page, call)
    await page.goto(path)
    await expect(staffBar(page)).toBeVisible()
    await page.evaluate(() => window.scrollTo({ top: 4000, behavior: 'instant' }))
    const middle = page.locator('main tbody tr:has(td)').filter({ visible: true })
    const id = await middle.evaluateAll((rows) => rows.find((row) => row.getBoundingClientRect().bottom > 422)?.id)
    const row = page.locator(`[id="${id}"]`)
    const top = () => row.evaluate((element) => element.getBoundingClientRect().top)
    const before = await top()
    await letThrough()
    await expect(row.getByRole('button').first()).toBeAttached()
    const tops: number[] = []
    await expect.poll(async () => tops.push(await top()) > 4).toBe(true)
    expect(Math.max(...tops.map((each) => Math.abs(each - before))), path).toBeLessThan(2)
  }
})

test('at 1280 pixels the codes start at the same height for staff and for visitors, so that a reload moves nothing', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  const tops: number[] = []
  const measure = async () =>
    tops.push(await page.locator('table').evaluate((table) => table.getBoundingClientRect().top))
  await page.goto('/penal-codes')
  await measure()
  await signInAs(page, 'Theo Marchetti', '/me')
  await page.goto('/penal-codes')
  await expect(staffBar(page)).toBeVisible()
  await expect(page.locator('tbody button').first()).toBeAttached()
  await measure()
  expect(tops[1]).toBe(tops[0])
})

test('from 360 to 1280 pixels no tile of the roster is cut off, and nothing moves while it loads', async ({ page }) => {
  await signInAs(page, 'Theo Marchetti')
  await noteShifts(page)
  for (const width of [360, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/staff-roster')
    const labels = page.getByLabel('Totals by status').locator('[data-label]')
    await expect(labels.filter({ hasText: 'Semi-Active' })).toBeVisible()
    const cut = await labels.evaluateAll((all) =>
      all.filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent),
    )
    expect.soft(cut, `tiles at ${width}`).toEqual([])
    // The tiles for management come last. On a phone they have a row of their own.
    await expect(page.getByRole('region', { name: 'Waiting for you' })).toBeVisible()
    if (width >= 640) expect.soft(await shiftsOf(page), `what moves at ${width}`).toBeLessThan(0.1)
  }
})

test('on a phone roster rows are 72 px high and open under their names, the palette names the person of a mention, no Discord ID, date or fine wraps, cards stay still under a finger, and ES cards fit', async ({
  browser,
}) => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
  const page = await browser.newPage({ ...phone, permissions: ['clipboard-write'] })
  await signInAs(page, 'Theo Marchetti')
  const broken = () =>
    page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        for (const { 0: text, index } of (node.nodeValue ?? '').matchAll(/\d{17,20}|\d\d\/\d\d\/\d{4}|\$[\d,]+/g)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + text.length)
          const tops = [...range.getClientRects()].map(({ top }) => top)
          if (Math.max(...tops) - Math.min(...tops) > 4) found.push(text)
        }
      }
      return found
    })
  for (const path of [
    '/staff-roster?person=310000000000000101',
    '/player-record',
    '/users',
    '/audit',
    '/verifications',
    '/me',
    '/penal-codes',
    '/ten-codes',
  ]) {
    await page.goto(path)
    await expect(page.getByText(/\d{17}|\$\d|10-4|put the first entries|^Showing /).first()).toBeAttached()
    expect.soft(await broken(), path).toEqual([])
  }
  await page.goto('/staff-roster')
  await expect(page.getByRole('heading', { name: 'Staff Director Team' })).toBeVisible()
  const rows = page
    .locator('main')
    .getByRole('listitem')
    .filter({ has: page.locator('a[aria-label^="Open "]') })
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  expect([heights.length, Math.min(...heights), Math.max(...heights)]).toEqual([68, 72, 72])
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(6_500)
  // The name copies the mention; the line below it opens the person.
  const dana = rows.filter({ hasText: 'Dana Whitfield' })
  await dana.evaluate((row) => row.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const name = await dana.getByRole('button', { name: 'Dana Whitfield' }).boundingBox()
  if (name === null) throw new Error('there is no name')
  await page.touchscreen.tap(name.x + 20, name.y + name.height + 12)
  const panel = page.getByRole('dialog', { name: 'Dana Whitfield' })
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await page.touchscreen.tap(name.x + 20, name.y - 3)
  await expect(dana.getByText('✓ copied')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Jump to' }).fill('copy mention tyler')
  const mentions = page.getByRole('option', { name: /^Copy mention of Tyler/ })
  await expect(mentions).toHaveCount(2)
  const cut = await mentions.evaluateAll((all) =>
    all.filter((option) => [...option.children].some((part) => part.scrollWidth > part.clientWidth + 1)),
  )
  expect(cut).toHaveLength(0)
  await page.keyboard.press('Escape')
  // After a tap, the card stays in the hover state. Its empty cells must not reappear.
  await page.goto('/trial-mod-checklist')
  const cards = page.locator('tr[data-row]')
  await expect(cards.nth(6)).toBeAttached()
  const collapsed = await cards.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
  expect(Math.max(...collapsed)).toBeLessThanOrEqual(72)
  await cards
    .last()
    .getByRole('button', { name: /^Stages of / })
    .tap()
  await expect(cards.last().getByRole('button', { name: /^Classroom of / })).toBeVisible()
  for (const path of ['/trial-mod-checklist', '/staff-da-database']) {
    await page.goto(path)
    await page.locator('main').locator('[data-row]').last().scrollIntoViewIfNeeded()
    await expect(page.getByRole('searchbox', { name: 'Search' }), path).toBeInViewport({ ratio: 1 })
  }
  await page.goto('/trial-mod-checklist')
  const card = cards.filter({ has: page.locator('td:empty') }).first()
  const heightOf = async () => (await card.boundingBox())?.height
  const height = await heightOf()
  await card.hover()
  expect(await heightOf(), 'the height of a card under the finger').toBe(height)
  await page.goto('/es')
  const frame = page.getByRole('group', { name: 'Size of the cards' })
  const box = await frame.boundingBox()
  for (const name of ['Compact', 'Comfort']) {
    const button = await frame.getByRole('button', { name }).boundingBox()
    if (!box || !button) throw new Error('the element is not visible')
    expect(button.y + button.height).toBeLessThanOrEqual(box.y + box.height)
    expect(button.x + button.width).toBeLessThanOrEqual(Math.min(360, box.x + box.width))
  }
  await page.close()
})

test('the law book prints dark text on white', async ({ page }) => {
  await page.emulateMedia({ media: 'print' })
  for (const path of ['/penal-codes', '/ten-codes', '/rules/general-conduct']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const dark = await page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((part) => part.checkVisibility() && part.getBoundingClientRect().height > 0)
        .filter((part) => {
          const [red = 255, green = 255, blue = 255, alpha = 1] =
            getComputedStyle(part)
              .backgroundColor.match(/[\d.]+/g)
              ?.map(Number) ?? []
          return getComputedStyle(part).backgroundColor.startsWith('rgb') && alpha > 0.2 && red + green + blue < 500
        })
        .map((part) => part.outerHTML.slice(0, 120)),
    )
    expect.soft(dark, path).toEqual([])
  }
})

test('the focus outline of a row surrounds its sticky columns too, and a focused stage is not covered by them', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await signInAs(page, 'Theo Marchetti', '/trial-mod-checklist')
  await expect(page.locator('main tbody tr').first()).toBeVisible()
  // Start at the last column heading, because the content above the table may grow.
  await page.locator('main thead button').last().focus()
  await page.keyboard.press('Tab')
  for (let presses = 0; presses < 24 && (await page.locator('tr:focus').count()) === 0; presses++) {
    await page.keyboard.press('Tab')
  }
  const rings = await page
    .locator('tr:focus > :nth-child(-n + 2)')
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).boxShadow.match(/inset/g)?.length ?? 0))
  expect(rings).toEqual([3, 2])
  for (let stage = 0; stage < 7; stage++) {
    await page.keyboard.press('ArrowRight')
    const covered = await page.locator('tr:focus-within').evaluate((row) => {
      const focused = document.activeElement?.getBoundingClientRect()
      const [start, end] = ['th', '[data-pin=end]'].map((part) => row.querySelector(part)?.getBoundingClientRect())
      return !focused || !start || !end || focused.left < start.right || focused.right > end.left
    })
    expect(covered, `stage ${stage}`).toBe(false)
  }
})

test('on a phone Back, Forward and a reload restore the scroll position, a link leads to the top, and closing a panel moves nothing', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, 'Theo Marchetti', '/staff-roster')
  const isAt = async (path: string, place: number) => {
    await expect(page).toHaveURL(path)
    // The browser knows the heights of rows out of sight only roughly.
    await expect.poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - place)).toBeLessThan(30)
  }
  /** Scrolls, and returns where the page stands once its rows have their real heights. */
  const scrollTo = async (place: number) => {
    await expect.poll(() => page.evaluate(() => document.body.scrollHeight)).toBeGreaterThan(place + 844)
    await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), place)
    const places: number[] = []
    await expect
      .poll(async () => {
        places.push(await page.evaluate(() => window.scrollY))
        return new Set(places.slice(-3)).size === 1 && places.length > 2
      })
      .toBe(true)
    return places.at(-1) ?? place
  }
  const roster = await scrollTo(1500)
  await staffBar(page).getByRole('link', { name: 'Checklist' }).click()
  await isAt('/trial-mod-checklist', 0)
  const checklist = await scrollTo(200)
  await page.goBack()
  await isAt('/staff-roster', roster)
  await page.goForward()
  await isAt('/trial-mod-checklist', checklist)
  await page.goBack()
  await isAt('/staff-roster', roster)
  await page.reload()
  await isAt('/staff-roster', roster)

  await page.goto('/penal-codes')
  await expect(staffBar(page)).toBeVisible()
  await expect(page.locator('tbody button').first()).toBeAttached()
  const codes = await scrollTo(4000)
  await staffBar(page).getByRole('link', { name: 'Checklist' }).click()
  await isAt('/trial-mod-checklist', 0)
  await page.reload()
  await expect(staffBar(page)).toBeVisible()
  await page.goBack()
  await isAt('/penal-codes', codes)
  await page.reload()
  await page.goForward()
  await isAt('/trial-mod-checklist', 0)

  await page.goto('/staff-roster')
  const beforePanel = await scrollTo(2000)
  // The heading of a group may be at any fixed point, and it opens nothing.
  const middle = await page.locator('main tbody tr:has(td)').evaluateAll((rows) => {
    const boxes = rows.map((row) => row.getBoundingClientRect())
    return boxes.map(({ top, height }) => top + height / 2).find((y) => y > 350)
  })
  await page.mouse.click(350, middle ?? 500)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await isAt('/staff-roster', beforePanel)
})

test('Back, Forward and a reload restore the scroll position of a long table, and a link leads to its first row', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signInAs(page, 'Theo Marchetti', '/staff-roster')
  const box = page.locator('section.sheet')
  const isAt = async (path: string, place: number) => {
    await expect(page).toHaveURL(path)
    await expect.poll(async () => Math.abs((await box.evaluate(({ scrollTop }) => scrollTop)) - place)).toBeLessThan(2)
  }
  const scrollTo = (place: number) =>
    expect
      .poll(() =>
        box.evaluate((element, top) => {
          element.scrollTop = top
          return element.scrollTop
        }, place),
      )
      .toBe(place)
  await scrollTo(900)
  await staffBar(page).getByRole('link', { name: 'Actions' }).click()
  await isAt('/staff-da-database', 0)
  await scrollTo(500)
  await page.goBack()
  await isAt('/staff-roster', 900)
  await page.goForward()
  await isAt('/staff-da-database', 500)
  await page.reload()
  await isAt('/staff-da-database', 500)
  await staffBar(page).getByRole('link', { name: 'Roster' }).click()
  await isAt('/staff-roster', 0)
})
