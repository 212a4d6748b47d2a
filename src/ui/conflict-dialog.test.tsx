import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ConflictDialog } from './conflict-dialog.tsx'

afterEach(cleanup)

function show(fields = [{ label: 'Meaning', mine: 'Copy', theirs: 'Message understood' }]) {
  const acts = { onKeepMine: vi.fn(), onTakeTheirs: vi.fn(), onClose: vi.fn() }
  render(<ConflictDialog title="10-4 was changed" fields={fields} {...acts} />)
  return acts
}

it('both versions of changed fields are shown, without equal fields', () => {
  show([
    { label: 'Code', mine: '10-4', theirs: '10-4' },
    { label: 'Meaning', mine: 'Copy', theirs: 'Message understood' },
    { label: 'Category', mine: '', theirs: 'Radio' },
  ])
  const table = within(screen.getByRole('table'))
  expect(table.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    'Copy',
    'Message understood',
    '(empty)',
    'Radio',
  ])
  expect(table.queryByText('Code')).toBeNull()
})

it('one can keep their version, take the other one, or cancel', () => {
  const acts = show()
  fireEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
  fireEvent.click(screen.getByRole('button', { name: 'Take theirs' }))
  fireEvent.click(screen.getByRole('button', { name: 'Close dialog' }))
  for (const act of Object.values(acts)) expect(act).toHaveBeenCalledOnce()
})

it('equal versions are reported', () => {
  show([{ label: 'Meaning', mine: 'Copy', theirs: 'Copy' }])
  expect(screen.getByText('Both versions are the same.')).toBeTruthy()
})
