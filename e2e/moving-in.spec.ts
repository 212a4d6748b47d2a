import { expect } from '@playwright/test'
import { txAdminDatabase } from '#test/txadmin.ts'
import { lookOver } from './look-over.ts'
import { signInAs } from './sign-in.ts'
import { test } from './site.ts'

const json = (name: string, content: unknown) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(content)),
})

const ADMINS = [
  {
    name: 'mdelgado',
    master: true,
    password_hash: '$2y$11$of-a-password',
    providers: { discord: { id: '310000000000000103', identifier: 'discord:310000000000000103' } },
    permissions: ['all_permissions'],
  },
]

test('an owner imports the players of txAdmin, finds them in the player record, and undoes the import', async ({
  page,
}) => {
  const database = txAdminDatabase({ version: 5, players: 30, actions: 40, seed: 11 })
  const hardware = database.players.flatMap(({ hwids }) => hwids).map((id) => String(id).slice(2))
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))

  await signInAs(page, 'Theo Marchetti', '/move-in')
  await page.getByLabel('Files').setInputFiles([json('admins.json', ADMINS), json('playersDB.json', database)])
  await expect(page.getByRole('heading', { name: 'txAdmin, version 5' })).toBeVisible()
  await expect(page.getByText('1 of 4 names have a Discord account')).toBeVisible()
  await expect(page.getByText('1 name with a Discord ID was read from the list of admins.')).toBeVisible()
  await lookOver(page, 'a player database before its import')
  await page.getByRole('button', { name: /^Import \d+ records$/ }).click()
  await expect(page.getByText('The file was imported.')).toBeVisible()

  const [known] = database.actions.filter(({ playerName }) => playerName !== false)
  await page.getByRole('link', { name: 'Open the player record' }).click()
  await page.getByPlaceholder('Search name, ID, reason...').fill(String(known?.playerName))
  await expect(page.getByText(String(known?.playerName)).first()).toBeVisible()

  await page.goto('/move-in')
  // The latest import comes first; the other one is part of the demo.
  await page
    .getByRole('button', { name: /^Undo the import of/ })
    .first()
    .click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Undoing it removes')
  await dialog.getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText('The import was undone.')).toBeVisible()
  await expect(page.getByText(/^Undone:/)).toBeVisible()

  const bodies = sent.filter((request) => request.includes('/api/move-in'))
  expect(bodies.length).toBe(2)
  for (const body of bodies) expect(body).toContain('{"name":"mdelgado","discordId":"310000000000000103"}')
  const all = sent.join('\n')
  expect(all).not.toMatch(/password|of-a-password|hwid/)
  expect(hardware.filter((id) => all.includes(id))).toEqual([])
})
