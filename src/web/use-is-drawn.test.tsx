import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { screenful, useIsDrawn } from './use-is-drawn.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const drawn: [string, boolean][] = []

function Rows({ order }: { order: string }) {
  const isDrawn = useIsDrawn(order)
  drawn.push([order, isDrawn])
  return isDrawn ? <p>all rows by {order}</p> : <p>a screenful</p>
}

it('A list shows a screenful first, and all of it by itself after that, in each order', () => {
  const { rerender } = render(<Rows order="name" />)
  screen.getByText('all rows by name')
  rerender(<Rows order="status" />)
  screen.getByText('all rows by status')
  expect(drawn).toEqual([
    ['name', false],
    ['name', true],
    ['status', false],
    ['status', true],
  ])
})

it('A screenful has no fewer rows than are seen, and at least one', () => {
  vi.stubGlobal('innerHeight', 900)
  expect([40, 49].map(screenful)).toEqual([15, 13])
  vi.stubGlobal('innerHeight', 280)
  expect(screenful(40)).toBe(1)
})
