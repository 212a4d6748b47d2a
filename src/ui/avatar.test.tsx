import { cleanup, fireEvent, render } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { Avatar, initials } from './avatar.tsx'

afterEach(cleanup)

it.each([
  ['Marisol Vega', 'MV'],
  ['ana maria de la cruz', 'AC'],
  ['tobias_k', 'TK'],
  ['Q', 'Q'],
  ['🌴', ''],
])('the initials of %s are %s', (name, expected) => expect(initials(name)).toBe(expected))

it('the initials stay behind the picture, and are not part of copied text', () => {
  const { container } = render(<Avatar name="Marisol Vega" url="/a.png" />)
  expect(container.querySelector('[aria-hidden]')?.getAttribute('data-initials')).toBe('MV')
  expect(container.textContent).toBe('')
  expect(container.querySelector('img')?.getAttribute('alt')).toBe('')
})

it('the picture fades in once it has loaded, in a box of fixed size', () => {
  const complete = vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)
  const { container } = render(<Avatar name="Marisol Vega" url="/a.png" size="lg" />)
  const picture = container.querySelector('img') ?? expect.fail('no picture')
  expect([picture.width, picture.height]).toEqual([48, 48])
  expect(picture.className).toContain('opacity-0')
  fireEvent.load(picture)
  expect(picture.className).toContain('animate-fade')
  complete.mockRestore()
})

it('the initials stay if the picture loads late and fails', () => {
  const complete = vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)
  const { container, rerender } = render(<Avatar name="Marisol Vega" />)
  rerender(<Avatar name="Marisol Vega" url="/gone.png" />)
  const picture = container.querySelector('img') ?? expect.fail('no picture')
  expect(picture.className).toContain('opacity-0')
  fireEvent.error(picture)
  expect(picture.className).toContain('hidden')
  rerender(<Avatar name="Marisol Vega" url="/new.png" />)
  expect(container.querySelector('img')?.className).not.toContain('hidden')
  complete.mockRestore()
})

it('the picture is visible at once if scripts run after it, or never', () => {
  expect(renderToString(<Avatar name="Marisol Vega" url="/a.png" />)).not.toContain('opacity-0')
})
