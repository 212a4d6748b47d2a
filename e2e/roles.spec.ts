import { expect } from '@playwright/test'
import { signInAs } from './sign-in.ts'
import { test } from './site.ts'

test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close()
})

test('staff who lose their Discord role lose the open roster without a reload, and have it again with the role', async ({
  browser,
}) => {
  const iris = await browser.newPage()
  const consolePage = await browser.newPage()
  await iris.goto('/auth/discord')
  const console = `${new URL(iris.url()).origin}/console?query=kowalczyk`
  await signInAs(iris, 'Iris Kowalczyk', '/staff-roster')
  await expect(iris.getByText('Staff Director Team')).toBeVisible()
  await expect(iris.getByText('1 viewing')).toBeVisible()

  await consolePage.goto(console)
  const roles = consolePage.getByRole('group', { name: 'Roles of Iris Kowalczyk' })
  await roles.getByLabel('staff').uncheck()
  await consolePage.getByRole('button', { name: 'Save roles of Iris Kowalczyk' }).click()
  await expect(consolePage.getByText('The roles of Iris Kowalczyk are saved.')).toBeVisible()
  await expect(iris.getByRole('heading', { name: 'Access Denied' })).toBeVisible({ timeout: 2_000 })
  await expect(iris.getByText('Staff Director Team')).toHaveCount(0)
  expect(await iris.evaluate(async () => (await fetch('/api/roster')).status)).toBe(403)

  await roles.getByLabel('staff').check()
  await consolePage.getByRole('button', { name: 'Save roles of Iris Kowalczyk' }).click()
  await expect(iris.getByText('Staff Director Team')).toBeVisible({ timeout: 10_000 })
})

test('the roster stays open while Discord is down, and applies a kick from that time afterwards', async ({
  browser,
}) => {
  const iris = await browser.newPage()
  const consolePage = await browser.newPage()
  await iris.goto('/auth/discord')
  const console = `${new URL(iris.url()).origin}/console?query=kowalczyk`
  await signInAs(iris, 'Iris Kowalczyk', '/staff-roster')
  await expect(iris.getByText('Staff Director Team')).toBeVisible()

  await consolePage.goto(console)
  await consolePage.getByRole('button', { name: 'Go down' }).click()
  await expect(consolePage.getByText('Down', { exact: true })).toBeVisible()
  await consolePage.getByRole('button', { name: 'Kick Iris Kowalczyk' }).click()
  await expect(consolePage.getByText('Iris Kowalczyk was kicked.')).toBeVisible()
  await expect(iris.getByText('Staff Director Team')).toBeVisible()
  await consolePage.getByRole('button', { name: 'Come back' }).click()
  await expect(iris.getByRole('heading', { name: 'Access Denied' })).toBeVisible({ timeout: 20_000 })

  await consolePage.getByRole('group', { name: 'Roles of Iris Kowalczyk' }).getByLabel('staff').check()
  await consolePage.getByRole('button', { name: 'Let in Iris Kowalczyk' }).click()
  await expect(iris.getByText('Staff Director Team')).toBeVisible({ timeout: 10_000 })
})
