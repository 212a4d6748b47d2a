import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { type ListPreferences, MIN_WIDTH, NO_PREFERENCES } from '#lib/list-preferences.ts'
import type { Exported } from '#web/download.ts'
import { Router } from '#web/router.tsx'
import { ListTools } from './list-tools.tsx'
import { Table } from './table.tsx'
import { type Column, useColumns } from './use-columns.tsx'

const COLUMNS: Column[] = [
  { key: 'name', label: 'Name', isFixed: true },
  { key: 'status', label: 'Status' },
  { key: 'notes', label: 'Notes' },
]
const LIST: Exported = {
  all: { method: 'GET', path: '/api/roster/export' },
  chosen: { method: 'POST', path: '/api/roster/export' },
}
let preferences: ListPreferences

function List({ initial = NO_PREFERENCES }: { initial?: ListPreferences }) {
  const [now, setNow] = useState(initial)
  preferences = now
  const kept = { list: '/staff-roster', preferences: now, change: setNow }
  const columns = useColumns(COLUMNS, kept)
  return (
    <Router path="/staff-roster">
      <ListTools kept={kept} columns={COLUMNS} exporting={{ exported: LIST }} />
      <Table label="Roster" {...columns.table}>
        {columns.group}
        <thead>
          <tr>
            {COLUMNS.map(({ key, label }) => (
              <th key={key}>
                {label}
                {columns.handleOf(key)}
              </th>
            ))}
          </tr>
        </thead>
      </Table>
    </Router>
  )
}

const sheet = () => screen.getByRole('region', { name: 'Roster' })
const edgeOf = (column: string) => screen.getByRole('separator', { name: `Width of ${column}` })

afterEach(cleanup)

it('a column can be hidden and shown again, except the one that identifies the row', () => {
  render(<List />)
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
  expect(screen.queryByRole('checkbox', { name: 'Name' })).toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Status' }))
  expect([preferences.hidden, sheet().dataset.hidden]).toEqual([['status'], '2'])
  expect(sheet().querySelectorAll('col')).toHaveLength(2)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Status' }))
  expect([preferences.hidden, sheet().dataset.hidden]).toEqual([[], undefined])
})

it('rows can be compact, and everything can be reset', () => {
  render(<List initial={{ ...NO_PREFERENCES, hidden: ['notes'], widths: { name: 300 } }} />)
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Compact rows' }))
  expect([preferences.density, sheet().dataset.density]).toEqual(['compact', 'compact'])
  fireEvent.click(screen.getByRole('button', { name: 'As they were' }))
  expect(preferences).toEqual(NO_PREFERENCES)
})

it('the arrow keys make a column wider, which is stored when the key is released', () => {
  render(<List />)
  const edge = edgeOf('Name')
  edge.focus()
  fireEvent.keyDown(edge, { key: 'ArrowRight' })
  fireEvent.keyDown(edge, { key: 'ArrowRight' })
  expect(preferences.widths).toEqual({})
  fireEvent.keyUp(edge, { key: 'ArrowRight' })
  expect(preferences.widths).toEqual({ name: MIN_WIDTH + 32, status: MIN_WIDTH, notes: MIN_WIDTH })
  expect(edge.getAttribute('aria-valuenow')).toBe(String(MIN_WIDTH + 32))
  expect(sheet().querySelector('col')?.style.width).toBe(`${MIN_WIDTH + 32}px`)
})

it('the Tab key reaches one column edge, the arrow keys the others, and the last column takes the rest', () => {
  render(<List />)
  expect(screen.getAllByRole('separator').map((edge) => edge.tabIndex)).toEqual([0, -1])
  edgeOf('Name').focus()
  fireEvent.keyDown(edgeOf('Name'), { key: 'ArrowDown' })
  expect(document.activeElement).toBe(edgeOf('Status'))
})
