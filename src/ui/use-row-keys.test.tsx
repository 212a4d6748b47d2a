import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { useRowKeys } from './use-row-keys.ts'

afterEach(cleanup)

const opened: string[] = []

function Rows({ ids }: { ids: string[] }) {
  const keys = useRowKeys({ ids, onOpen: (id) => opened.push(id) })
  return (
    <table>
      <tbody onKeyDown={keys.onKeyDown}>
        {ids.map((id) => (
          <tr key={id} {...keys.rowProps(id)} aria-label={id}>
            <td>
              <button type="button">{`Menu of ${id}`}</button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const row = (name: string) => screen.getByRole('row', { name })

describe('The keyboard in the rows of a table', () => {
  it('one row is in the tab order, the first until another had the focus', () => {
    render(<Rows ids={['a', 'b', 'c']} />)
    expect(screen.getAllByRole('row').map((each) => each.tabIndex)).toEqual([0, -1, -1])
    fireEvent.focus(row('b'))
    expect(screen.getAllByRole('row').map((each) => each.tabIndex)).toEqual([-1, 0, -1])
  })

  it('the arrow keys, Home and End move between rows, and stop at the ends', () => {
    render(<Rows ids={['a', 'b', 'c']} />)
    row('a').focus()
    const press = (key: string) => {
      if (document.activeElement) fireEvent.keyDown(document.activeElement, { key })
      return document.activeElement?.getAttribute('aria-label')
    }
    expect(['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End'].map(press)).toEqual([
      'b',
      'c',
      'c',
      'b',
      'a',
      'c',
    ])
  })

  it('the down arrow moves from the search of the page to the first row', () => {
    render(
      <>
        <input type="search" aria-label="Search" />
        <input aria-label="Another field" />
        <Rows ids={['a', 'b']} />
      </>,
    )
    fireEvent.focus(row('b'))
    fireEvent.keyDown(screen.getByLabelText('Another field'), { key: 'ArrowDown' })
    expect(document.activeElement).toBe(document.body)
    fireEvent.keyDown(screen.getByLabelText('Search'), { key: 'ArrowDown' })
    expect(document.activeElement).toBe(row('a'))
  })

  it('Enter opens the focused row, but not from a button inside it', () => {
    render(<Rows ids={['a', 'b']} />)
    fireEvent.keyDown(screen.getByRole('button', { name: 'Menu of a' }), { key: 'Enter' })
    expect(opened).toEqual([])
    fireEvent.keyDown(row('b'), { key: 'Enter' })
    expect(opened).toEqual(['b'])
  })
})
