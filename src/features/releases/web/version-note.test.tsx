import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '#web/query-client.ts'
import { VersionNote } from './version-note.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(answer: unknown) {
  vi.stubGlobal('fetch', async () => Response.json(answer))
  render(
    <QueryClientProvider client={createQueryClient({ onRefused: () => undefined, onUnhandled: () => undefined })}>
      <VersionNote />
    </QueryClientProvider>,
  )
}

it('a newer version is shown with a link to its page', async () => {
  const page = 'https://github.com/someone/site/releases/tag/v0.2.0'
  show({ version: '0.1.0', newer: { version: '0.2.0', page }, isAsked: true })
  expect(await screen.findByText(/Version 0\.1\.0 of the site\. Version 0\.2\.0 is there:/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'what is new' }).getAttribute('href')).toBe(page)
})

it.each([
  [true, 'No newer one is known.'],
  [false, 'It does not look for newer ones.'],
])('without a newer version the page says whether the site looks for one: %s', async (isAsked, words) => {
  show({ version: '0.1.0', newer: null, isAsked })
  expect(await screen.findByText(`Version 0.1.0 of the site. ${words}`)).toBeDefined()
})
