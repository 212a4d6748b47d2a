import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { signInAs } from './sign-in.ts'
import { test } from './site.ts'

test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close()
})

/** The Undo button of the message with this text. */
const undoOf = (page: Page, words: string) => page.getByText(words).locator('..').getByRole('button', { name: 'Undo' })

test('management adds, changes and removes a member, and others see it within a second', async ({ browser }) => {
  const writer = await browser.newPage()
  const reader = await browser.newPage()
  await signInAs(reader, 'Priya Castell', '/staff-roster?search=Rosalind')
  await signInAs(writer, 'Dana Whitfield', '/staff-roster?search=Rosalind')
  await writer.getByRole('button', { name: 'Add member' }).click()
  const dialog = writer.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Rosalind Peck')
  await dialog.getByLabel('Callsign').fill('M-999')
  await dialog.getByLabel('Discord UID').fill('12')
  await dialog.getByLabel('Position').fill('mods')
  await dialog.getByRole('button', { name: 'Add member' }).click()
  await expect(dialog.getByText(/17 to 20 digits|17–20/)).toBeVisible()
  await dialog.getByLabel('Discord UID').fill('310000000000009999')
  await dialog.getByRole('button', { name: 'Add member' }).click()
  await expect(dialog).toHaveCount(0)
  const shown = reader.getByRole('row').filter({ hasText: 'Rosalind Peck' })
  await expect(shown).toContainText('Moderator', { timeout: 5000 })

  await writer.getByRole('button', { name: 'Edit Rosalind Peck' }).click()
  await writer.getByRole('dialog').getByLabel('Status').selectOption('LOA')
  await writer.getByRole('button', { name: 'Save Changes' }).click()
  await expect(shown).toContainText('LOA', { timeout: 5000 })

  await writer.getByRole('button', { name: 'Edit Rosalind Peck' }).click()
  await writer.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(shown).toHaveCount(0)
  await undoOf(writer, 'Rosalind Peck was removed.').click()
  await expect(shown).toContainText('LOA')
})

test('of two people who edit one member, the second sees both versions and chooses', async ({ browser }) => {
  const first = await browser.newPage()
  const second = await browser.newPage()
  for (const [page, name] of [
    [first, 'Dana Whitfield'],
    [second, 'Theo Marchetti'],
  ] as const) {
    await signInAs(page, name, '/staff-roster?search=Delgado')
    await page.getByRole('button', { name: 'Edit Marcus Delgado' }).click()
  }
  await first.getByRole('dialog').getByLabel('Notes').fill('Leads the Friday patrol')
  await first.getByRole('button', { name: 'Save Changes' }).click()
  await expect(first.getByRole('dialog')).toHaveCount(0)
  await second.getByRole('dialog').getByLabel('Notes').fill('Mentors on weekends')
  await second.getByRole('button', { name: 'Save Changes' }).click()
  const conflict = second.getByRole('dialog')
  await expect(conflict).toContainText('Leads the Friday patrol')
  await expect(conflict).toContainText('Mentors on weekends')
  await conflict.getByRole('button', { name: /mine/i }).click()
  await expect(second.getByRole('dialog')).toHaveCount(0)
  await expect(first.getByRole('row').filter({ hasText: 'Marcus Delgado' })).toContainText('Mentors on weekends')
})

