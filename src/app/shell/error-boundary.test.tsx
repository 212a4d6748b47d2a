import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#web/call.ts'
import { ErrorBoundary } from './error-boundary.tsx'

// React logs every error that a boundary catches.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function textAfter(error: unknown): Promise<string> {
  const Broken = () => {
    throw error
  }
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  )
  await screen.findByRole('heading', { name: 'Something went wrong. Please refresh.' })
  return screen.getByRole('alert').textContent ?? ''
}

describe('The error screen', () => {
  it('an error in a page is shown as an error of the site', async () => {
    expect(await textAfter(new TypeError('null has no name'))).toContain('This is our fault.')
  })

  it.each([
    new TypeError('Failed to fetch dynamically imported module: https://site.example/assets/roster.js'),
    new TypeError('error loading dynamically imported module: https://site.example/assets/roster.js'),
    new TypeError('Importing a module script failed.'),
    new Error('Unable to preload CSS for /assets/roster.css'),
  ])('a missing part of the page is reported: %s', async (error) => {
    const text = await textAfter(error)
    expect(text).toContain('A part of this page could not be fetched. Check your connection and refresh.')
    expect(text).not.toContain('our fault')
  })

  it('the cause of a failed call is reported', async () => {
    expect(await textAfter(new CallFailed(0, 'offline', 'The site could not be reached.'))).toContain(
      'The site could not be reached.',
    )
  })
})
