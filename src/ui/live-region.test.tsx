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
  'Z with %s takes the action of a toast at once, and the toast names the key',
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

it('Ctrl Z in a field is left to what was typed there', () => {
  const { onAction } = offer()
  const isLeft = fireEvent.keyDown(screen.getByRole('textbox'), { key: 'z', ctrlKey: true })
  expect([isLeft, onAction.mock.calls.length]).toEqual([true, 0])
})

it('Ctrl Z where nothing can be undone takes back nothing that was typed elsewhere, and says why', () => {
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
  screen.getByText('This is still being saved. Then you can undo it.')
  isSaving = false
  press()
  screen.getByText('There is nothing to undo here.')
})

it('Ctrl Z waits while a dialog is open that opened since', () => {
  const { onAction, row } = offer()
  const dialog = render(<LiveRegion within="dialog" />)
  fireEvent.keyDown(row, { key: 'z', ctrlKey: true })
  expect(onAction).not.toHaveBeenCalled()
  dialog.unmount()
  fireEvent.keyDown(row, { key: 'z', ctrlKey: true })
  expect(onAction).toHaveBeenCalledOnce()
})

it('Ctrl Z takes the newest of several actions first, one with each press', () => {
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

it('a toast with the focus in it stays, and gives the focus back when its button is pressed', () => {
  const { row, undo } = offer()
  act(() => undo.focus())
  act(() => vi.advanceTimersByTime(UNDO_MS * 3))
  fireEvent.click(undo)
  expect(document.activeElement).toBe(row)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

it('a toast under the pointer stays until the pointer has left', () => {
  const { undo } = offer()
  fireEvent.pointerEnter(undo.parentElement ?? undo)
  act(() => vi.advanceTimersByTime(UNDO_MS * 3))
  fireEvent.pointerLeave(undo.parentElement ?? undo)
  act(() => vi.advanceTimersByTime(UNDO_MS))
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})
