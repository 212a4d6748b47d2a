import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { jumpTo, place, press, resetBeforeEach, seen, show } from '#test/jump.tsx'

resetBeforeEach()

describe('The shortcut Ctrl K', () => {
  it('Ctrl K opens and closes the palette, and nothing is requested before', async () => {
    show()
    expect(seen.asked).toEqual([])
    press('k', { metaKey: true })
    await screen.findByRole('combobox', { name: 'Jump to' })
    press('k', { ctrlKey: true })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('the field is there before its code has loaded, no key goes to the page, and Enter waits', async () => {
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

  it('a waiting Enter is cancelled when more is typed', async () => {
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

  it('the focus is in the page before another key can be pressed', async () => {
    show()
    // Simulate a busy browser whose next frame is late.
    vi.stubGlobal('requestAnimationFrame', () => 0)
    screen.getByLabelText('A field of the page').focus()
    const field = await jumpTo('crash')
    await screen.findByRole('option', { name: /10-50/ })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(document.activeElement).toBe(document.getElementById('content'))
  })

  it('Back closes the palette', () => {
    show()
    press('k', { ctrlKey: true })
    screen.getByRole('combobox', { name: 'Jump to' })
    fireEvent.popState(window)
    expect(screen.queryByRole('combobox', { name: 'Jump to' })).toBeNull()
  })

  it('Ctrl K does nothing over another dialog, whose form would be lost', () => {
    show()
    const other = document.createElement('dialog')
    other.setAttribute('open', '')
    document.body.append(other)
    press('k', { ctrlKey: true })
    expect(screen.queryByRole('combobox', { name: 'Jump to' })).toBeNull()
    other.remove()
  })
})

describe('The shortcut ?', () => {
  it('the question mark shows the keyboard shortcuts, but not while somebody types', async () => {
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
