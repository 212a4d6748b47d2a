import { cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, it } from 'vitest'
import { lazyExtra } from './lazy-extra.ts'

afterEach(cleanup)

it('A part whose code cannot be fetched leaves the page as it is', async () => {
  const Lost = lazyExtra<object>(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  const Found = lazyExtra(async () => () => <p>the part</p>)
  render(
    <Suspense fallback="waiting">
      <p>the page</p>
      <Lost />
      <Found />
    </Suspense>,
  )
  expect(await screen.findByText('the part')).toBeDefined()
  expect(screen.getByText('the page')).toBeDefined()
})
