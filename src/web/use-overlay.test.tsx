import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useOverlay } from './use-overlay.ts'

afterEach(() => {
  cleanup()
  window.history.replaceState(null, '')
  vi.restoreAllMocks()
})

const show = (name: string) => renderHook(() => useOverlay(name)).result
const back = () => act(() => window.history.back())

describe('Overlays and the history', () => {
  it('Back closes the top overlay, and the page stays', async () => {
    const { pathname } = window.location
    const [lower, upper] = [show('lower'), show('upper')]
    act(() => lower.current.open('chat'))
    act(() => upper.current.open('/rules/a#b'))
    expect([lower.current.value, upper.current.value]).toEqual(['chat', '/rules/a#b'])
    back()
    await waitFor(() => expect([lower.current.value, upper.current.value]).toEqual(['chat', null]))
    back()
    await waitFor(() => expect(lower.current.value).toBeNull())
    expect(window.location.pathname).toBe(pathname)
  })

  it('closing an overlay goes back once, however often it is requested', () => {
    const went = vi.spyOn(window.history, 'back').mockImplementation(() => undefined)
    const overlay = show('one')
    act(() => overlay.current.close())
    expect(went).not.toHaveBeenCalled()
    act(() => overlay.current.open('x'))
    act(() => {
      overlay.current.close()
      overlay.current.close()
    })
    expect(overlay.current.value).toBeNull()
    expect(went).toHaveBeenCalledOnce()
  })

  it('an overlay has one history entry, even if it opens twice', () => {
    const overlay = show('one')
    const before = window.history.length
    act(() => {
      overlay.current.open('x')
      overlay.current.open('y')
    })
    expect([overlay.current.value, window.history.length]).toEqual(['x', before + 1])
  })

  it('an overlay is open after a reload, and other data of the history entry is kept', () => {
    window.history.replaceState({ one: 'x', two: 3, other: 'z' }, '')
    const overlay = show('one')
    expect([overlay.current.value, show('two').current.value]).toEqual(['x', null])
    vi.spyOn(window.history, 'back').mockImplementation(() => undefined)
    act(() => overlay.current.close())
    expect(window.history.state).toEqual({ two: 3, other: 'z' })
  })
})
