import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { type Choice, Combobox } from './combobox.tsx'

afterEach(cleanup)

const NOLAN: Choice = { value: '310000000000000101', label: 'Nolan Reyes', texts: ['N. R. | S-12'] }
const IBANEZ: Choice = { value: '310000000000000102', label: 'Lucía Ibáñez' }
const MARCUS: Choice = { value: '310000000000000103', label: 'Marcus Delgado', note: '12' }
const MARTA: Choice = { value: '310000000000000104', label: 'Marta Quinn' }
const EVERYBODY = [NOLAN, IBANEZ, MARCUS, MARTA]

let chosen: (string | null)[]
let typed: string[]
let sent: number

function Example({ choices = EVERYBODY }: { choices?: readonly Choice[] }) {
  const [choice, setChoice] = useState<Choice | null>(null)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sent += 1
      }}
    >
      <Combobox
        label="Person"
        chosen={choice}
        choices={choices}
        onType={(text) => typed.push(text)}
        onChoose={(next) => {
          setChoice(next)
          chosen.push(next?.label ?? null)
        }}
      />
    </form>
  )
}

function show(choices?: readonly Choice[]) {
  chosen = []
  typed = []
  sent = 0
  const { rerender } = render(<Example choices={choices} />)
  const field = screen.getByRole('combobox', { name: 'Person' })
  return {
    field,
    type: (text: string) => fireEvent.change(field, { target: { value: text } }),
    /** Returns whether the key is left to the form around the field. */
    press: (key: string, more: object = {}) => fireEvent.keyDown(field, { key, ...more }),
    answer: (found: readonly Choice[]) => rerender(<Example choices={found} />),
  }
}
const labels = () => screen.queryAllByRole('option').map((option) => option.textContent)
const current = () => screen.queryByRole('option', { selected: true })?.textContent

describe('The person picker', () => {
  it('only rows that match the typed text are shown, even while earlier results are shown', () => {
    const { type } = show()
    type('nol')
    expect(labels()).toEqual(['Nolan Reyes'])
  })

  it.each([
    ['a name that nobody has', 'nolanx', 'Tab'],
    ['the name of somebody else', 'marta', 'Tab'],
    ['nothing', '', 'Tab'],
  ])('nobody is selected once %s is typed over a selection', (_what, text, key) => {
    const { field, type, press } = show()
    type('nol')
    press('Enter')
    expect(field).toHaveProperty('value', 'Nolan Reyes')
    type(text)
    press(key)
    fireEvent.blur(field)
    expect(chosen).toEqual(['Nolan Reyes', null])
    expect(field).toHaveProperty('value', '')
  })

  it('the selection stays while nothing is typed, and its text is selected so that typing replaces it', () => {
    const { field, type, press } = show()
    type('nol')
    press('Enter')
    fireEvent.click(field)
    expect([field instanceof HTMLInputElement && field.selectionEnd, chosen]).toEqual([11, ['Nolan Reyes']])
    press('Tab')
    fireEvent.blur(field)
    expect(field).toHaveProperty('value', 'Nolan Reyes')
  })

  it('a row is found without accents, by its id and by its other names', () => {
    const { type } = show()
    for (const [text, label] of [
      ['ibanez', 'Lucía Ibáñez'],
      ['310000000000000101', 'Nolan Reyes'],
      ['s-12', 'Nolan Reyes'],
    ] as const) {
      type(text)
      expect(labels()).toEqual([label])
    }
  })

  it('a row is not found by its note', () => {
    const { type } = show([MARCUS])
    type('12')
    expect(labels()).toEqual([])
  })

  it('Enter selects nobody without a match, and does not send the form', () => {
    const { type, press } = show()
    type('zzz')
    expect(press('Enter')).toBe(false)
    expect(press('ArrowDown')).toBe(false)
    expect(press('Enter')).toBe(false)
    expect(chosen).toEqual([])
    expect(sent).toBe(0)
  })

  it('Enter selects nobody while nothing is typed and no row is active', () => {
    const { field, press } = show()
    fireEvent.click(field)
    expect(current()).toBeUndefined()
    expect(press('Enter')).toBe(false)
    expect(chosen).toEqual([])
    press('ArrowDown')
    expect(current()).toBe('Nolan Reyes')
    press('Enter')
    expect(chosen).toEqual(['Nolan Reyes'])
  })

  it('three letters, the down arrow and Enter select the only matching row', () => {
    const { type, press } = show()
    type('nol')
    press('ArrowDown')
    press('Enter')
    expect(chosen).toEqual(['Nolan Reyes'])
  })

  it('the active row stays active when new results come before it', () => {
    const { type, press, answer } = show([MARCUS, MARTA])
    type('mar')
    press('ArrowDown')
    expect(current()).toBe('Marta Quinn')
    answer([{ value: '1', label: 'Marla Abel' }, MARCUS, MARTA])
    press('Enter')
    expect(chosen).toEqual(['Marta Quinn'])
  })

  it('nobody else is selected when the active row disappears', () => {
    const { type, press, answer } = show([MARCUS, MARTA])
    type('mar')
    press('ArrowDown')
    answer([MARCUS])
    expect(current()).toBeUndefined()
    press('Enter')
    expect(chosen).toEqual([])
  })

  it('Enter during text composition selects nothing', () => {
    const { type, press } = show()
    type('nol')
    press('Enter', { isComposing: true })
    expect(chosen).toEqual([])
  })

  it('leaving the field clears the typed text and closes the list', () => {
    const { field, type } = show()
    type('mar')
    fireEvent.blur(field)
    expect(typed.at(-1)).toBe('')
    expect(screen.queryByRole('listbox')).toBeNull()
    fireEvent.click(field)
    expect(labels()).toHaveLength(4)
  })
})
