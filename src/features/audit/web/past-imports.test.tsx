import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PastImport } from '../contract.ts'
import { PastImports } from './past-imports.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const PAST: PastImport = {
  ...{ id: 12, at: '2026-03-14T18:30:00.000Z', by: 'Dana Whitfield', file: 'log.csv', undone: null },
  ...{ added: 1348, changed: 12, removed: 0, removes: 1346, restores: 12 },
  ...{ stay: 2, staying: ['Jules Arden', 'Lena Brandt'] },
}

/** Shows these imports, and answers what was posted. */
function show(data: PastImport[], undone: Response = Response.json({ removes: 0, restores: 0, stay: 0, staying: [] })) {
  const posted: string[] = []
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (init?.method !== 'POST') return Response.json({ data })
    posted.push(address)
    return undone
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PastImports list="staff-da" />
    </QueryClientProvider>,
  )
  return posted
}

describe('The list of past imports', () => {
  it('says what undoing would do, asks, and undoes once that is confirmed', async () => {
    const posted = show([PAST])
    fireEvent.click(await screen.findByRole('button', { name: /^Undo the import of/ }))
    const effect =
      'Undoing it removes 1,346 entries that it added. Undoing it brings 12 entries back as they were before. 2 entries were changed since, or are about you, and stay as they are: Jules Arden, Lena Brandt.'
    expect(screen.getByRole('alertdialog', { name: 'Undo this import?' }).textContent).toContain(effect)
    expect(posted).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Undo the import' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(posted).toEqual(['/api/imports/12/undo'])
  })

  it('offers nothing where an import is undone, or nothing is left of it', async () => {
    const undone = { at: '2026-03-15T10:00:00.000Z', by: null }
    show([
      { ...PAST, undone },
      { ...PAST, id: 11, removes: 0, restores: 0 },
    ])
    expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Undone: .+ by the site itself$/),
      expect.stringMatching(/There is nothing left to undo\.$/),
    ])
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('says why an import could not be undone', async () => {
    const error = { code: 'undone', message: 'This import is undone already.' }
    show([PAST], Response.json({ error }, { status: 409 }))
    fireEvent.click(await screen.findByRole('button', { name: /^Undo the import of/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Undo the import' }))
    expect((await screen.findByRole('alert')).textContent).toContain(error.message)
  })
})
