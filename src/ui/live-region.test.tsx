import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { UNDO_MS } from '#lib/undo.ts'
import { LiveRegion, toast } from './live-region.tsx'
import { undoAction, useUndoKey } from './undo-action.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A page with a row's button and a field, and a toast that offers to undo. */
function offer() {
  const onAction = vi.fn()
  render(
    <>
      <button type="button">Row</button>
      <input aria-label="Search" />
      <LiveRegion />
    </>,
  )
  const row = screen.getByRole('button', { name: 'Row' })
  row.focus()
  act(() => toast('It was taken off.', 'ok', undoAction(onAction)))
  return { onAction, row, undo: screen.getByRole('button', { name: 'Undo' }) }
}

it.each(['ctrlKey', 'metaKey'])(
  'Z with %s triggers the action of a toast at once, and the toast names the key',
  (held) => {
    const { onAction, row, undo } = offer()
    expect(undo.getAttribute('aria-keyshortcuts')).toBe('Control+Z Meta+Z')
    expect(screen.getByRole('status').textContent).toContain('CtrlZ')
    fireEvent.keyDown(row, { key: 'z' })
    fireEvent.keyDown(row, { key: 'z', [held]: true, shiftKey: true })
    expect(onAction).not.toHaveBeenCalled()
    fireEvent.keyDown(row, { key: 'z', [held]: true })
    fireEvent.keyDown(row, { key: 'z', [held]: true })
    expect(onAction).toHaveBeenCalledOnce()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  },
)

/** Types as the browser does, for a letter or for its own undo. */
function type(field: HTMLElement, value: string, inputType = 'insertText') {
  fireEvent(field, new InputEvent('beforeinput', { bubbles: true, inputType }))
  write(field, value)
  fireEvent(field, new InputEvent('input', { bubbles: true, inputType }))
}
const write = (field: HTMLElement, value: string) => Object.assign(field, { value })

it('Ctrl Z in a field undoes the typed text', () => {
  const { onAction } = offer()
  const field = screen.getByRole('textbox')
  type(field, 'wren')
  const isLeft = fireEvent.keyDown(field, { key: 'z', ctrlKey: true })
  expect([isLeft, onAction.mock.calls.length]).toEqual([true, 0])
})

it.each<[string, (field: HTMLElement) => void]>([
  ['in which nothing was typed', () => undefined],
  ['that was emptied after it was typed in', (field) => [type(field, 'gta'), write(field, '')]],
  ['whose text is taken back already', (field) => [type(field, 'gta'), type(field, '', 'historyUndo')]],
  [
    'where the text was typed in another one',
    (field) => {
      type(field, 'wren')
      type(screen.getByRole('searchbox'), 'desmond')
    },
  ],
])('Ctrl Z in a field %s triggers the action of a toast', (_, before) => {
  const { onAction } = offer()
  render(<input type="search" aria-label="Behind" />)
  const field = screen.getByRole('textbox')
  before(field)
  const isLeft = fireEvent.keyDown(field, { key: 'z', ctrlKey: true })
  expect([isLeft, onAction.mock.calls.length]).toEqual([false, 1])
})

it('Ctrl Z without anything to undo changes no typed text elsewhere, and says why', () => {
  let isSaving = true
  function Page() {
    useUndoKey(() => isSaving)
    return null
  }
  render(<Page />)
  const { onAction, row } = offer()
  const press = () => fireEvent.keyDown(row, { key: 'z', ctrlKey: true })
  press()
  expect(onAction).toHaveBeenCalledOnce()
  expect(screen.getByRole('status').textContent).toBe('')
  expect(press()).toBe(false)
  screen.getByText('This is still being saved. You can undo it after that.')
  isSaving = false
  press()
  screen.getByText('There is nothing to undo here.')
})

it('Ctrl Z waits while a dialog is open that opened later', () => {
  const { onAction, row } = offer()
  const dialog = render(<LiveRegion within="dialog" />)
  fireEvent.keyDown(row, { key: 'z', ctrlKey: true })
  expect(onAction).not.toHaveBeenCalled()
  dialog.unmount()
  fireEvent.keyDown(row, { key: 'z', ctrlKey: true })
  expect(onAction).toHaveBeenCalledOnce()
})

it('Ctrl Z triggers the newest of several actions first, one with each press', () => {
  const { onAction, row } = offer()
  const newest = vi.fn()
  act(() => toast('So was that.', 'ok', undoAction(newest)))
  fireEvent.keyDown(row, { key: 'z', ctrlKey: true })
  expect([newest.mock.calls.length, onAction.mock.calls.length]).toEqual([1, 0])
  fireEvent.keyDown(row, { key: 'z', ctrlKey: true, repeat: true })
  expect(onAction).not.toHaveBeenCalled()
  fireEvent.keyDown(row, { key: 'z', ctrlKey: true })
  expect(onAction).toHaveBeenCalledOnce()
})

it('Ctrl Z triggers each action, even if there are more than are shown', () => {
  const { row } = offer()
  const taken: number[] = []
  for (const at of [1, 2, 3, 4])
    act(() =>
      toast(
        `Change ${at}`,
        'ok',
        undoAction(() => taken.push(at)),
      ),
    )
  expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(3)
  for (const _ of [1, 2, 3, 4]) fireEvent.keyDown(row, { key: 'z', ctrlKey: true })
  expect(taken).toEqual([4, 3, 2, 1])
  screen.getByText('It was taken off.')
})

it('a toast with the focus stays, and returns the focus when its button is pressed', () => {
  const { row, undo } = offer()
  act(() => undo.focus())
  act(() => vi.advanceTimersByTime(UNDO_MS * 3))
  fireEvent.click(undo)
  expect(document.activeElement).toBe(row)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

it('a toast under the pointer stays until the pointer leaves', () => {
  const { undo } = offer()
  fireEvent.pointerEnter(undo.parentElement ?? undo)
  act(() => vi.advanceTimersByTime(UNDO_MS * 3))
  fireEvent.pointerLeave(undo.parentElement ?? undo)
  act(() => vi.advanceTimersByTime(UNDO_MS))
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})
