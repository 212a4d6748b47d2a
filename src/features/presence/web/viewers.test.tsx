import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Viewer } from '../contract.ts'
import { ViewerList } from './viewers.tsx'

afterEach(cleanup)

function viewer(number: number, visible = true): Viewer {
  const pid = String(number)
  const id = String(310000000000000100n + BigInt(number))
  return { pid, sid: pid, visible, id, name: `Person ${number}`, ringClass: 'ring-lagoon', avatarUrl: '' }
}

it("viewers are shown as up to 12 pictures plus '+N'", () => {
  const viewers = Array.from({ length: 12 }, (_, index) => viewer(index))
  render(<ViewerList list={{ room: 'roster', viewers, total: 17 }} />)
  screen.getByText('17 viewing')
  const items = screen.getAllByRole('listitem')
  expect(items).toHaveLength(13)
  expect(items[12]?.textContent).toBe('+5 more')
})

it("there is no '+N' if everybody is shown", () => {
  render(<ViewerList list={{ room: 'roster', viewers: [viewer(1), viewer(2, false)], total: 2 }} />)
  expect(screen.getAllByRole('listitem').map((item) => item.title)).toEqual([
    'Person 1',
    'Person 2 (in the background)',
  ])
})

it('a press on a viewer opens them beside the page', () => {
  window.history.replaceState(null, '', '/staff-roster')
  render(<ViewerList list={{ room: 'roster', viewers: [viewer(1), viewer(2)], total: 2 }} />)
  fireEvent.click(screen.getByRole('link', { name: 'Person 2' }))
  expect(window.location.search).toBe('?person=310000000000000102')
})
