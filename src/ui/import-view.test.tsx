import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { ChosenSheet, ListReport, SheetReport } from '#lib/sheet.ts'
import { ImportView } from './import-view.tsx'

afterEach(cleanup)

it('A file that cannot be read any more is said to be, and nothing is sent', async () => {
  const mutate = vi.fn()
  const sending = { data: undefined, error: null, isPending: false, isSuccess: false, mutate, reset: () => undefined }
  render(
    <ImportView<SheetReport>
      title="Staff Roster"
      href="/staff-roster"
      hint="A spreadsheet."
      trying={sending}
      importing={sending}
      labels={new Map()}
      example={{}}
      counts={['added']}
      promise={(changes) => `Import ${changes}`}
      past={null}
    >
      {() => null}
    </ImportView>,
  )
  const file = Object.assign(new File(['Name'], 'november.csv'), {
    arrayBuffer: () => Promise.reject(new DOMException('it changed on the disk', 'NotReadableError')),
  })
  fireEvent.change(screen.getByLabelText('Spreadsheet'), { target: { files: [file] } })
  expect((await screen.findByRole('alert')).textContent).toContain('november.csv could not be read.')
  expect(mutate).not.toHaveBeenCalled()
})

it('An import names the preview that it stands on, and one that is refused is previewed again', async () => {
  const report: ListReport = {
    ...{ ok: true, added: 1, changed: 0, unchanged: 0, missing: 0, removed: 0 },
    ...{ errors: [], columns: [], changes: [], basis: 'of the list' },
  }
  const tried = vi.fn()
  const imported = vi.fn((_: ChosenSheet, options?: { onError?: () => void }) => options?.onError?.())
  const sending = { data: undefined, error: null, isPending: false, isSuccess: false, reset: () => undefined }
  const error = new Error('The list has changed since this preview. Look at it again.')
  render(
    <ImportView<ListReport>
      title="10-Codes"
      href="/ten-codes"
      hint="A spreadsheet."
      trying={{ ...sending, data: report, mutate: tried }}
      importing={{ ...sending, error, mutate: imported }}
      labels={new Map()}
      example={{}}
      counts={['added']}
      replaces="10-codes"
      promise={(changes) => `Import ${changes}`}
      past={null}
    >
      {() => null}
    </ImportView>,
  )
  const file = Object.assign(new File([], 'codes.csv'), {
    arrayBuffer: async () => new TextEncoder().encode('Code').buffer,
  })
  fireEvent.change(screen.getByLabelText('Spreadsheet'), { target: { files: [file] } })
  expect(await screen.findByText('codes.csv')).toBeDefined()
  expect(screen.getByRole('alert').textContent).toContain('Look at it again.')
  fireEvent.click(screen.getByRole('button', { name: 'Import 1' }))
  expect(imported.mock.calls[0]?.[0]).toMatchObject({ text: 'Code', basis: 'of the list' })
  expect(tried).toHaveBeenCalledTimes(2)
})

it('An import that runs says how many rows are written', async () => {
  const report = { ok: true, added: 3000, changed: 0, unchanged: 0, missing: 0, errors: [], columns: [] }
  const imported = vi.fn<(sheet: ChosenSheet) => void>()
  const sending = { data: undefined, error: null, isSuccess: false, isPending: false, reset: () => undefined }
  const view = (isPending: boolean) => (
    <ImportView<SheetReport>
      title="Staff Roster"
      href="/staff-roster"
      hint="A spreadsheet."
      trying={{ ...sending, data: report, mutate: () => undefined }}
      importing={{ ...sending, isPending, mutate: imported }}
      labels={new Map()}
      example={{}}
      counts={['added']}
      promise={(changes) => `Import ${changes}`}
      past={null}
    >
      {() => null}
    </ImportView>
  )
  const { rerender } = render(view(false))
  const file = Object.assign(new File([], 'roster.csv'), {
    arrayBuffer: async () => new TextEncoder().encode('Name\nAnn').buffer,
  })
  fireEvent.change(screen.getByLabelText('Spreadsheet'), { target: { files: [file] } })
  expect(screen.getByRole('progressbar', { name: 'Reading roster.csv…' })).toBeDefined()
  fireEvent.click(await screen.findByRole('button', { name: 'Import 3000' }))
  rerender(view(true))
  expect(screen.getByRole('progressbar', { name: 'Importing 2 lines…' }).getAttribute('value')).toBeNull()
  act(() => imported.mock.calls[0]?.[0].onProgress?.({ done: 1500, total: 3000 }))
  const half = screen.getByRole('progressbar', { name: 'Importing: 1,500 of 3,000 rows (50%)' })
  expect(half.getAttribute('value')).toBe('0.5')
})

it('A choice stays in reach of the keyboard while the file is looked at with it', async () => {
  const report = { ok: false, added: 0, changed: 0, unchanged: 0, missing: 0, errors: [], columns: [] }
  const data = { ...report, good: 2, returned: { rows: 1, file: 'Name' } }
  const sending = { data: undefined, error: null, isSuccess: false, isPending: false, reset: () => undefined }
  const view = (trying: { data: SheetReport | undefined; isPending: boolean }) => (
    <ImportView<SheetReport>
      title="Staff Roster"
      href="/staff-roster"
      hint="A spreadsheet."
      trying={{ ...sending, ...trying, mutate: () => undefined }}
      importing={{ ...sending, mutate: () => undefined }}
      labels={new Map()}
      example={{}}
      counts={['added']}
      promise={(changes) => `Import ${changes}`}
      past={null}
    >
      {() => null}
    </ImportView>
  )
  const { rerender } = render(view({ data, isPending: false }))
  const file = Object.assign(new File([], 'roster.csv'), {
    arrayBuffer: async () => new TextEncoder().encode('Name').buffer,
  })
  fireEvent.change(screen.getByLabelText('Spreadsheet'), { target: { files: [file] } })
  rerender(view({ data: undefined, isPending: false }))
  await screen.findByText('roster.csv')
  rerender(view({ data, isPending: false }))
  fireEvent.click(screen.getByRole('radio', { name: /Import the 2 good rows now/ }))
  rerender(view({ data: undefined, isPending: true }))
  expect(screen.getByRole('radio', { name: /Import the 2 good rows now/ }).closest('fieldset')?.disabled).toBe(false)
})

it('A file that could not be looked at is looked at again on a press', async () => {
  const tried = vi.fn()
  const sending = { data: undefined, error: null, isSuccess: false, isPending: false, reset: () => undefined }
  const error = new Error('The site could not be reached. Check your connection and try again.')
  render(
    <ImportView<SheetReport>
      title="Staff Roster"
      href="/staff-roster"
      hint="A spreadsheet."
      trying={{ ...sending, error, mutate: tried }}
      importing={{ ...sending, mutate: () => undefined }}
      labels={new Map()}
      example={{}}
      counts={['added']}
      promise={(changes) => `Import ${changes}`}
      past={null}
    >
      {() => null}
    </ImportView>,
  )
  const file = Object.assign(new File([], 'roster.csv'), {
    arrayBuffer: async () => new TextEncoder().encode('Name').buffer,
  })
  fireEvent.change(screen.getByLabelText('Spreadsheet'), { target: { files: [file] } })
  await screen.findByText('roster.csv')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(tried.mock.calls.map(([{ text }]) => text)).toEqual(['Name', 'Name'])
})
