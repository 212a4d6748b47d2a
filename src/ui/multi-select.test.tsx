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

it('claims no menu, opens on arrow down, walks with the arrow keys and around the ends', () => {
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

it('leads to the option that begins with the letters that are typed', () => {
  render(<Colours />)
  fireEvent.click(trigger())
  fireEvent.keyDown(box(/Red/), { key: 'g' })
  expect(document.activeElement).toBe(box(/Green/))
})

it('keeps the chosen in the order of the options, shows their counts and clears them', () => {
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

it('closes on Escape and gives focus back, and closes on a mouse press outside', () => {
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