test('a form that is sent without a network shows an error at once, and keeps its content', async ({
  page,
  context,
}) => {
  await signInAs(page, 'Dana Whitfield', '/staff-roster?search=delgado')
  await page.getByRole('button', { name: 'Edit Marcus Delgado' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Notes').fill('Written on the ferry')
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toContainText('The site could not be reached. Check your connection and try again.')
  await expect(dialog.getByLabel('Notes')).toHaveValue('Written on the ferry')
  await context.setOffline(false)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Marcus Delgado was saved.')).toBeVisible()
})

test('management imports its spreadsheet after a dry run, and the same file again changes nothing', async ({
  page,
}) => {
  await signInAs(page, 'Dana Whitfield', '/staff-roster/import')
  const file = page.locator('input[type=file]')
  await file.setInputFiles(join(import.meta.dirname, '../demo/roster-broken.csv'))
  await expect(page.getByLabel('What to do with the column Shoe size')).toBeVisible()
  await file.setInputFiles(join(import.meta.dirname, '../demo/roster.csv'))
  const confirm = page.getByRole('button', { name: /^Import \d+ changes$/ })
  await expect(confirm).toBeVisible()
  await confirm.click()
  await expect(page.getByText('The file was imported.')).toBeVisible()
  await page.goto('/staff-roster')
  await expect(page.getByText('Auxiliary Staff').first()).toBeAttached()
  await page.goto('/staff-roster/import')
  await file.setInputFiles(join(import.meta.dirname, '../demo/roster.csv'))
  await expect(page.getByRole('button', { name: 'Nothing to import' })).toBeVisible()
})

test('management assigns a mentor, adds a checklist, and promotes the person who passed', async ({ page }) => {
  await signInAs(page, 'Dana Whitfield', '/staff-roster')
  const queue = page.getByRole('list', { name: 'Training queue' })
  await queue.getByTitle('Mentor of Beatriz Rocha').click()
  await page.getByLabel('Search mentors').fill('holloway')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Wren Holloway/ })
    .click()
  await expect(queue.getByRole('listitem').filter({ hasText: 'Beatriz Rocha' })).toContainText('Wren Holloway')
  await queue.getByTitle('Mentor of Beatriz Rocha').click()
  await page.getByRole('button', { name: 'Remove Wren Holloway as mentor' }).click()
  await expect(queue.getByRole('listitem').filter({ hasText: 'Beatriz Rocha' })).toContainText('assigning…')

  await page.goto('/trial-mod-checklist')
  const waiting = page.getByRole('region', { name: 'Waiting for you' })
  await waiting.locator('summary').click()
  await waiting.getByRole('listitem').filter({ hasText: 'Shane Sawyer' }).getByRole('button').click()
  await expect(page.getByRole('row', { name: 'Shane Sawyer' })).toBeVisible()

  await page.getByLabel('Status of Tyler Pineda').click()
  await page.getByRole('menuitemradio', { name: 'Passed' }).click()
  const question = page.getByRole('alertdialog', { name: 'Pass Tyler Pineda?' })
  await expect(question).toContainText(/\d of 7 done/)
  await question.getByLabel('Why do they pass with unfinished stages?').fill('A moderator of another community')
  await question.getByRole('button', { name: 'Set to Passed' }).click()
  await expect(page.getByRole('row', { name: 'Tyler Pineda' })).toHaveCount(0)
  await undoOf(page, 'Tyler Pineda is marked Passed').click()
  await expect(page.getByRole('row', { name: 'Tyler Pineda' })).toBeVisible()
  await page.getByLabel('Status of Tyler Pineda').click()
  await page.getByRole('menuitemradio', { name: 'Passed' }).click()
  await question.getByLabel('Why do they pass with unfinished stages?').fill('A moderator of another community')
  await question.getByRole('button', { name: 'Set to Passed' }).click()
  await expect(page.getByRole('row', { name: 'Tyler Pineda' })).toHaveCount(0)
  await waiting.getByRole('listitem').filter({ hasText: 'Tyler Pineda passed' }).getByRole('button').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Promote to Moderator' }).click()
  await expect(page.getByText('Tyler Pineda is a Moderator now.')).toBeVisible()
  await page.goto('/staff-roster?search=pineda')
  await expect(page.getByRole('row').filter({ hasText: 'Tyler Pineda' })).toContainText('Moderator')
})

