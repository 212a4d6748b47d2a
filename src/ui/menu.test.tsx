import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Menu, MenuAction } from './menu.tsx'

const STATUSES = ['Active', 'Semi-Active', 'Inactive', 'In training', 'LOA']

describe('Letters typed in a menu', () => {
  beforeEach(() => {
    render(
      <Menu label="Set status" trigger="Set status" triggerClass="">
        {STATUSES.map((status) => (
          <MenuAction key={status} onSelect={() => undefined}>
            {status}
          </MenuAction>
        ))}
      </Menu>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Set status' }), { detail: 0 })
    expect(focused()).toBe('Active')
  })
  afterEach(cleanup)

  const focused = () => document.activeElement?.textContent
  /** Types letters 100 ms apart, the first at `from`, and returns the text of the focused element. */
  const type = (text: string, { from = 0, ...modifiers }: { from?: number; ctrlKey?: boolean } = {}) => {
    for (const [index, key] of [...text].entries()) {
      const target = document.activeElement ?? document.body
      const event = createEvent.keyDown(target, { key, ...modifiers })
      Object.defineProperty(event, 'timeStamp', { value: from + index * 100 })
      fireEvent(target, event)
    }
    return focused()
  }

  it('letters select the first item that starts with them', () => {
    expect(type('ina')).toBe('Inactive')
  })

  it('letters can include a space', () => {
    expect(type('in t')).toBe('In training')
  })

  it('letters start again after a second', () => {
    expect(type('in')).toBe('Inactive')
    expect(type('l', { from: 1_200 })).toBe('LOA')
  })

  it('the focus stays if no item starts with the letters, and further letters continue from there', () => {
    expect(type('lx')).toBe('LOA')
    expect(type('a', { from: 2_000 })).toBe('Active')
  })

  it('a repeated letter selects the next item that starts with it', () => {
    expect(type('i')).toBe('Inactive')
    expect(type('i', { from: 100 })).toBe('In training')
    expect(type('i', { from: 200 })).toBe('Inactive')
  })

  it('letters with a modifier key are left to the browser', () => {
    expect(type('l', { ctrlKey: true })).toBe('Active')
  })
})

it('Back closes a menu', () => {
  render(
    <Menu label="Account" trigger="Account" triggerClass="">
      <MenuAction onSelect={() => undefined}>Log out</MenuAction>
    </Menu>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Account' }))
  screen.getByRole('menu')
  fireEvent.popState(window)
  expect(screen.queryByRole('menu')).toBeNull()
  cleanup()
})
