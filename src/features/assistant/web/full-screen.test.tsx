import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CONTENT, SITE } from '#test/site.ts'
import { SiteProvider } from '#web/site-context.tsx'
import { ChatBox } from './chat-box.tsx'
import { PHONE } from './use-full-screen.ts'

/** The screen of a phone, and the part that its keyboard leaves free. */
class Screen extends EventTarget {
  offsetTop = 0
  height = 844
  scale = 1
  isPhone = true
  /** Simulates a phone that is turned, or a window that is made wider. */
  widen = () => undefined

  become(view: Partial<Pick<Screen, 'offsetTop' | 'height' | 'scale'>>): void {
    Object.assign(this, view)
    this.dispatchEvent(new Event('resize'))
  }
}
let view: Screen
let scrolled: unknown[]

beforeEach(() => {
  view = new Screen()
  scrolled = []
  vi.stubGlobal('visualViewport', view)
  vi.stubGlobal('scrollTo', (to: unknown) => scrolled.push(to))
  vi.stubGlobal('matchMedia', (query: string) => {
    const list = Object.assign(new EventTarget(), { matches: query === PHONE && view.isPhone })
    view.widen = () => {
      list.matches = false
      list.dispatchEvent(new Event('change'))
    }
    return list
  })
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
})
afterEach(() => {
  cleanup()
  window.history.replaceState(null, '')
  vi.unstubAllGlobals()
})

function show() {
  return render(
    <SiteProvider content={CONTENT}>
      <nav>
        <a href="/rules">Rules</a>
      </nav>
      <div>
        <ChatBox />
        <a href="/fhp">Beside it</a>
      </div>
    </SiteProvider>,
  )
}
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Your question about the rules')
const dialog = () => screen.findByRole('dialog', { name: SITE.assistant.name })
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('The chat on a phone', () => {
  it.each([
    ['its field is pressed', () => fireEvent.click(field())],
    ['something is typed', () => fireEvent.change(field(), { target: { value: 'n' } })],
    [
      'a question is sent',
      () => fireEvent.click(screen.getByRole('button', { name: String(SITE.assistant.examples[0]) })),
    ],
  ])('the chat fills the screen when %s', async (_, use) => {
    show()
    use()
    const box = await dialog()
    expect(box.getAttribute('aria-modal')).toBe('true')
    expect(box.contains(field())).toBe(true)
  })

  it('the Tab key can leave the chat field', async () => {
    show()
    field().focus()
    await act(async () => undefined)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('the chat fills the screen if its field has the focus before hydration', async () => {
    const { unmount } = show()
    unmount()
    const focused = vi.spyOn(document, 'activeElement', 'get')
    focused.mockImplementation(() => document.querySelector('textarea'))
    show()
    await dialog()
    focused.mockRestore()
  })

  it('the chat is open again after a reload', async () => {
    show()
    fireEvent.click(field())
    await dialog()
    cleanup()
    show()
    await dialog()
  })

  it('the rest of the page is inert while the chat is open, and not afterwards', async () => {
    show()
    fireEvent.click(field())
    await dialog()
    expect(document.querySelector('nav')?.inert).toBe(true)
    expect(screen.getByText('Beside it').inert).toBe(true)
    expect(document.documentElement.classList.contains('is-scroll-locked')).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Close the chat' }))
    await closed()
    expect(document.querySelectorAll('[inert]')).toHaveLength(0)
    expect(document.documentElement.classList.contains('is-scroll-locked')).toBe(false)
  })

  it('the chat stays above the keyboard, wherever the phone scrolls the page', async () => {
    show()
    fireEvent.click(field())
    const { style } = await dialog()
    expect([style.top, style.height]).toEqual(['0px', '844px'])
    view.become({ offsetTop: 120, height: 410 })
    expect([style.top, style.height]).toEqual(['120px', '410px'])
    view.become({ offsetTop: 300, height: 205, scale: 2 })
    expect([style.top, style.height], 'zoomed by its reader').toEqual(['120px', '410px'])
    fireEvent.click(screen.getByRole('button', { name: 'Close the chat' }))
    await closed()
    expect([style.top, style.height]).toEqual(['', ''])
  })

  it.each([
    ['the Escape key', () => fireEvent.keyDown(field(), { key: 'Escape' })],
    ['Back', () => window.history.back()],
    ['a screen that becomes wide', () => view.widen()],
  ])('the chat is closed by %s, and the scroll position and the focus stay', async (_, close) => {
    show()
    const { pathname } = window.location
    fireEvent.click(field())
    await dialog()
    act(close)
    await closed()
    expect(window.location.pathname).toBe(pathname)
    expect(scrolled).toEqual([{ top: 0, behavior: 'instant' }])
    expect(document.activeElement).toBe(field())
  })

  it('closing goes back in the history once, however often it is done', async () => {
    const back = vi.spyOn(window.history, 'back')
    show()
    fireEvent.click(field())
    const box = within(await dialog())
    const button = box.getByRole('button', { name: 'Close the chat' })
    act(() => {
      fireEvent.click(button)
      fireEvent.click(button)
    })
    await closed()
    expect(back).toHaveBeenCalledOnce()
  })

  it('the chat stays in its place on a wide screen', async () => {
    view.isPhone = false
    show()
    fireEvent.click(field())
    fireEvent.change(field(), { target: { value: 'nlr' } })
    await act(async () => undefined)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