test('management changes the developers roster, and staff see it at once', async ({ browser }) => {
  const writer = await browser.newPage()
  const reader = await browser.newPage()
  await signInAs(reader, 'Iris Kowalczyk', '/staff-roster')
  await reader.getByRole('link', { name: 'Development Roster' }).click()
  await expect(reader.getByText('Lead Developer Team')).toBeVisible()
  await reader
    .getByRole('group', { name: 'Position group' })
    .getByRole('button', { name: /^Map Developer/ })
    .click()
  await expect(reader).toHaveURL(/role=Map\+Developer|role=Map%20Developer/)
  await expect(reader.getByText('Lead Developer Team')).toHaveCount(0)
  await signInAs(writer, 'Dana Whitfield', '/dev-roster')
  await writer.getByRole('button', { name: 'Edit Noor Haddad' }).click()
  await writer.getByRole('dialog').getByLabel('Status').selectOption('LOA')
  await writer.getByRole('button', { name: 'Save Changes' }).click()
  await expect(reader.getByRole('row').filter({ hasText: 'Noor Haddad' })).toContainText('LOA', { timeout: 5000 })
})

test('management edits the ES links on the page, and a person with the ES role uses them', async ({ browser }) => {
  const writer = await browser.newPage()
  const reader = await browser.newPage()
  await signInAs(reader, 'Lena Brandt', '/es')
  await signInAs(writer, 'Dana Whitfield', '/es')
  await writer.getByRole('button', { name: 'Add link' }).click()
  const dialog = writer.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Boat ramp camera')
  await dialog.getByLabel('Group').selectOption('Other')
  await dialog.getByLabel('Address').fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: 'Add link' }).click()
  await expect(
    dialog.getByText('Use a web address (https://…), fivem://connect/…, a path on this site (/…) or mailto:…'),
  ).toBeVisible()
  await dialog.getByLabel('Address').fill('https://cameras.hammockcoast.example')
  await dialog.getByRole('button', { name: 'Add link' }).click()
  await expect(reader.getByRole('link', { name: 'Boat ramp camera' })).toHaveAttribute('target', '_blank')

  await reader.getByRole('tab', { name: /Other/ }).click()
  await reader.getByRole('button', { name: 'Compact' }).click()
  await reader.reload()
  await expect(reader.getByRole('tab', { name: /Other/ })).toHaveAttribute('aria-selected', 'true')
  await expect(reader.getByRole('button', { name: 'Compact' })).toHaveAttribute('aria-pressed', 'true')
  await expect(reader.getByRole('button', { name: 'Edit Boat ramp camera' })).toHaveCount(0)

  await writer.getByRole('button', { name: 'Edit Boat ramp camera' }).click()
  await writer.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(reader.getByRole('link', { name: 'Boat ramp camera' })).toHaveCount(0)
})

