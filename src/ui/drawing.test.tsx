import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Drawing } from './drawing.tsx'

afterEach(cleanup)

it('an icon with a name is an image for screen readers, and one without is hidden', () => {
  render(
    <>
      <Drawing shapes={[]} role="img" aria-label="From the game" />
      <Drawing shapes={[]} role="img" />
    </>,
  )
  expect(screen.getAllByRole('img')).toEqual([screen.getByRole('img', { name: 'From the game' })])
})
