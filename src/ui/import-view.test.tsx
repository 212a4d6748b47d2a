import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { ChosenSheet, ListReport } from '#lib/sheet.ts'
import { ImportView } from './import-view.tsx'

afterEach(cleanup)

type Props = ComponentProps<typeof ImportView<ListReport>>

const REPORT: ListReport = {
  ...{ ok: true, added: 1, changed: 0, unchanged: 0, missing: 0, removed: 0 },
  ...{ errors: [], columns: [], changes: [], basis: 'of the list' },
}
/** A call that was not made yet. */
const CALL: Props['trying'] = {
  ...{ data: undefined, error: null, isPending: false, isSuccess: false },
  ...{ mutate: () => undefined, reset: () => undefined },
}

const view = (props: Partial<Props>) => (
  <ImportView<ListReport>
    title="Staff Roster"
    href="/staff-roster"
    hint="A spreadsheet."
    trying={CALL}
    importing={CALL}
    labels={new Map()}
    example={{}}
    counts={['added']}
    promise={(changes) => `Import ${changes}`}
    past={() => null}
    {...props}
  >
    {() => null}
  </ImportView>
)

function choose(name: string, read: () => Promise<ArrayBuffer>) {
  const file = Object.assign(new File([], name), { arrayBuffer: read })
  fireEvent.change(screen.getByLabelText('Spreadsheet'), { target: { files: [file] } })
}

/** Chooses a file with this text and waits until it is read. */
async function chooseText(name: string, text: string) {
  choose(name, async () => new TextEncoder().encode(text).buffer)
  expect(screen.getByRole('progressbar', { name: `Reading ${name}…` })).toBeDefined()
  await screen.findByText(name)
}

it('a file that can no longer be read is reported, and nothing is sent', async () => {
  const mutate = vi.fn()
  render(view({ trying: { ...CALL, mutate } }))
  choose('november.csv', () => Promise.reject(new DOMException('it changed on the disk', 'NotReadableError')))
  expect((await screen.findByRole('alert')).textContent).toContain('november.csv could not be read.')
  expect(mutate).not.toHaveBeenCalled()
})

it('an import names its preview, and a refused one is previewed again', async () => {
  const tried = vi.fn()
  const imported = vi.fn((_: ChosenSheet, options?: { onError?: () => void }) => options?.onError?.())
  const error = new Error('The list has changed since this preview. Look at it again.')
  const trying = { ...CALL, data: REPORT, mutate: tried }
  render(view({ trying, importing: { ...CALL, error, mutate: imported }, replaces: '10-codes' }))
  await chooseText('codes.csv', 'Code')
  expect(screen.getByRole('alert').textContent).toContain('Look at it again.')
  fireEvent.click(screen.getByRole('button', { name: 'Import 1' }))
  expect(imported.mock.calls[0]?.[0]).toMatchObject({ text: 'Code', basis: 'of the list' })
  expect(tried).toHaveBeenCalledTimes(2)
})

it('a running import shows the number of written rows', async () => {
  const imported = vi.fn<(sheet: ChosenSheet) => void>()
  const trying = { ...CALL, data: { ...REPORT, added: 3000 } }
  const { rerender } = render(view({ trying, importing: { ...CALL, mutate: imported } }))
  await chooseText('roster.csv', 'Name\nAnn')
  fireEvent.click(screen.getByRole('button', { name: 'Import 3000' }))
  rerender(view({ trying, importing: { ...CALL, isPending: true, mutate: imported } }))
  expect(screen.getByRole('progressbar', { name: 'Importing 2 lines…' }).getAttribute('value')).toBeNull()
  act(() => imported.mock.calls[0]?.[0].onProgress?.({ done: 1500, total: 3000 }))
  const half = screen.getByRole('progressbar', { name: 'Importing: 1,500 of 3,000 rows (50%)' })
  expect(half.getAttribute('value')).toBe('0.5')
})

it('a choice stays reachable by keyboard while the preview reloads', async () => {
  const data = { ...REPORT, ok: false, added: 0, good: 2, returned: { rows: 1, file: 'Name' } }
  const trying: Props['trying'] = { ...CALL, data, mutate: (_, options) => options?.onSuccess?.(data) }
  const { rerender } = render(view({ trying }))
  await chooseText('roster.csv', 'Name')
  fireEvent.click(screen.getByRole('radio', { name: /Import the 2 good rows now/ }))
  rerender(view({ trying: { ...trying, data: undefined, isPending: true } }))
  expect(screen.getByRole('radio', { name: /Import the 2 good rows now/ }).closest('fieldset')?.disabled).toBe(false)
})

it('another file starts without the messages of the last one', async () => {
  const data = { ...REPORT, columns: [{ name: 'Name', field: 'name', sample: 'Ann', isOpen: false }] }
  const trying: Props['trying'] = { ...CALL, data, mutate: (_, options) => options?.onSuccess?.(data) }
  const { rerender } = render(view({ trying }))
  await chooseText('roster.csv', 'Name')
  expect(screen.getByText(/of your file/)).toBeDefined()
  rerender(view({ trying, importing: { ...CALL, data, isSuccess: true } }))
  fireEvent.click(screen.getByRole('button', { name: 'Import another file' }))
  // The reports of the last file disappear shortly after the press.
  rerender(view({}))
  expect(screen.queryByText(/of your file/)).toBeNull()
})

it('of two files selected one after the other, the second is used, however long the first takes', async () => {
  const tried = vi.fn()
  render(view({ trying: { ...CALL, mutate: tried } }))
  let finish: (bytes: ArrayBuffer) => void = () => undefined
  choose('first.csv', () => new Promise((resolve) => (finish = resolve)))
  await chooseText('second.csv', 'Name')
  await act(async () => finish(new TextEncoder().encode('Callsign').buffer))
  expect(screen.getByText('second.csv')).toBeDefined()
  expect(tried.mock.calls.map(([{ text }]) => text)).toEqual(['Name'])
})

it('a failed preview can be repeated', async () => {
  const tried = vi.fn()
  const error = new Error('The site could not be reached. Check your connection and try again.')
  render(view({ trying: { ...CALL, error, mutate: tried } }))
  await chooseText('roster.csv', 'Name')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(tried.mock.calls.map(([{ text }]) => text)).toEqual(['Name', 'Name'])
})

it('An import that did not reach the site, and neither did the preview after it, can be previewed again on a press', async () => {
  const tried = vi.fn()
  const reset = vi.fn()
  const error = new Error('The site could not be reached. Check your connection and try again.')
  render(view({ trying: { ...CALL, error, mutate: tried }, importing: { ...CALL, error, reset } }))
  await chooseText('roster.csv', 'Name')
  reset.mockClear()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(tried.mock.calls.map(([{ text }]) => text)).toEqual(['Name', 'Name'])
  expect(reset).toHaveBeenCalledOnce()
})
