import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Menu, MenuAction } from './menu.tsx'
import { Modal } from './modal.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  window.getSelection()?.removeAllRanges()
})

const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })

function Page({ open, onClose = () => undefined }: { open: readonly string[]; onClose?(name: string): void }) {
  return (
    <>
      <button type="button">Behind</button>
      {open.map((name) => (
        <Modal key={name} aria-label={name} className="" onClose={() => onClose(name)}>
          <button type="button">First of {name}</button>
          <button type="button" tabIndex={-1}>
            Skipped
          </button>
          <button type="button">Last of {name}</button>
          <button type="button" disabled>
            Off
          </button>
        </Modal>
      ))}
    </>
  )
}

interface Step {
  writtenIn?: string | null
  cancelable?: boolean
  userInitiated?: boolean
  navigationType?: string
}

it.each<[string, Step, string[]]>([
  ['closes the modal in front if it has typed text, instead of leaving the page', {}, ['two']],
  ['closes the modal in front if the one behind it has typed text', { writtenIn: 'one' }, ['two']],
  ['is not cancelled without typed text', { writtenIn: null }, []],
  ['leaves the page if the navigation cannot be cancelled', { cancelable: false }, []],
  ['is not cancelled if the page itself goes back', { userInitiated: false }, []],
  ['is not recognized in a replaced address', { navigationType: 'replace' }, []],
])('Back or Forward %s', (_, { writtenIn = 'two', cancelable = true, ...rest }, expected) => {
  const navigation = new EventTarget()
  vi.stubGlobal('navigation', navigation)
  const closed: string[] = []
  render(<Page open={['one', 'two']} onClose={(name) => closed.push(name)} />)
  if (writtenIn !== null) fireEvent.input(screen.getByText(`First of ${writtenIn}`))
  const back = Object.assign(new Event('navigate', { cancelable }), {
    ...{ navigationType: 'traverse', userInitiated: true },
    ...rest,
  })
  navigation.dispatchEvent(back)
  expect([closed, back.defaultPrevented]).toEqual([expected, expected.length > 0])
})

it('a modal hides everything behind it from screen readers, including another modal, and shows it again', () => {
  const { rerender } = render(<Page open={['one']} />)
  expect(screen.getByRole('dialog', { name: 'one' }).getAttribute('aria-modal')).toBe('true')
  expect(screen.queryByRole('button', { name: 'Behind' })).toBeNull()
  rerender(<Page open={['one', 'two']} />)
  expect(screen.getAllByRole('dialog').map((modal) => modal.getAttribute('aria-label'))).toEqual(['two'])
  rerender(<Page open={['two']} />)
  expect(screen.queryByRole('button', { name: 'Behind' })).toBeNull()
  rerender(<Page open={[]} />)
  screen.getByRole('button', { name: 'Behind' })
})

it('elements that were hidden before stay hidden', () => {
  const { container, rerender } = render(<Page open={[]} />)
  container.setAttribute('aria-hidden', 'true')
  rerender(<Page open={['one']} />)
  rerender(<Page open={[]} />)
  expect(container.getAttribute('aria-hidden')).toBe('true')
})

it('the focus returns to the element that had it', () => {
  const { rerender } = render(<Page open={[]} />)
  const behind = screen.getByRole('button', { name: 'Behind' })
  behind.focus()
  rerender(<Page open={['one']} />)
  screen.getByRole('button', { name: 'Last of one' }).focus()
  rerender(<Page open={['one', 'two']} />)
  screen.getByRole('button', { name: 'First of two' }).focus()
  rerender(<Page open={['one']} />)
  expect(document.activeElement?.textContent).toBe('Last of one')
  rerender(<Page open={[]} />)
  expect(document.activeElement).toBe(behind)
})

it('the focus stays in a modal: Tab wraps around, and elements behind cannot take it', () => {
  const { container } = render(<Page open={['one']} />)
  const [start, end] = document.querySelectorAll<HTMLElement>('dialog > span')
  // The browser does this when it opens the modal.
  start?.focus()
  expect(document.activeElement?.textContent).toBe('First of one')
  end?.focus()
  expect(document.activeElement?.textContent).toBe('First of one')
  start?.focus()
  expect(document.activeElement?.textContent).toBe('Last of one')
  container.querySelector('button')?.focus()
  expect(document.activeElement?.textContent).toBe('Last of one')
})

it('the focus stays in a modal after another one in front of it closed', () => {
  const { container, rerender } = render(<Page open={['one', 'two']} />)
  rerender(<Page open={['one']} />)
  screen.getByRole('button', { name: 'Last of one' }).focus()
  container.querySelector('button')?.focus()
  expect(document.activeElement?.textContent).toBe('Last of one')
})

it('Escape asks the modal in front to close, even without focus', () => {
  const onClose = vi.fn()
  render(<Page open={['one', 'two']} onClose={onClose} />)
  screen.getByRole('button', { name: 'First of two' }).blur()
  pressEscape()
  expect(onClose.mock.calls).toEqual([['two']])
})

it('Escape first closes a menu in the modal', () => {
  const onClose = vi.fn()
  render(
    <Modal aria-label="one" className="" onClose={onClose}>
      <Menu label="More" trigger="More" triggerClass="">
        <MenuAction onSelect={() => undefined}>Delete</MenuAction>
      </Menu>
    </Modal>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  pressEscape()
  expect(screen.queryByRole('menu')).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
  pressEscape()
  expect(onClose).toHaveBeenCalledOnce()
})

it('Ctrl A selects the text of the modal in front only', () => {
  render(<Page open={['one', 'two']} />)
  const marked = () => window.getSelection()?.toString() ?? ''
  const pressAll = (target: Element, more: object = {}) =>
    fireEvent.keyDown(target, { key: 'a', ctrlKey: true, ...more })
  expect(pressAll(screen.getByRole('button', { name: 'First of two' }))).toBe(false)
  expect(marked()).toContain('First of two')
  expect(marked()).toContain('Last of two')
  expect(marked()).not.toContain('one')
  expect(marked()).not.toContain('Behind')
  // Without a focused element, the key is for the modal too.
  window.getSelection()?.removeAllRanges()
  expect(pressAll(document.body, { ctrlKey: false, metaKey: true })).toBe(false)
  expect(marked()).toContain('First of two')
})

it('Ctrl A in a text field selects its text', () => {
  render(
    <Modal aria-label="one" className="" onClose={() => undefined}>
      <input type="search" aria-label="Search" />
      <textarea aria-label="Notes" />
      <input type="checkbox" aria-label="Also" />
    </Modal>,
  )
  const all = { key: 'a', ctrlKey: true }
  expect(fireEvent.keyDown(screen.getByRole('searchbox'), all)).toBe(true)
  expect(fireEvent.keyDown(screen.getByRole('textbox'), all)).toBe(true)
  expect(fireEvent.keyDown(screen.getByRole('checkbox'), all)).toBe(false)
  expect(fireEvent.keyDown(screen.getByRole('checkbox'), { ...all, shiftKey: true })).toBe(true)
})
