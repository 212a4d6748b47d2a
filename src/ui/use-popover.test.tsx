import { beforeEach, describe, expect, it, vi } from 'vitest'
import { placeOf } from './use-popover.ts'

const PANEL = { width: 200, height: 150 }
const triggerAt = (top: number, left = 100) => ({ left, right: left + 80, top, bottom: top + 30 })

describe('placeOf', () => {
  beforeEach(() => {
    vi.stubGlobal('innerHeight', 900)
    vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1000)
    return () => {
      vi.restoreAllMocks()
      vi.unstubAllGlobals()
    }
  })

  it('a popover is below its button if it fits', () => {
    expect(placeOf(triggerAt(100), PANEL, 'start')).toEqual({ left: 100, top: 138, maxHeight: 754 })
  })

  it('a popover is above a button at the bottom of the window', () => {
    expect(placeOf(triggerAt(850), PANEL, 'start')).toEqual({ left: 100, top: 692, maxHeight: 834 })
  })

  it('a popover that fits nowhere uses the larger side, and is cut', () => {
    const tall = { width: 200, height: 2000 }
    expect(placeOf(triggerAt(300), tall, 'start')).toMatchObject({ top: 338, maxHeight: 554 })
    expect(placeOf(triggerAt(700), tall, 'start')).toMatchObject({ top: 8, maxHeight: 684 })
  })

  it('a popover stays within the width of the window, whichever edge it is aligned to', () => {
    expect(placeOf(triggerAt(100, 950), PANEL, 'start').left).toBe(792)
    expect(placeOf(triggerAt(100, 10), PANEL, 'end').left).toBe(8)
    expect(placeOf(triggerAt(100, 500), PANEL, 'end').left).toBe(380)
  })
})
