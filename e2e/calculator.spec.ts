import { expect } from '@playwright/test'
import { topBar } from './landmarks.ts'
import { lookOver } from './look-over.ts'
import { test } from './site.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('the calculator works with the keyboard alone, copies its result, shares it as a link, and fits a phone', async ({
  page,
  browser,
}) => {
  await page.goto('/penal-codes')
  await page.locator('main').getByRole('link', { name: 'Calculator' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Charge calculator' })).toBeVisible()
  await expect(topBar(page).getByRole('button', { name: 'Login' })).toBeEnabled()
  const total = page.getByRole('region', { name: /^Total/ })

  await page.keyboard.press('/')
  await page.keyboard.type('GTA')
  await expect(page.getByRole('option').first()).toContainText('812.014(2)(c)6.')
  await page.keyboard.press('Enter')
  await expect(total).toContainText('$3,000')
  // A search with a typing error, and the second result.
  await page.keyboard.type('battry')
  await expect(page.getByRole('option').first()).toContainText('Battery')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(total).toContainText('$3,650')
  await page.keyboard.type('shoplifting')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Costs nothing here: 812.014(2)(c)6. includes it.')).toBeVisible()
  await expect(total).toContainText('$3,650')

  // 3,000 × 2 × 0.5 × 0.9 = 2,700, and 650 × 0.9 = 585; 20 × 2 × 0.5 × 0.75 = 15, and 8 × 0.75 = 6.
  await page.getByRole('group', { name: 'Counts of 812.014(2)(c)6.' }).getByLabel('One count more').press('Enter')
  await page.getByRole('group', { name: 'Modifiers of 812.014(2)(c)6.' }).getByText('Attempt').press('Space')
  await page.getByRole('button', { name: 'Guilty plea' }).press('Space')
  await expect(total).toContainText('$3,285')
  await expect(total).toContainText('21 mo')
  await page.getByLabel('Suspect', { exact: true }).fill('Ray Castillo')
  await total.getByRole('button', { name: 'Copy list' }).press('Enter')
  await expect(page.getByText('List copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    [
      'SUSPECT: Ray Castillo',
      '- 2x 812.014(2)(c)6. Grand theft of a motor vehicle: $2,700, 15 mo, 0 points Attempt',
      '- 1x 784.03(1) Battery: $585, 6 mo, 0 points',
      'TOTAL: $3,285, 21 mo, 0 points',
    ].join('\n'),
  )
  await lookOver(page, 'the calculator with charges', 'main')

  await expect(page).toHaveURL(/name=Ray\+Castillo/)
  const bare = await browser.newContext({ javaScriptEnabled: false })
  const other = await bare.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('region', { name: 'Total of Ray Castillo' })).toContainText('$3,285')
  await bare.close()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Charge calculator' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 664 })
  await page.goto('/penal-codes/calculator')
  await page.getByRole('combobox', { name: 'Add a charge' }).fill('theft')
  await expect(page.getByRole('option').nth(3)).toBeInViewport({ ratio: 1 })
})
