import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useItemKeys } from './use-item-keys.ts'

const onPress = vi.fn()
beforeEach(() => onPress.mockClear())
afterEach(cleanup)

function Cards({ names }: { names: string[] }) {
  useItemKeys('li > button')
  return (
    <>
      <input type="search" aria-label="Search" />
      <dialog open>
        <input type="search" aria-label="Search of a dialog" />
      </dialog>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => onPress(name)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
      <button type="button">Another</button>
    </>
  )
}

const focused = () => document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label')
const press = (key: string, more = {}) => {
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
  return focused()
}

it('the down arrow moves from the search to the first item, arrow keys continue, and Enter presses it', () => {
  render(<Cards names={['CAD', 'Map', 'Radio']} />)
  screen.getByLabelText('Search').focus()
  expect(
    ['ArrowUp', 'End', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'End', 'Home'].map((key) => press(key)),
  ).toEqual(['Search', 'Search', 'CAD', 'Map', 'CAD', 'CAD', 'Radio', 'CAD'])
  press('ArrowDown')
  press('Enter', { ctrlKey: true })
  expect(onPress).not.toHaveBeenCalled()
  press('Enter')
  expect(onPress.mock.calls).toEqual([['Map']])
})

it('keys in other fields, and in the search of a dialog, have their normal effect', () => {
  render(<Cards names={['CAD']} />)
  screen.getByText('Another').focus()
  expect(press('ArrowDown')).toBe('Another')
  screen.getByLabelText('Search of a dialog').focus()
  expect(press('ArrowDown')).toBe('Search of a dialog')
})

it('the down arrow stays in the search without results', () => {
  render(<Cards names={[]} />)
  screen.getByLabelText('Search').focus()
  expect(press('ArrowDown')).toBe('Search')
})
