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

describe('What lies over a page', () => {
  it('is closed by Back, the upper one first, and the page stays', async () => {
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

  it('is closed at once, and goes back once, however often that is asked', () => {
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

  it('has one entry in the history, also where it is opened twice', () => {
    const overlay = show('one')
    const before = window.history.length
    act(() => {
      overlay.current.open('x')
      overlay.current.open('y')
    })
    expect([overlay.current.value, window.history.length]).toEqual(['x', before + 1])
  })

  it('is there after a refresh, and what others wrote into the entry is left alone', () => {
    window.history.replaceState({ one: 'x', two: 3, other: 'z' }, '')
    const overlay = show('one')
    expect([overlay.current.value, show('two').current.value]).toEqual(['x', null])
    vi.spyOn(window.history, 'back').mockImplementation(() => undefined)
    act(() => overlay.current.close())
    expect(window.history.state).toEqual({ two: 3, other: 'z' })
  })
})
