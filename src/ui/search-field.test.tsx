import { act, fireEvent, render, screen } from '@testing-library/react'
import { Suspense, use, useLayoutEffect, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SearchField } from './search-field.tsx'
import { useRowKeys } from './use-row-keys.ts'

/** Rows for "jun" that are loaded, and rows for "juno" that arrive later. */
function createFound() {
  let arrive: () => void = () => undefined
  const later = new Promise<readonly string[]>((resolve) => {
    arrive = () => resolve(['Juno Alder'])
  })
  return { rowsOf: { jun: Promise.resolve(['Arjun Winters', 'Juno Alder']), juno: later }, arrive: () => arrive() }
}

type Rows = ReturnType<typeof createFound>['rowsOf']

const onOpen = vi.fn<(name: string) => void>()
/** Called when other rows are shown, before React runs the effects of that render. */
const onShown = vi.fn<() => void>()

function List({ rows }: { rows: Promise<readonly string[]> }) {
  const names = use(rows)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list of rows
  useLayoutEffect(() => onShown(), [names])
  const { onKeyDown, rowProps } = useRowKeys({ ids: names, onOpen })
  return (
    <table>
      <tbody onKeyDown={onKeyDown}>
        {names.map((name) => (
          <tr key={name} {...rowProps(name)}>
            <td>{name}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const ANSWERS = { jun: Promise.resolve(['Arjun Winters']), juno: Promise.resolve(['Juno Alder']) }

/** A list that the server searches. Its rows stay until the server responds. */
function ServerPage() {
  const [search, setSearch] = useState('jun')
  const [found, setFound] = useState('jun')
  return (
    <Suspense>
      <SearchField label="Search" placeholder="Name" value={search} isStale={found !== search} onChange={setSearch} />
      <button type="button" onClick={() => setFound(search)}>
        Answer
      </button>
      <List rows={found === 'jun' ? ANSWERS.jun : ANSWERS.juno} />
    </Suspense>
  )
}

function Page({ rowsOf }: { rowsOf: Rows }) {
  const [search, setSearch] = useState<keyof Rows>('jun')
  return (
    <Suspense>
      <SearchField
        label="Search"
        placeholder="Name"
        value={search}
        onChange={(text) => setSearch(text === 'juno' ? 'juno' : 'jun')}
      />
      <List rows={rowsOf[search]} />
    </Suspense>
  )
}

async function show() {
  const { rowsOf, arrive } = createFound()
  await act(async () => {
    render(<Page rowsOf={rowsOf} />)
  })
  const field = screen.getByRole('searchbox')
  act(() => field.focus())
  return { field, arrive: () => act(async () => arrive()) }
}

/** The name in the row that has the focus. */
const focused = () =>
  document.activeElement instanceof HTMLTableRowElement ? document.activeElement.textContent : null

describe('The down arrow in a search field', () => {
  afterEach(() => {
    onOpen.mockClear()
    onShown.mockReset()
    document.body.innerHTML = ''
  })

  it('the down arrow moves to the first row', async () => {
    const { field } = await show()
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    expect(focused()).toBe('Arjun Winters')
  })

  it('the down arrow waits for the rows of the last letter', async () => {
    const { field, arrive } = await show()
    await act(async () => fireEvent.change(field, { target: { value: 'juno' } }))
    expect(screen.getByText('Arjun Winters')).toBeTruthy()
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(field)
    await arrive()
    expect(focused()).toBe('Juno Alder')
  })

  it('the down arrow waits for the response of the server', async () => {
    await act(async () => {
      render(<ServerPage />)
    })
    const field = screen.getByRole('searchbox')
    act(() => field.focus())
    await act(async () => fireEvent.change(field, { target: { value: 'juno' } }))
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(field)
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Answer' })))
    expect(focused()).toBe('Juno Alder')
  })

  it('Enter after the down arrow waits too, and opens the row', async () => {
    const { field, arrive } = await show()
    await act(async () => fireEvent.change(field, { target: { value: 'juno' } }))
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(onOpen).not.toHaveBeenCalled()
    await arrive()
    expect(focused()).toBe('Juno Alder')
    expect(onOpen.mock.calls).toEqual([['Juno Alder']])
  })

  it('Enter at the moment when the rows appear opens the row', async () => {
    const { field, arrive } = await show()
    await act(async () => fireEvent.change(field, { target: { value: 'juno' } }))
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
    onShown.mockImplementation(() => void field.dispatchEvent(enter))
    await arrive()
    expect(onOpen.mock.calls).toEqual([['Juno Alder']])
  })

  it.each([
    ['Escape', (field: HTMLElement) => fireEvent.keyDown(field, { key: 'Escape' })],
    ['what is typed after it', (field: HTMLElement) => fireEvent.change(field, { target: { value: 'jun' } })],
    ['a press on Clear search', () => fireEvent.click(screen.getByRole('button', { name: 'Clear search' }))],
  ])('the down arrow and Enter are cancelled by %s', async (_, takeBack) => {
    const { field } = await show()
    await act(async () => fireEvent.change(field, { target: { value: 'juno' } }))
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    fireEvent.keyDown(field, { key: 'Enter' })
    await act(async () => takeBack(field))
    expect(document.activeElement).toBe(field)
    expect(onOpen).not.toHaveBeenCalled()
  })

  it('a row opens once, however often Enter is pressed before it is found', async () => {
    const { field, arrive } = await show()
    await act(async () => fireEvent.change(field, { target: { value: 'juno' } }))
    for (const key of ['ArrowDown', 'Enter', 'Enter', 'ArrowUp']) fireEvent.keyDown(field, { key })
    await arrive()
    expect(onOpen.mock.calls).toEqual([['Juno Alder']])
  })

  it('the down arrow and Enter are cancelled by another key before the rows appear', async () => {
    const { field, arrive } = await show()
    await act(async () => fireEvent.change(field, { target: { value: 'juno' } }))
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    fireEvent.keyDown(field, { key: 'ArrowLeft' })
    await arrive()
    expect(document.activeElement).toBe(field)
  })
})
