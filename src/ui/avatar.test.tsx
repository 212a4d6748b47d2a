import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Avatar, initials } from './avatar.tsx'

afterEach(cleanup)

it.each([
  ['Marisol Vega', 'MV'],
  ['ana maria de la cruz', 'AC'],
  ['tobias_k', 'TK'],
  ['Q', 'Q'],
  ['🌴', ''],
])('the initials of %s are %s', (name, expected) => expect(initials(name)).toBe(expected))

it('keeps the initials beneath the picture', () => {
  const { container } = render(<Avatar name="Marisol Vega" url="/a.png" />)
  expect(container.textContent).toBe('MV')
  expect(container.querySelector('img')?.getAttribute('alt')).toBe('')
})
