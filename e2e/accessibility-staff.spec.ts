import { expect, type Page } from '@playwright/test'
import { hold, lookOver, runAxe } from './look-over.ts'
import { signInAs } from './sign-in.ts'
import { test } from './site.ts'

// Fail soon when an element is missing, with an error that names it.
test.use({ actionTimeout: 20_000 })

test.beforeEach(async ({ page }) => {
  test.setTimeout(300_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

/** Every staff list: while it loads, after a failure, with rows, and without results. */
const LISTS = [
  { path: '/staff-roster', call: '/api/roster', shows: 'Staff Director Team' },
  { path: '/dev-roster', call: '/api/dev-roster', shows: 'Lead Developer Team' },
  { path: '/trial-mod-checklist', call: '/api/trialmods', shows: 'Nolan Reyes' },
  { path: '/staff-da-database', call: '/api/staff-da', shows: 'Page 1 of' },
  { path: '/player-record', call: '/api/player-actions', shows: 'Showing' },
  { path: '/es', call: '/api/es/quicklinks', shows: 'Dispatch System' },
  { path: '/assistant', call: '/api/assistant/questions', shows: 'is aim assist allowed' },
  { path: '/assistant?view=phrases', call: '/api/assistant/phrases', shows: 'livery pack' },
  { path: '/users', call: '/api/users/sessions', shows: 'theomarchetti' },
  { path: '/verifications', call: '/api/verifications', shows: 'Lena Brandt' },
  { path: '/audit', call: '/api/audit', shows: 'The site itself put the first entries' },
  { path: '/ingest-tokens', call: '/api/ingest/tokens', shows: 'Stand-in game server' },
  { path: '/rights', call: '/api/rights', shows: 'Log disciplinary actions.' },
  { path: '/approvals', call: '/api/staff-da/to-approve', shows: 'Action against' },
  { path: '/inbox', call: '/api/inbox', shows: 'Messages in Discord' },
  { path: '/offences', call: '/api/offences', shows: 'Missed shift' },
  { path: '/discipline-report', call: '/api/staff-da/deviations', shows: 'By offence' },
  { path: '/me', call: '/api/me', shows: 'Roles read from Discord' },
]

test('every staff list passes axe and does not scroll sideways', async ({ page }) => {
  await signInAs(page, 'Theo Marchetti', '/ten-codes')
  for (const { path, call, shows } of LISTS) {
    const list = await hold(page, call)
    await page.goto(path)
    const main = page.locator('main')
    await expect(main.getByRole('status').filter({ hasText: 'Loading' }).first()).toBeAttached()
    await lookOver(page, `${path}, loading`, 'main')
    await list.refuse()
    await expect(main.getByRole('alert')).toBeVisible()
    await lookOver(page, `${path}, failed`, 'main')
    await list.letThrough()
    // Once the request is allowed, the list may also reload by itself, and the button disappears before it is pressed.
    const tryAgain = main.getByRole('button', { name: 'Try again' })
    await expect(async () => {
      if (await tryAgain.isVisible()) await tryAgain.click({ timeout: 1_000 })
      await expect(main.getByText(shows).filter({ visible: true }).first()).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 20_000 })
    await lookOver(page, path)
    const search = main.locator('input[type=search]')
    if ((await search.count()) === 0) continue
    await search.fill('nothing is called so')
    await expect(main.getByText(/^No /).first()).toBeVisible()
    await lookOver(page, `${path}, nothing found`, 'main')
  }
})

function actionsOn(page: Page) {
  const main = page.locator('main')
  return {
    main,
    press: (name: string | RegExp) => main.getByRole('button', { name, exact: true }).first().click(),
    close: async () => {
      await page.keyboard.press('Escape')
      await expect(page.locator('dialog')).toHaveCount(0)
    },
  }
}

test('the dialogs, menus and imports of the roster pass axe and do not scroll sideways', async ({ page }) => {
  const { main, press, close } = actionsOn(page)
  // The filter keeps few rows behind the dialogs. axe checks the whole page each time, and the full roster is checked
  // above.
  await signInAs(page, 'Theo Marchetti', '/staff-roster?search=delgado')
  await page.getByRole('button', { name: 'Account of theomarchetti' }).click()
  await runAxe(page, 'the account menu', '[role="menu"]')
  await page.keyboard.press('Escape')
  await press('Status')
  await runAxe(page, 'the filter of statuses', '[popover]')
  await page.keyboard.press('Escape')
  await press('Columns')
  await page.getByRole('checkbox', { name: 'Timezone' }).uncheck()
  await runAxe(page, 'the columns', '[popover]')
  await page.keyboard.press('Escape')
  await press('Views')
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  await page.getByLabel('Name of the current view').fill('Delgado')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await lookOver(page, 'the views of a list', 'dialog')
  await close()
  await press('Add member')
  await page.getByRole('dialog').getByRole('button', { name: 'Add member' }).click()
  await expect(page.locator('[aria-invalid]').first()).toBeVisible()
  await lookOver(page, 'the form of a member with its mistakes', 'dialog')
  await close()
  await press('Edit Marcus Delgado')
  await page.route('/api/roster/*', async (route) => {
    const { data } = await (await route.fetch({ url: new URL('/api/roster', page.url()).href, method: 'GET' })).json()
    const item = { ...data.find(({ name }: { name: string }) => name === 'Marcus Delgado'), notes: 'Changed meanwhile' }
    await route.fulfill({
      status: 409,
      json: { ok: false, error: { code: 'changed_meanwhile', message: 'It was changed.' }, item },
    })
  })
  await page.getByRole('dialog').getByLabel('Notes').fill('Mine')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('dialog')).toContainText('Changed meanwhile')
  await lookOver(page, 'two versions of a member', 'dialog')
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await page.unroute('/api/roster/*')
  await main.getByRole('link', { name: 'Open Marcus Delgado' }).click()
  await expect(page.getByRole('dialog').getByRole('region', { name: 'Timeline' })).toBeVisible()
  await lookOver(page, 'one person beside the roster', 'dialog')
  await close()
  await page.getByTitle('Mentor of Beatriz Rocha').click()
  await lookOver(page, 'the choice of a mentor', 'dialog')
  await close()
  await page.getByRole('region', { name: 'Waiting for you' }).locator('summary').click()
  await press('Promote to Moderator')
  await lookOver(page, 'a promotion', 'dialog')
  await close()
  await page.setViewportSize({ width: 390, height: 900 })
  await press('Overview')
  await runAxe(page, 'the overview on a phone', 'dialog')
  await close()
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto('/staff-roster/import')
  await lookOver(page, '/staff-roster/import', 'main')
  const file = page.locator('input[type=file]')
  await file.setInputFiles('demo/roster-broken.csv')
  await expect(page.getByLabel('What to do with the column Shoe size')).toBeVisible()
  await lookOver(page, 'a file that must be fixed', 'main')
  await file.setInputFiles('test/sheets/day-or-month.csv')
  await expect(main.getByRole('group', { name: /^Which comes first in the column "Hired"/ })).toBeVisible()
  await lookOver(page, 'a question about dates', 'main')
  await file.setInputFiles('test/sheets/without-ids.csv')
  await expect(main.getByLabel('Who is Dana W.? The file has no Discord ID for them.')).toBeVisible()
  await lookOver(page, 'a question about people', 'main')
  await file.setInputFiles('demo/roster.csv')
  await expect(main.getByRole('list', { name: 'What the file changes' })).toBeVisible()
  await lookOver(page, 'what a file would change', 'main')
  await press(/^Import \d+ changes$/)
  await expect(main.getByText('The file was imported.')).toBeVisible()
  await press(/^Undo the import of/)
  await expect(page.getByText('You cannot take this back.')).toBeVisible()
  await lookOver(page, 'the question whether to undo an import', 'dialog')
  await page.getByRole('button', { name: 'Undo the import', exact: true }).click()
  await expect(main.getByText(/^Undone: /)).toBeVisible()
  await expect(main.getByText('The file was imported.')).toBeHidden()
  await lookOver(page, 'the past imports', 'main')
  for (const path of ['/trial-mod-checklist/import', '/staff-da-database/import', '/dev-roster/import']) {
    await page.goto(path)
    await runAxe(page, path, 'main')
  }
})

test('the dialogs of the checklist, the DA database and the ES links pass axe and do not scroll sideways', async ({
  page,
}) => {
  const { main, press, close } = actionsOn(page)
  await signInAs(page, 'Theo Marchetti', '/trial-mod-checklist')
  await page.getByLabel('Hide Archived').click()
  await expect(page.getByLabel('Hide Archived')).not.toBeChecked()
  await expect(page.getByRole('row', { name: 'Nolan Reyes' })).toBeVisible()
  await page.getByRole('region', { name: 'Waiting for you' }).locator('summary').click()
  await lookOver(page, 'the checklist with the archived, and what waits', 'main')
  await press(/^Classroom of Nolan Reyes/)
  await expect(page.getByRole('region', { name: 'History' })).toBeVisible()
  await page.getByRole('dialog').getByLabel('Supervising Admin').fill('')
  await lookOver(page, 'a stage of the checklist with its mistake', 'dialog')
  await close()
  await press('Add trial mod')
  await lookOver(page, 'the form of a trial moderator', 'dialog')

  await page.goto('/staff-da-database')
  await press('Log action')
  await page.getByRole('dialog').getByRole('button', { name: 'Log action' }).click()
  await expect(page.locator('[aria-invalid]').first()).toBeVisible()
  await lookOver(page, 'the form of an action with its mistakes', 'dialog')
  await close()
  await main.getByRole('combobox', { name: 'User' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await runAxe(page, 'the filter of people')
  await page.keyboard.press('Escape')
  await page.locator('tr[data-row]').first().press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Revoke' })).toBeVisible()
  await lookOver(page, 'an action', 'dialog')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await lookOver(page, 'an action being revoked', 'dialog')

  await page.goto('/es')
  await press('Edit Dispatch System')
  await lookOver(page, 'the form of a link', 'dialog')
  await page.route('/api/es/quicklinks/*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await lookOver(page, 'an alert', '[role="alertdialog"]')
})

test('the editor of codes, the command palette and the keyboard shortcuts pass axe and do not scroll sideways', async ({
  page,
}) => {
  const { close } = actionsOn(page)
  // The filter keeps few rows around the form and behind the dialogs. The full lists are checked in
  // accessibility.spec.ts.
  await signInAs(page, 'Theo Marchetti', '/ten-codes?q=10-4')
  await page.getByRole('button', { name: 'Edit 10-4', exact: true }).click()
  await lookOver(page, '10-codes with one being edited', 'main')
  await page.goto('/ten-codes?q=10-4')
  await page.getByRole('button', { name: 'Jump to a page, a person or a code' }).click()
  await page.getByRole('combobox', { name: 'Jump to' }).fill('vehicle')
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await lookOver(page, 'the palette', 'dialog')
  await page.getByRole('combobox', { name: 'Jump to' }).fill('zzqx vvkk')
  await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(0)
  await lookOver(page, 'the palette without a find', 'dialog')
  await close()
  await page.locator('#content').focus()
  await page.keyboard.press('?')
  await lookOver(page, 'the shortcuts', 'dialog')
  await page.goto('/penal-codes?q=316.027')
  await page.locator('button[aria-label^="Edit 316"]').first().click()
  await lookOver(page, 'penal codes with one being edited', 'main')
})

test('the dialogs for owners pass axe and do not scroll sideways', async ({ page }) => {
  const { press } = actionsOn(page)
  await signInAs(page, 'Theo Marchetti', '/users')
  await press('Sessions of theomarchetti')
  await expect(page.getByText('From the Discord role')).toBeVisible()
  await lookOver(page, 'the sessions of somebody', 'dialog')
  await page.getByRole('button', { name: 'Delete sessions', exact: true }).click()
  await lookOver(page, 'the second step', '[role="alertdialog"]')
  await page.goto('/verifications')
  await press('Reject Dana Whitfield')
  await lookOver(page, 'rejecting a verification', '[role="alertdialog"]')
  await page.goto('/assistant')
  await page.getByText('2 other wordings').click()
  await press('Asked as: is aim assist allowed')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Phrase').fill('one two three four five six seven')
  await dialog.getByRole('listitem').getByRole('button').first().click()
  await expect(page.locator('[aria-invalid]')).toBeVisible()
  await lookOver(page, 'picking a rule, with a mistake in the phrase', 'dialog')
  await page.goto('/audit?action=signIn')
  await press('Check for tampering')
  await expect(page.getByText('No tampering found')).toBeVisible()
  await press('Sign in')
  await lookOver(page, 'a row of the audit log', 'dialog')
  await dialog.getByText('Technical').click()
  await lookOver(page, 'its ids and hashes', 'dialog')
  await page.goto('/ingest-tokens')
  await press('Make a token')
  await page.getByRole('button', { name: 'Make token' }).click()
  await expect(page.locator('[aria-invalid]')).toBeVisible()
  await lookOver(page, 'a token being made with its mistake', 'dialog')
  await page.getByLabel('Name of the game server').fill('City 1')
  await page.getByRole('button', { name: 'Make token' }).click()
  await expect(page.getByRole('button', { name: 'Copy the line' })).toBeVisible()
  await lookOver(page, 'a token that was made', 'dialog')
  await page.getByRole('button', { name: 'Done' }).click()
  await press('Revoke the token of City 1')
  await runAxe(page, 'a token about to be revoked', 'main')
  await press('Press again to revoke')
  await expect(page.getByText('The token of City 1 was revoked.').first()).toBeVisible()
  await runAxe(page, 'a message at the foot of the page')
})
