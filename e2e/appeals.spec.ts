import { expect, type Page } from '@playwright/test'
import { lookOver } from './look-over.ts'
import { signInAs } from './sign-in.ts'
import { test } from './site.ts'

test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close()
})

/** Signs a person in, in a separate browser context. */
async function somebody(browser: { newPage(): Promise<Page> }, name: string, path: string) {
  const page = await browser.newPage()
  await signInAs(page, name, path)
  return page
}

test('an appeal in four browsers is filed, answered by the issuer, and decided by somebody else', async ({
  browser,
}) => {
  const issuer = await somebody(browser, 'Dana Whitfield', '/staff-da-database')
  await issuer.getByRole('button', { name: 'Log action' }).click()
  const log = issuer.getByRole('dialog', { name: 'Log an action' })
  await log.getByRole('combobox', { name: 'Person' }).fill('310000000000000101')
  await issuer.getByRole('option', { name: /Nolan Reyes/ }).click()
  await log.getByLabel('Type').selectOption('Strike')
  await log.getByLabel('Points').fill('4')
  await log.getByLabel('Internal reason').fill('Third time this month.')
  await log.getByLabel('External reason').fill('You left three shifts early.')
  await log.getByRole('button', { name: 'Log action' }).click()
  await expect(log).toHaveCount(0)
  await issuer.goto('/appeals')

  const appellant = await somebody(browser, 'Nolan Reyes', '/me')
  const action = appellant.getByRole('listitem').filter({ hasText: 'You left three shifts early.' })
  await action.getByRole('checkbox', { name: 'I have read this' }).click()
  await expect(action).toContainText('You read this on')
  await action.getByRole('link', { name: /^Appeal: / }).click()
  const form = appellant.getByRole('region', { name: /^Appeal: Strike/ })
  await form.getByLabel('What should be looked at again, and why?').fill('I was at the hospital on two of those days.')
  // The draft is still there after a visit to another page.
  await appellant.goto('/ten-codes')
  await appellant.goBack()
  await form.getByRole('button', { name: 'Send the appeal' }).click()
  const own = appellant.getByRole('article', { name: /^Appeal: Strike/ })
  await expect(own).toContainText('We have your appeal.')

  // The issuer sees that another person decides, and has no buttons to decide.
  const atIssuer = issuer.getByRole('dialog')
  await issuer.getByRole('button', { name: /^Nolan Reyes Strike/ }).click()
  await expect(atIssuer).toContainText('You gave this action. Somebody else decides.')
  await expect(atIssuer).toContainText('I was at the hospital')
  await expect(atIssuer.getByRole('button', { name: /review|Decide|Ask/ })).toHaveCount(0)

  const decider = await somebody(browser, 'Theo Marchetti', '/inbox')
  await decider.getByRole('link', { name: /^Appeals to decide/ }).click()
  await decider.getByRole('button', { name: /^Nolan Reyes Strike/ }).click()
  const atDecider = decider.getByRole('dialog', { name: 'Appeal of Nolan Reyes' })
  await atDecider.getByRole('button', { name: 'First ask Dana Whitfield' }).click()
  await decider.getByRole('alertdialog').getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(atDecider).toContainText('Dana Whitfield was asked for a statement')

  await issuer.goto('/inbox')
  await issuer.getByRole('link', { name: /^Statements asked of you/ }).click()
  await lookOver(issuer, 'an appeal of an action that one gave', 'main')
  const given = issuer.getByRole('article', { name: 'Appeal of Nolan Reyes' })
  await given.getByLabel('Your statement').fill('I did not know about the hospital.')
  await given.getByRole('button', { name: 'Send the statement' }).click()
  await expect(given.getByText('I did not know about the hospital.')).toBeVisible()

  await expect(atDecider).toContainText('I did not know about the hospital.', { timeout: 10_000 })
  await atDecider.getByLabel('Write to Nolan Reyes').fill('Thank you. We look at it today.')
  await atDecider.getByRole('button', { name: 'Send to Nolan Reyes' }).click()
  await expect(own).toContainText('Thank you. We look at it today.', { timeout: 10_000 })
  await atDecider.getByRole('button', { name: 'Decide…' }).click()
  const decision = decider.getByRole('dialog', { name: /^Decide: Strike/ })
  await decision.getByLabel('Outcome').selectOption('reduced')
  await decision.getByRole('button', { name: 'End the appeal' }).click()
  await expect(decision).toContainText('Choose what to reduce')
  await lookOver(decider, 'a decision', 'dialog')
  await decision.getByLabel('Points').fill('1')
  await decision.getByLabel('Message to Nolan Reyes').fill('Two of the three shifts do not count.')
  await decision.getByLabel('Internal comment').fill('Seen the letter of the hospital.')
  await decision.getByRole('button', { name: 'End the appeal' }).click()
  await expect(decision).toHaveCount(0)
  await expect(atDecider).toContainText('Decided by Theo Marchetti')

  await expect(own).toContainText('The action was reduced', { timeout: 10_000 })
  await expect(own).toContainText('Two of the three shifts do not count.')
  await expect(appellant.locator('main')).not.toContainText('letter of the hospital')
  await lookOver(appellant, 'an own appeal that was decided', 'main')
  await appellant.goto('/me')
  await expect(action).toContainText('One point')
  await expect(action).toContainText('You can appeal this again from')

  const colleague = await somebody(browser, 'Priya Castell', '/given-appeals')
  await expect(colleague.getByText('Nobody has appealed an action that you gave.')).toBeVisible()
  await colleague.goto('/appeals')
  await expect(colleague.locator('main')).not.toContainText('Nolan Reyes')
})
