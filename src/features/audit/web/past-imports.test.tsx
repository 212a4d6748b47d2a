import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PastImport, Undoing } from '../contract.ts'
import { PastImports } from './past-imports.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const PAST: PastImport = {
  ...{ id: 12, at: '2026-03-14T18:30:00.000Z', by: 'Dana Whitfield', file: 'log.csv', undone: null, may_undo: true },
  ...{ added: 1348, changed: 12, removed: 0, names: [] },
}
const EARLIER: PastImport = { ...PAST, id: 11, at: '2026-03-13T18:30:00.000Z' }
const UNDOING: Undoing = { removes: 1346, restores: 12, stay: 2, staying: ['Jules Arden', 'Lena Brandt'] }
const NOTHING: Undoing = { removes: 0, restores: 0, stay: 0, staying: [] }

const LIST = 'GET /api/imports?list=staff-da'

const does = () => Response.json(UNDOING)
/** Renders these imports. `undoing` answers what an undo would do, `undone` answers the undo itself. */
function show({ data = [PAST, EARLIER], undoing = does, undone = does }) {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const call = `${init?.method} ${address}`
    sent.push(call)
    if (call === LIST) return Response.json({ data })
    return init?.method === 'POST' ? undone() : undoing()
  })
  const onLatestUndone = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PastImports list="staff-da" onLatestUndone={onLatestUndone} />
    </QueryClientProvider>,
  )
  return { sent, onLatestUndone }
}

async function press(day: string) {
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^Undo the import of ${day}`) }))
}

async function undo(day: string) {
  await press(day)
  await screen.findByText(/You cannot take this back/)
  fireEvent.click(screen.getByRole('button', { name: 'Undo the import' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
}

describe('The list of past imports', () => {
  it('an undo shows its preview on request, and runs after a confirmation', async () => {
    const { sent } = show({})
    await press('03/14/2026')
    expect(sent).toEqual([LIST, 'GET /api/imports/12/undo'])
    const effect =
      'Undoing it removes 1,346 entries that it added. Undoing it brings 12 entries back as they were before. 2 entries were changed since, are about you or are appealed, and stay as they are: Jules Arden, Lena Brandt.'
    await waitFor(() =>
      expect(screen.getByRole('alertdialog', { name: 'Undo this import?' }).textContent).toContain(effect),
    )
    fireEvent.click(screen.getByRole('button', { name: 'Undo the import' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(sent.slice(2)).toEqual(['POST /api/imports/12/undo', LIST])
  })

  it('an import that only management can undo says so', async () => {
    const undone = { at: '2026-03-15T10:00:00.000Z', by: 'Dana Whitfield' }
    show({
      data: [
        { ...PAST, may_undo: false },
        { ...EARLIER, may_undo: false, undone },
      ],
    })
    await screen.findByText('Only management can undo an import into this list.')
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByText(/^Undone: /)).toBeDefined()
  })

  it('the latest import shows that it was undone', async () => {
    const { onLatestUndone } = show({})
    await undo('03/13/2026')
    expect(onLatestUndone).not.toHaveBeenCalled()
    await undo('03/14/2026')
    expect(onLatestUndone).toHaveBeenCalledTimes(1)
  })

  it('an undo itself cannot be undone', async () => {
    show({ data: [{ ...PAST, may_undo: false, undone: { at: '2026-03-15T10:00:00.000Z', by: null } }] })
    expect((await screen.findByRole('listitem')).textContent).toMatch(
      /Undone: .+ by the site itselfRows that were changed since the import stayed/,
    )
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('an import without anything left to undo says so', async () => {
    show({ undoing: () => Response.json(NOTHING) })
    await press('03/14/2026')
    await screen.findByText('There is nothing left to undo.')
    expect(screen.queryByRole('button', { name: 'Undo the import' })).toBeNull()
  })

  it('a failed undo, and a failed preview, show their cause', async () => {
    const refusal = () =>
      Response.json({ error: { code: 'undone', message: 'This import was already undone.' } }, { status: 409 })
    show({ undone: refusal })
    await undo('03/14/2026')
    expect((await screen.findByRole('alert')).textContent).toContain('This import was already undone.')
    cleanup()
    show({ undoing: refusal })
    await press('03/14/2026')
    const dialog = within(screen.getByRole('alertdialog'))
    expect((await dialog.findByRole('alert')).textContent).toContain('This import was already undone.')
    expect(dialog.queryByRole('button', { name: 'Undo the import' })).toBeNull()
  })
})
