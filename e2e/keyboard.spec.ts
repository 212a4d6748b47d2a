import { expect, type Page } from '@playwright/test'
import { codeOf, holdFile } from './hold-file.ts'
import { signInAs } from './sign-in.ts'
import { test } from './site.ts'

test.use({ actionTimeout: 20_000 })

/** Checks that an element has the focus, and that its focus is visible. */
async function seeFocus(page: Page, after: string): Promise<void> {
  const seen = () =>
    page.evaluate(() => {
      const at = document.activeElement
      if (at === null || at === document.body) return 'focus is lost'
      const { outlineStyle, outlineWidth } = getComputedStyle(at)
      return outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2 ? `no ring on ${at.outerHTML}` : 'seen'
    })
  await expect.poll(seen, after).toBe('seen')
}

test('every staff tool works with the keyboard alone, and focus is always visible and never lost', async ({ page }) => {
  const { keyboard } = page
  const dialog = page.locator('dialog')
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const press = async (name: string) => {
    await button(name).focus()
    await keyboard.press('Enter')
  }
  /** Opens a dialog, and waits until it is there before typing. */
  const open = async (name: string) => {
    await press(name)
    await expect(dialog).toBeVisible()
  }
  /** Opens what the row of this name opens, and returns to the row. */
  const openRow = async (search: string, opens: string | RegExp) => {
    // On a page that was just opened, wait until its script has rendered the tool.
    await expect(page.locator('input[type=search]').first()).toBeVisible()
    if (search !== '') {
      await keyboard.press('/')
      await keyboard.type(search)
      await expect(
        page
          .getByRole('row')
          .filter({ hasText: new RegExp(search, 'i') })
          .first(),
      ).toBeVisible()
    }
    await page.locator('input[type=search]').first().focus()
    await keyboard.press('ArrowDown')
    await expect(page.locator('tr:focus')).toBeVisible()
    await seeFocus(page, `the row of ${search}`)
    await keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: opens })).toBeVisible()
    await seeFocus(page, `the dialog of ${search}`)
  }
  const closeWithEscape = async (from: string) => {
    await keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await seeFocus(page, `back from ${from}`)
  }

  // The roster: add a member, find and remove them, and give a trainee a mentor.
  await signInAs(page, 'Theo Marchetti', '/staff-roster')
  await expect(page.getByText('Staff Director Team')).toBeVisible()
  await open('Add member')
  // Skip the field that finds a person.
  await keyboard.press('Tab')
  for (const text of ['Juno Alder', 'M-998', '310000000000009998', 'Moderator']) {
    await keyboard.type(text)
    await keyboard.press('Tab')
  }
  await keyboard.press('Shift+Tab')
  await keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await seeFocus(page, 'a member was added')
  await openRow('juno', 'Juno Alder')
  await closeWithEscape('a person')
  await expect(page.locator('tr:focus')).toContainText('Juno Alder')
  await open('Edit Juno Alder')
  await press('Remove')
  await keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('No staff members match')).toBeVisible()
  await seeFocus(page, 'the only member shown was removed')
  await press('Clear all filters')
  await expect(page.getByText('Staff Director Team')).toBeVisible()
  await seeFocus(page, 'the filters were cleared')
  const queue = page.getByRole('list', { name: 'Training queue' })
  await queue.getByTitle('Mentor of Nolan Reyes').focus()
  await keyboard.press('Enter')
  await expect(page.getByLabel('Search mentors')).toBeFocused()
  await closeWithEscape('the choice of a mentor')
  await expect(queue.getByTitle('Mentor of Nolan Reyes')).toBeFocused()

  await page.goto('/trial-mod-checklist')
  await openRow('nolan', /Nolan Reyes$/)
  await closeWithEscape('a stage')
  await page.getByRole('row', { name: 'Nolan Reyes' }).focus()
  await keyboard.press('ArrowRight')
  const stage = page.locator('button:focus')
  const before = await stage.getAttribute('aria-label')
  await keyboard.press('f')
  await expect(page.getByText(/of Nolan Reyes is marked Failed, supervised by Reese Figueroa\.$/).last()).toBeVisible()
  await keyboard.press('Control+z')
  await expect(stage).toHaveAttribute('aria-label', String(before))
  await seeFocus(page, 'a stage was set and undone')
  await page.getByLabel('Status of Nolan Reyes').focus()
  await keyboard.press('ArrowDown')
  await keyboard.press('End')
  await expect(page.getByRole('menuitemradio', { name: 'Failed' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByLabel('Status of Nolan Reyes')).toBeFocused()
  await keyboard.press('Enter')
  await keyboard.press('End')
  await keyboard.press('Enter')
  await keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Set to Failed' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('row', { name: 'Nolan Reyes' })).toHaveCount(0)
  await seeFocus(page, 'who failed was archived')
  await page.getByLabel('Hide Archived').focus()
  await keyboard.press('Space')
  await page.getByLabel('Status of Nolan Reyes').focus()
  const sent = page.waitForResponse((answer) => /In-Training/.test(answer.request().postData() ?? ''))
  await keyboard.press('Enter')
  await keyboard.press('Home')
  await keyboard.press('Enter')
  await expect(page.getByLabel('Status of Nolan Reyes')).toHaveText('In-Training')
  expect((await sent).status()).toBe(200)

  await page.goto('/staff-da-database')
  await expect(page.getByText('Page 1 of')).toBeVisible()
  await openRow('', /^DA Details/)
  await closeWithEscape('an action')
  await press('Last page')
  await expect(page.getByText(/^Page ([2-9]|\d\d)/)).toBeVisible()
  await seeFocus(page, 'the last page')

  await page.goto('/es')
  await expect(page.getByRole('heading', { name: 'Dispatch System' })).toBeVisible()
  await page.getByRole('tab', { selected: true }).focus()
  await keyboard.press('End')
  await expect(page.getByRole('tab', { name: /Other/, selected: true })).toBeFocused()
  await keyboard.press('Home')
  await open('Add link')
  await keyboard.type('Tide table')
  await page.getByRole('dialog').getByLabel('Address').focus()
  await keyboard.type('https://tides.example')
  await keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await open('Edit Tide table')
  await press('Remove')
  await keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(button('Edit Tide table')).toHaveCount(0)
  await seeFocus(page, 'a link was removed')

  for (const { path, opens } of [
    { path: '/users', opens: /theomarchetti|Theo Marchetti/ },
    { path: '/audit', opens: /./ },
  ]) {
    await page.goto(path)
    await page.locator('tr[data-row][tabindex="0"]').focus()
    await keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: opens })).toBeVisible()
    await seeFocus(page, `the dialog of ${path}`)
    await closeWithEscape(path)
    await expect(page.locator('tr[data-row]:focus-within')).toBeVisible()
  }
  await page.goto('/verifications?status=verified')
  await open('Approve Dana Whitfield')
  await seeFocus(page, 'the second step')
  await closeWithEscape('the second step')
  await expect(button('Approve Dana Whitfield')).toBeFocused()

  await page.goto('/ingest-tokens')
  await open('Make a token')
  await keyboard.type('City 2')
  await keyboard.press('Enter')
  await expect(button('Copy the line')).toBeFocused()
  await closeWithEscape('the token')
  await press('Revoke the token of City 2')
  await keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /City 2/ })).toContainText('Revoked')
  await seeFocus(page, 'a token was revoked')

  await page.goto('/staff-roster/import')
  await page.getByLabel('Spreadsheet').focus()
  expect(await page.locator('label:has(:focus-visible)').evaluate((at) => getComputedStyle(at).outlineStyle)).toBe(
    'solid',
  )
})

test('the command palette opens at once and receives every key while its code loads, and the filter of the page receives none', async ({
  page,
}) => {
  await signInAs(page, 'Dana Whitfield', '/staff-roster')
  // The filter is also found while it is hidden behind “Jump to”.
  const filter = page.getByRole('searchbox', { includeHidden: true })
  const jump = page.getByRole('combobox', { name: 'Jump to' })
  const arrive = await holdFile(page, codeOf('src/app/shell/palette.tsx'))
  await expect(page.getByRole('button', { name: 'Jump to a page, a person or a code' })).toBeVisible()
  await filter.focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('dev roster')
  await expect(jump).toHaveValue('dev roster')
  await expect(filter).toHaveValue('')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Loading…').first()).toBeVisible()
  arrive()
  await expect(page).toHaveURL(/\/dev-roster$/)

  // The same before the code that handles Ctrl K has loaded.
  const begin = await holdFile(page, codeOf('src/app/shell/quick-keys.tsx'))
  await page.reload()
  await filter.focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('10-50')
  begin()
  await expect(jump).toHaveValue('10-50')
  await expect(filter).toHaveValue('')
})
