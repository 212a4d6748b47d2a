import { fireEvent } from '@testing-library/react'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { stubResizeObserver } from '#test/resize-observer.ts'
import { keepInView } from './keep-in-view.ts'

const resize = stubResizeObserver()
const part = document.createElement('li')
const show = vi.spyOn(part, 'scrollIntoView')

afterAll(() => {
  vi.unstubAllGlobals()
})
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
