import { expect } from '@playwright/test'
import { lookOver } from './look-over.ts'
import { signInAs } from './sign-in.ts'
import { test } from './site.ts'

test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close()
})

test('staff log an action against a player for an offence, the player reads it in their account, and it is revised', async ({
  browser,
}) => {
  const staff = await browser.newPage()
  await signInAs(staff, 'Priya Castell', '/player-record')
  await staff.getByRole('button', { name: 'Log action' }).click()
  const form = staff.getByRole('dialog', { name: 'Log an action' })
  // This account is unknown on the site so far.
  await form.getByRole('combobox', { name: 'Person' }).fill('310000000000000108')
  await staff.getByRole('option', { name: /310000000000000108/ }).click()
  await form.getByLabel('Name in the record').fill('Jules Arden')
  await form.getByRole('combobox', { name: 'Offence' }).fill('R-2')
  await staff.getByRole('option', { name: /Leaving a scene/ }).click()
  await expect(form.getByText('Suggested: Warning')).toBeVisible()
  await expect(form.getByLabel('Points')).toHaveValue('1')
  await form.getByLabel('Internal reason').fill('Logged off in the heron chase')
  await lookOver(staff, 'the form of an action against a player')
  await form.getByRole('button', { name: 'Log action' }).click()
  await expect(form).toBeHidden()
  const row = staff.getByRole('row').filter({ hasText: 'Logged off in the heron chase' })
  await expect(row).toContainText('Jules Arden')

  const player = await browser.newPage()
  await signInAs(player, 'Jules Arden', '/inbox')
  await player
    .getByRole('link', { name: /An action was logged about you/ })
    .first()
    .click()
  const own = player.getByRole('listitem').filter({ hasText: 'You left a scene to avoid what follows.' }).first()
  await expect(own).toContainText('As a player')
  await own.getByRole('checkbox', { name: 'I have read this' }).click()
  await expect(own).toContainText('You read this on')
  await expect(own.getByRole('link', { name: /^Appeal: / })).toBeVisible()

  await row.click()
  const details = staff.getByRole('dialog', { name: 'Player action — Jules Arden' })
  await expect(details.getByText('Given here')).toBeVisible()
  await details.getByRole('button', { name: 'Revise' }).click()
  await staff
    .getByRole('dialog', { name: /^Revise/ })
    .getByLabel('Type')
    .selectOption('Kick')
  // The issuer gives a reason, as when logging an action.
  await staff.getByLabel('Why you do not follow the suggestion').fill('They came back and helped')
  await staff.getByLabel('Reason for the change').fill('It was the second chase')
  await staff.getByRole('button', { name: 'Save revision' }).click()
  await expect(details.getByText('One earlier revision')).toBeVisible()
  await player.reload()
  await expect(own).toContainText('Kick')
})
