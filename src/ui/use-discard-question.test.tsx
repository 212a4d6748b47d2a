import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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

it('Escape closes a dialog without typed text at once', () => {
  const onClose = vi.fn()
  render(<Form isWritten={false} onClose={onClose} />)
  pressEscape()
  expect(onClose).toHaveBeenCalledOnce()
})

it.each([true, false])('the browser asks before the page is left with typed text: %s', (isWritten) => {
  render(<Form isWritten={isWritten} onClose={() => undefined} />)
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(!isWritten)
})

/**
 * Dispatches the event that the browser sends before it changes the address. Returns false if the page prevented it.
 */
function goTo(path: string, more: Partial<{ navigationType: string; sameDocument: boolean }> = {}): boolean {
  const { navigationType = 'push', sameDocument = true } = more
  const destination = { url: new URL(path, window.location.href).href, sameDocument, key: 'before' }
  return navigation.dispatchEvent(
    Object.assign(new Event('navigate', { cancelable: true }), { navigationType, destination }),
  )
}

describe('Navigation to another page', () => {
  const traverseTo = vi.fn()
  beforeEach(() => {
    window.history.replaceState(null, '', '/ten-codes')
    vi.stubGlobal('navigation', Object.assign(new EventTarget(), { traverseTo }))
  })
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
  })

  it.each(['push', 'traverse'])('navigation asks first if text is typed: %s', (navigationType) => {
    render(<Form isWritten onClose={() => undefined} />)
    act(() => expect(goTo('/penal-codes?search=dui', { navigationType })).toBe(false))
    fireEvent.click(screen.getByRole('button', { name: 'Keep writing' }))
    expect(window.location.pathname).toBe('/ten-codes')
    act(() => expect(goTo('/penal-codes?search=dui', { navigationType })).toBe(false))
    fireEvent.click(screen.getByRole('button', { name: 'Discard the text' }))
    if (navigationType === 'push') expect(window.location.href).toMatch(/\/penal-codes\?search=dui$/)
    else expect(traverseTo).toHaveBeenCalledWith('before')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(goTo('/penal-codes')).toBe(true)
  })

  it('navigation without typed text happens at once', () => {
    render(<Form isWritten={false} onClose={() => undefined} />)
    expect(goTo('/penal-codes')).toBe(true)
  })

  it('a change of the query, and a navigation that the browser asks about, need no question', () => {
    render(<Form isWritten onClose={() => undefined} />)
    expect(goTo('/ten-codes?search=10-4#code-10-4')).toBe(true)
    expect(goTo('/penal-codes', { sameDocument: false })).toBe(true)
  })
})

it('Escape asks before typed text is discarded, and a second Escape keeps it', () => {
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
