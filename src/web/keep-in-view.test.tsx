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

it('the element scrolls into view at once and after layout changes, until the person scrolls', () => {
  keepInView(part)
  expect(show).toHaveBeenCalledTimes(1)
  resize()
  expect(show).toHaveBeenCalledTimes(2)
  fireEvent.wheel(document.body)
  resize()
  expect(show).toHaveBeenCalledTimes(2)
})

it('a click of a screen reader, which sends no other event, ends the scrolling', () => {
  keepInView(part)
  document.body.click()
  resize()
  expect(show).toHaveBeenCalledTimes(1)
})

it('a removed element ends the scrolling', () => {
  const stop = keepInView(part)
  stop()
  resize()
  expect(show).toHaveBeenCalledTimes(1)
})
