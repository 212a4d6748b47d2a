import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { jumpTo, place, press, resetBeforeEach, seen, show } from '#test/jump.tsx'

resetBeforeEach()

describe('Ctrl K', () => {
  it('opens the palette and closes it; nothing is asked for before', async () => {
    show()
    expect(seen.asked).toEqual([])
    press('k', { metaKey: true })
    await screen.findByRole('combobox', { name: 'Jump to' })
    press('k', { ctrlKey: true })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('has its field at once, before its code has loaded: no key goes to the page, and Enter waits', async () => {
    show()
    screen.getByLabelText('A field of the page').focus()
    press('k', { ctrlKey: true })
    const field = screen.getByRole('combobox', { name: 'Jump to' })
    expect(document.activeElement).toBe(field)
    screen.getAllByText('Loading…')
    fireEvent.change(field, { target: { value: 'sd-1' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(place()).toBe('/')
    await waitFor(() => expect(place()).toBe('/?person=310000000000000105'))
    // The person's panel may already be rendered.
    expect(screen.queryByRole('combobox', { name: 'Jump to' })).toBeNull()
  })

  it('an Enter that waits is forgotten when more is typed', async () => {
    show()
    press('k', { ctrlKey: true })
    const field = screen.getByRole('combobox', { name: 'Jump to' })
    fireEvent.change(field, { target: { value: 'sd-1' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    fireEvent.change(field, { target: { value: 'sd-' } })
    await screen.findByRole('option', { name: /^Dana Whitfield/ })
    await waitFor(() => expect(screen.queryByText('Loading…')).toBeNull())
    expect(place()).toBe('/')
    expect(field).toHaveProperty('value', 'sd-')
  })

  it('lets the keyboard begin at the page, before anybody can press another key', async () => {
    show()
    // Simulate a busy browser whose next frame is late.
    vi.stubGlobal('requestAnimationFrame', () => 0)
    screen.getByLabelText('A field of the page').focus()
    const field = await jumpTo('crash')
    await screen.findByRole('option', { name: /10-50/ })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(document.activeElement).toBe(document.getElementById('content'))
  })

  it('opens a palette that Back closes', () => {
    show()
    press('k', { ctrlKey: true })
    screen.getByRole('combobox', { name: 'Jump to' })
    fireEvent.popState(window)
    expect(screen.queryByRole('combobox', { name: 'Jump to' })).toBeNull()
  })

  it('does not open over another dialog, whose form would be lost', () => {
    show()
    const other = document.createElement('dialog')
    other.setAttribute('open', '')
    document.body.append(other)
    press('k', { ctrlKey: true })
    expect(screen.queryByRole('combobox', { name: 'Jump to' })).toBeNull()
    other.remove()
  })
})

describe('the question mark', () => {
  it('shows which keys do what, but not while somebody types', async () => {
    show()
    fireEvent.keyDown(screen.getByLabelText('A field of the page'), { key: '?' })
    expect(screen.queryByRole('dialog')).toBeNull()
    press('?')
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

it('staff see a button that opens the palette', async () => {
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Jump to a page, a person or a code' }))
  await screen.findByRole('combobox', { name: 'Jump to' })
})
