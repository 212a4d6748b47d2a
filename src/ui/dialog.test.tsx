import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { UNDO_MS } from '#lib/undo.ts'
import { AlertDialog, Dialog } from './dialog.tsx'
import { announce, LiveRegion, toast } from './live-region.tsx'
import { undoAction } from './undo-action.tsx'

afterEach(cleanup)

it('a dialog is modal, has its title as name, and focuses its first field', () => {
  render(
    <Dialog title="Supervised Sit" onClose={() => {}} actions={<button type="button">Cancel</button>}>
      <input aria-label="Supervisor" />
    </Dialog>,
  )
  expect(screen.getByRole<HTMLDialogElement>('dialog', { name: 'Supervised Sit' }).open).toBe(true)
  expect(document.activeElement).toBe(screen.getByLabelText('Supervisor'))
})

it('Escape and a press on the backdrop ask to close, and a press inside does not', () => {
  const onClose = vi.fn()
  render(
    <Dialog title="Details" onClose={onClose}>
      <p>Reason</p>
    </Dialog>,
  )
  fireEvent.mouseDown(screen.getByText('Reason'))
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.mouseDown(screen.getByRole('dialog'))
  expect(onClose).toHaveBeenCalledTimes(1)
  fireEvent.keyDown(screen.getByText('Reason'), { key: 'Escape' })
  expect(onClose).toHaveBeenCalledTimes(2)
  // The back gesture of a phone.
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  expect(onClose).toHaveBeenCalledTimes(3)
})

it('a dialog with a form stays open on a press outside', () => {
  const onClose = vi.fn()
  render(
    <Dialog title="Edit" onClose={onClose} closesOutside={false}>
      <p>Form</p>
    </Dialog>,
  )
  fireEvent.mouseDown(screen.getByRole('dialog'))
  expect(onClose).not.toHaveBeenCalled()
})

it('an alert shows its text and waits for OK', () => {
  const onClose = vi.fn()
  render(<AlertDialog message="Failed to delete." onClose={onClose} />)
  expect(screen.getByRole('alertdialog').textContent).toContain('Failed to delete.')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'OK' }))
  fireEvent.click(screen.getByRole('button', { name: 'OK' }))
  expect(onClose).toHaveBeenCalledOnce()
})

it('an alert shows its cause if there is one', () => {
  render(<AlertDialog message="Failed to delete." why="The site could not be reached." onClose={() => {}} />)
  expect(screen.getByRole('alertdialog').textContent).toContain('Failed to delete.The site could not be reached.')
})

it('messages during a dialog are announced inside it, because the rest is hidden from screen readers', () => {
  const page = (dialog: boolean) => (
    <>
      <LiveRegion />
      {dialog && (
        <Dialog title="Details" onClose={() => {}}>
          <p>Reason</p>
        </Dialog>
      )}
    </>
  )
  const { rerender } = render(page(true))
  act(() => announce('Copied'))
  expect(within(screen.getByRole('dialog')).getByRole('status').textContent).toBe('Copied')
  expect(screen.getAllByText('Copied')).toHaveLength(1)
  act(() => toast('It was saved.'))
  expect(within(screen.getByRole('dialog')).getByText('It was saved.').className).toBe('sr-only')
  rerender(page(false))
  expect(screen.getByRole('status').textContent).toBe('It was saved.')
})

it('messages from before the dialog are not repeated', () => {
  const { rerender } = render(<LiveRegion />)
  act(() => toast('It was saved.'))
  rerender(
    <>
      <LiveRegion />
      <Dialog title="The next one" onClose={() => {}}>
        <p>Reason</p>
      </Dialog>
    </>,
  )
  expect(screen.getByRole('dialog').textContent).not.toContain('It was saved.')
  expect(screen.getAllByText('It was saved.')).toHaveLength(1)
})

it('a toast with an action stays through later toasts, until it is pressed', () => {
  vi.useFakeTimers()
  render(<LiveRegion />)
  const onAction = vi.fn()
  act(() => toast('Nolan passed.', 'ok', undoAction(onAction)))
  act(() => toast('Copied'))
  act(() => vi.advanceTimersByTime(UNDO_MS - 1))
  expect(screen.getByRole('status').textContent).toBe('Nolan passed.UndoCtrlZ')
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(onAction).toHaveBeenCalledOnce()
  expect(screen.getByRole('status').textContent).toBe('')
  act(() => toast('Mara passed.', 'ok', undoAction(onAction)))
  act(() => vi.advanceTimersByTime(UNDO_MS))
  expect(screen.getByRole('status').textContent).toBe('')
  vi.useRealTimers()
})
