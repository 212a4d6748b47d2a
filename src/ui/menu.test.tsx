import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Menu, MenuAction } from './menu.tsx'

const STATUSES = ['Active', 'Semi-Active', 'Inactive', 'In training', 'LOA']

describe('letters typed in a menu', () => {
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

  it('lead to the first item that begins with them', () => {
    expect(type('ina')).toBe('Inactive')
  })

  it('may hold a space', () => {
    expect(type('in t')).toBe('In training')
  })

  it('begin anew after a second', () => {
    expect(type('in')).toBe('Inactive')
    expect(type('l', { from: 1_200 })).toBe('LOA')
  })

  it('leave the focus where it is when no item begins with them, and go on from there', () => {
    expect(type('lx')).toBe('LOA')
    expect(type('a', { from: 2_000 })).toBe('Active')
  })

  it('lead to the next one that begins with the same letter when it is typed again', () => {
    expect(type('i')).toBe('Inactive')
    expect(type('i', { from: 100 })).toBe('In training')
    expect(type('i', { from: 200 })).toBe('Inactive')
  })

  it('are left to the browser with a modifier key', () => {
    expect(type('l', { ctrlKey: true })).toBe('Active')
  })
})

it('a menu closes when Back leads to another page', () => {
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
