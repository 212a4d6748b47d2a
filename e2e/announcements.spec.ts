import { expect } from '@playwright/test'
import { test } from './site.ts'

test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close()
})

test('a logged action is announced in the Discord channel with a link and without the reason', async ({
  page,
  context,
}) => {
  // The redirect to sign-in reveals the address of the stand-in Discord, which also has a page that shows its channels.
  await page.goto('/auth/discord?returnTo=%2Fstaff-da-database%3Fuser%3D310000000000000101')
  const channels = await context.newPage()
  await channels.goto(new URL('/channels', page.url()).href)
  const log = channels.getByRole('region', { name: '#staff-log' })
  await expect(log).toBeVisible()

  await page.getByRole('button', { name: 'Priya Castell' }).click()
  await page.waitForURL('**/staff-da-database**')
  await expect(page.getByRole('combobox', { name: 'User' })).toHaveValue('Nolan Reyes')
  await page.getByRole('button', { name: 'Log action' }).click()
  const form = page.getByRole('dialog', { name: 'Log an action' })
  await expect(form.getByLabel('Name in the record')).toHaveValue('Nolan Reyes')
  await form.getByLabel('Name in the record').fill('Nolan *the wave* Reyes')
  await form.getByLabel('Type').selectOption('Written Warning')
  await form.getByLabel('Internal reason').fill('Rode a manatee on duty')
  await form.getByRole('button', { name: 'Log action' }).click()
  await expect(form).toBeHidden()

  const message = log.getByText(/^Written Warning logged for Nolan \*the wave\* Reyes by Priya/)
  const messages = async () => {
    await channels.reload()
    return message.count()
  }
  // The message is sent once the action can no longer be undone.
  await expect.poll(messages).toBe(1)
  await expect(channels.getByText('Rode a manatee on duty')).toHaveCount(0)
  await message.getByRole('link').click()
  await expect(channels.getByRole('dialog', { name: 'DA Details — Nolan *the wave* Reyes' })).toBeVisible()
})