test('the keyboard alone is enough to open the palette, find, edit, copy and look up a code', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs(page, 'Dana Whitfield', '/')
  await expect(page.getByRole('button', { name: 'Jump to a page, a person or a code' })).toBeVisible()
  const jump = page.getByRole('combobox', { name: 'Jump to' })
  const { keyboard } = page

  await keyboard.press('Control+k')
  await expect(jump).toBeFocused()
  await keyboard.type('dev roster')
  await expect(page.getByRole('option', { selected: true })).toContainText('/dev-roster')
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dev-roster$/)

  await expect(page.getByText('Map Developer Team')).toBeVisible()
  await keyboard.press('/')
  await keyboard.type('gideon')
  await expect(page.locator('input[type=search]')).toHaveValue('gideon')
  await expect(page.getByText('1 of 27 members')).toBeVisible()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Gideon Marsh', exact: true })
  await expect(panel.getByRole('region', { name: 'Timeline' })).toBeVisible()
  await panel.getByRole('button', { name: 'Edit', exact: true }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Edit Gideon Marsh' })
  await expect(form.getByLabel('Name')).toBeFocused()
  await form.getByLabel('Notes').focus()
  await keyboard.type(' by the harbour')
  await form.getByLabel('Name').focus()
  await keyboard.press('Enter')
  await expect(form).toHaveCount(0)
  await expect(panel.getByText('by the harbour')).toBeVisible()
  await keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(page.locator('tr:focus')).toContainText('by the harbour')

  await keyboard.press('Control+k')
  await keyboard.type('noor')
  await expect(page.getByRole('option', { selected: true })).toContainText('Noor Haddad')
  await keyboard.press('Shift+Enter')
  await expect(page.getByText('Noor Haddad copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('<@745116392280507731>')

  await keyboard.press('Control+k')
  await keyboard.type('noor')
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/person=745116392280507731/)
  await expect(page.getByRole('dialog', { name: 'Noor Haddad' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/dev-roster\?search=gideon$/)

  await keyboard.press('Control+k')
  await keyboard.type('10-97')
  await expect(page.getByRole('option', { selected: true })).toContainText('10-97')
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/ten-codes#code-10-97$/)
  await expect(page.locator('#code-10-97:target')).toBeInViewport()

  await keyboard.press('/')
  await keyboard.type('signal 4')
  await expect(page.getByText(/^3 of \d+ codes$/)).toBeVisible()
  // Public rows appear first. The keys work only on the editable rows.
  await expect(page.getByRole('button', { name: /^Edit Signal 4/ }).first()).toBeVisible()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(page.getByRole('form', { name: /^Edit Signal 4/ }).getByLabel('Code', { exact: true })).toBeFocused()
  await keyboard.press('Escape')

  await keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a question without an answer is assigned to a rule by management, and the assistant then answers with it', async ({
  browser,
}) => {
  const member = await browser.newPage()
  const writer = await browser.newPage()
  const QUESTION = 'when is the capybara livestream'
  const ask = async () => {
    const question = member.getByLabel('Your question about the rules')
    await question.fill(QUESTION)
    await question.press('Enter')
  }
  await signInAs(member, 'Jules Arden', '/')
  await ask()
  // The first question to a site waits until the rules are indexed.
  const log = member.getByRole('log')
  await expect(log).toContainText('could not find a rule')
  await expect(log.getByRole('link', { name: /41\.4/ })).toHaveCount(0)

  await signInAs(writer, 'Dana Whitfield', '/staff-roster')
  await writer.getByRole('button', { name: 'Account of dana.whitfield' }).click()
  await writer.getByRole('menuitem', { name: 'Assistant Questions' }).click()
  await expect(writer.getByText('is aim assist allowed')).toBeVisible()
  await writer.getByLabel('Search', { exact: true }).fill('capybara')
  const row = writer.getByRole('row').filter({ hasText: QUESTION })
  await expect(row).toContainText('1 not answered')
  await row.getByRole('button', { name: /^Asked as/ }).click()
  const dialog = writer.getByRole('dialog')
  await expect(dialog.getByLabel('Phrase')).toHaveValue('capybara livestream')
  await dialog.getByLabel('Search rules and codes').fill('events and ideas')
  await dialog.getByRole('button', { name: /^41\.4/ }).click()
  // The reply waits until the rules are indexed again.
  await expect(writer.getByText('“capybara livestream” leads to 41.4 Events and ideas now.')).toBeVisible()
  await expect(row).toHaveCount(0)

  await ask()
  await expect(log.getByRole('link', { name: /41\.4/ }).first()).toBeVisible()

  await writer.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: /^Not for the rules/ }).press('Enter')
  await expect(row).toHaveCount(0)
  await expect(writer.getByRole('button', { name: 'Undo' })).toBeVisible()
  await writer.keyboard.press('Control+z')
  await expect(row).toBeFocused()
  await row.getByRole('button', { name: /^Not for the rules/ }).click()
  await expect(row).toHaveCount(0)
  await writer.getByRole('tab', { name: /^Not for the rules/ }).click()
  await expect(writer.getByRole('row').filter({ hasText: QUESTION })).toBeVisible()
})
