import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { rowsPerScreen, useIsPainted } from './use-is-painted.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const renders: [string, boolean][] = []

function Rows({ order }: { order: string }) {
  const isPainted = useIsPainted(order)
  renders.push([order, isPainted])
  return isPainted ? <p>all rows by {order}</p> : <p>a screenful</p>
}

it('a list first renders one screen of rows, then all, in each order', () => {
  const { rerender } = render(<Rows order="name" />)
  screen.getByText('all rows by name')
  rerender(<Rows order="status" />)
  screen.getByText('all rows by status')
  expect(renders).toEqual([
    ['name', false],
    ['name', true],
    ['status', false],
    ['status', true],
  ])
})

it('one screen of rows is at least what is visible, and at least one', () => {
  vi.stubGlobal('innerHeight', 900)
  expect([40, 49].map(rowsPerScreen)).toEqual([15, 13])
  vi.stubGlobal('innerHeight', 280)
  expect(rowsPerScreen(40)).toBe(1)
})
