import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useIsDrawn } from './use-is-drawn.ts'

const drawn: boolean[] = []

function Rows() {
  const isDrawn = useIsDrawn()
  drawn.push(isDrawn)
  return isDrawn ? <p>all rows</p> : <p>a screenful</p>
}

it('A list shows a screenful first, and all of it by itself after that', () => {
  render(<Rows />)
  expect(drawn).toEqual([false, true])
  expect(screen.getByText('all rows')).toBeDefined()
})
