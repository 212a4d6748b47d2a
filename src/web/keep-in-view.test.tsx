import { fireEvent } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { keepInView } from './keep-in-view.ts'

/** What runs when the page changes its height. */
const resized = new Set<() => void>()

vi.stubGlobal(
  'ResizeObserver',
  class {
    constructor(private readonly callback: () => void) {}
    observe() {
      resized.add(this.callback)
    }
    disconnect() {
      resized.delete(this.callback)
    }
  },
)

const part = document.createElement('li')
const show = vi.spyOn(part, 'scrollIntoView')

const resize = () => {
  for (const callback of resized) callback()
}

afterEach(() => {
  show.mockClear()
})

it('scrolls to the part at once and whenever the page changes its height, until the person moves on', () => {
  keepInView(part)
  expect(show).toHaveBeenCalledTimes(1)
  resize()
  expect(show).toHaveBeenCalledTimes(2)
  fireEvent.wheel(document.body)
  resize()
  expect(show).toHaveBeenCalledTimes(2)
})

it('ends when a screen reader clicks, which sends no other event', () => {
  keepInView(part)
  document.body.click()
  resize()
  expect(show).toHaveBeenCalledTimes(1)
})

it('ends when the part is gone', () => {
  const stop = keepInView(part)
  stop()
  resize()
  expect(show).toHaveBeenCalledTimes(1)
})
