import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PhoneRow, PhoneRows } from './phone-rows.tsx'
import { useChoice } from './use-choice.ts'

const opened: string[] = []

function List() {
  const choice = useChoice(['1', '2', '3'])
  return (
    <PhoneRows label="Rows" {...choice.listProps} {...choice.pressProps}>
      <ul>
        {['1', '2', '3'].map((id) => (
          <PhoneRow
            key={id}
            data-row={id}
            data-choice={id}
            data-chosen={choice.has(id)}
            picture={<button type="button">Open {id}</button>}
            title={`Row ${id}`}
            detail=""
            onOpen={() => opened.push(id)}
          />
        ))}
      </ul>
    </PhoneRows>
  )
}

beforeEach(() => {
  vi.useFakeTimers()
  opened.length = 0
  render(<List />)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const row = (id: string) => screen.getByText(`Row ${id}`)
const chosen = () =>
  [...document.querySelectorAll<HTMLElement>('[data-chosen="true"]')].map(({ dataset }) => dataset.row)
const touch = (x: number, y: number, fingers = 1) => ({ touches: Array(fingers).fill({ clientX: x, clientY: y }) })
/** A finger touches the screen. */
function down(target: Element, ...at: Parameters<typeof touch>) {
  fireEvent.pointerDown(target)
  fireEvent.touchStart(target, touch(...at))
}
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))

function pressLong(target: Element) {
  down(target, 40, 200)
  wait(500)
  fireEvent.touchEnd(target, { touches: [] })
  fireEvent.click(target)
}

it('a long press selects a row without opening it, and each press after it selects another', () => {
  pressLong(row('2'))
  expect(chosen()).toEqual(['2'])
  expect(opened).toEqual([])
  const tap = (id: string) => {
    down(row(id), 40, 200)
    fireEvent.touchEnd(row(id), { touches: [] })
    fireEvent.click(row(id))
  }
  tap('3')
  expect(chosen()).toEqual(['2', '3'])
  tap('2')
  expect(chosen()).toEqual(['3'])
  expect(opened).toEqual([])
})

it('after a long press without a click event, as in most browsers, the next press counts', () => {
  down(row('1'), 40, 200)
  wait(500)
  fireEvent.touchEnd(row('1'), { touches: [] })
  fireEvent.pointerDown(row('3'))
  fireEvent.click(row('3'))
  expect(chosen()).toEqual(['1', '3'])
})

it('a long press on an element of a row selects the row', () => {
  pressLong(screen.getByRole('button', { name: 'Open 1' }))
  expect(chosen()).toEqual(['1'])
})

it('a short press opens the row, even a moment after another', () => {
  for (const id of ['1', '1', '2']) {
    down(row(id), 40, 200)
    wait(200)
    fireEvent.touchEnd(row(id), { touches: [] })
    fireEvent.click(row(id))
  }
  wait(2_000)
  expect(opened).toEqual(['1', '1', '2'])
  expect(chosen()).toEqual([])
})

it('a moving finger, a scroll, a second finger and a cancelled press select nothing', () => {
  down(row('1'), 40, 200)
  wait(300)
  fireEvent.touchMove(row('1'), touch(40, 215))
  wait(1_000)
  expect(chosen()).toEqual([])

  down(row('1'), 40, 200)
  fireEvent.scroll(window)
  wait(1_000)
  down(row('1'), 40, 200)
  down(row('1'), 90, 300, 2)
  wait(1_000)
  down(row('1'), 40, 200)
  fireEvent.touchCancel(row('1'))
  wait(1_000)
  expect(chosen()).toEqual([])
  expect(opened).toEqual([])

  // A finger never rests perfectly still.
  down(row('1'), 40, 200)
  fireEvent.touchMove(row('1'), touch(43, 204))
  wait(500)
  expect(chosen()).toEqual(['1'])
})

it('the context menu does not open for a row that a finger selects, and does for a mouse', () => {
  expect(fireEvent.contextMenu(row('1'))).toBe(true)
  down(row('1'), 40, 200)
  wait(400)
  expect(fireEvent.contextMenu(row('1'))).toBe(false)
  expect(chosen()).toEqual(['1'])
  wait(1_000)
  expect(chosen()).toEqual(['1'])
})
