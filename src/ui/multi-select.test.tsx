import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { MultiSelect } from './multi-select.tsx'

afterEach(cleanup)

const options = [
  { value: 'red', label: 'Red', count: 4 },
  { value: 'green', label: 'Green', count: 2 },
  { value: 'blue', label: 'Blue', count: 0 },
]

function Colours() {
  const [selected, setSelected] = useState<string[]>([])
  return (
    <>
      <MultiSelect label="Colour" options={options} selected={selected} onChange={setSelected} />
      <output>{selected.join(' ')}</output>
    </>
  )
}

const trigger = () => screen.getByRole('button', { name: /^Colour/ })
const box = (name: RegExp) => screen.getByRole('checkbox', { name })

it('the control has no menu role, opens with the down arrow, and the arrow keys wrap around', () => {
  render(<Colours />)
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect([trigger().getAttribute('aria-expanded'), trigger().getAttribute('aria-haspopup')]).toEqual(['false', null])
  fireEvent.keyDown(trigger(), { key: 'ArrowDown' })
  expect(document.activeElement).toBe(box(/Red/))
  fireEvent.keyDown(box(/Red/), { key: 'ArrowDown' })
  expect(document.activeElement).toBe(box(/Green/))
  fireEvent.keyDown(box(/Green/), { key: 'End' })
  expect(document.activeElement).toBe(box(/Blue/))
  fireEvent.keyDown(box(/Blue/), { key: 'ArrowDown' })
  expect(document.activeElement).toBe(box(/Red/))
  fireEvent.keyDown(box(/Red/), { key: 'ArrowUp' })
  expect(document.activeElement).toBe(box(/Blue/))
})

it('typed letters select the option that starts with them', () => {
  render(<Colours />)
  fireEvent.click(trigger())
  fireEvent.keyDown(box(/Red/), { key: 'g' })
  expect(document.activeElement).toBe(box(/Green/))
})

it('selected options have the order of the list, show their counts and can be cleared', () => {
  render(<Colours />)
  fireEvent.click(trigger())
  fireEvent.click(box(/Blue 0/))
  fireEvent.click(box(/Red 4/))
  expect(screen.getByText('red blue')).toBeTruthy()
  fireEvent.click(box(/Blue/))
  expect(screen.getByText('red')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Clear Colour' }))
  expect(document.querySelector('output')?.textContent).toBe('')
})

it('Escape closes the list and returns the focus, and a press outside closes it', () => {
  render(<Colours />)
  fireEvent.click(trigger())
  fireEvent.keyDown(box(/Red/), { key: 'Escape' })
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(document.activeElement).toBe(trigger())

  fireEvent.click(trigger())
  fireEvent.mouseDown(box(/Red/))
  expect(screen.queryAllByRole('checkbox')).toHaveLength(3)
  fireEvent.mouseDown(document.body)
  expect(screen.queryByRole('checkbox')).toBeNull()
})
