import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { useDiscardQuestion } from './use-discard-question.tsx'

afterEach(cleanup)

function Form({ isWritten, onClose }: { isWritten: boolean; onClose(): void }) {
  const { close, question } = useDiscardQuestion(isWritten, onClose)
  return (
    <Dialog title="Log an action" onClose={close}>
      <textarea aria-label="Why" />
      {question}
    </Dialog>
  )
}
const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })

it('Escape closes a dialog at once in which nothing is written', () => {
  const onClose = vi.fn()
  render(<Form isWritten={false} onClose={onClose} />)
  pressEscape()
  expect(onClose).toHaveBeenCalledOnce()
})

it.each([true, false])('the browser asks before the page is left with a written text: %s', (isWritten) => {
  render(<Form isWritten={isWritten} onClose={() => undefined} />)
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(!isWritten)
})

it('Escape asks before it discards a text, and Escape again keeps it', () => {
  const onClose = vi.fn()
  render(<Form isWritten onClose={onClose} />)
  pressEscape()
  const question = screen.getByRole('alertdialog', { name: 'Discard what you wrote?' })
  within(question).getByRole('button', { name: 'Keep writing' })
  pressEscape()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
  expect(question.isConnected).toBe(false)
  pressEscape()
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Discard the text' }))
  expect(onClose).toHaveBeenCalledOnce()
})
