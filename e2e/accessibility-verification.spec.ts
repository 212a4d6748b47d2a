import { expect } from '@playwright/test'
import { lookOver } from './look-over.ts'
import { signInAs } from './sign-in.ts'
import { test } from './site.ts'

test('each step of a verification passes axe and does not scroll sideways', async ({ page }) => {
  test.setTimeout(300_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInAs(page, 'Dana Whitfield', '/ten-codes')
  const { item } = await (await page.request.get('/api/verification')).json()
  const steps = [
    { status: 'started', title: 'Started' },
    { status: 'pending', title: 'Pending' },
    { status: 'verified', title: 'Verified' },
    { status: 'approved', title: 'Approved' },
    { status: 'rejected', title: 'Rejected' },
    { status: 'expired', title: 'Expired' },
  ]
  for (const { status } of steps) {
    const now = { ...item, status, decidedAt: item.verifiedAt, reason: status === 'rejected' ? 'A teacher' : null }
    await page.unroute('/api/verification')
    await page.route('/api/verification', (route) => route.fulfill({ json: { item: now } }))
    await page.goto('/verify')
    await expect(page.locator('#verification-status')).toBeVisible()
    await lookOver(page, `a verification that is ${status}`, 'main')
  }
})
