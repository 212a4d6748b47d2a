import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useCallback, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Command, CommandDialog } from './command-dialog.tsx'

afterEach(cleanup)

const ROSTER: Command = { id: 'roster', label: 'Roster', icon: null }
const DANA: Command = {
  id: 'dana',
  label: 'Dana',
  detail: 'SD-1',
  icon: null,
  copy: { text: '<@1>', label: 'copy mention' },
}
const GROUPS = [
  { label: 'Pages', commands: [ROSTER] },
  { label: 'People', commands: [DANA] },
]

let done: string[]

function Example({ groups = GROUPS }: { groups?: typeof GROUPS }) {
  const [search, setSearch] = useState('')
  const find = useCallback(() => groups, [groups])
  return (
    <CommandDialog
      label="Jump to"
      placeholder="Page or person"
      search={search}
      onSearch={setSearch}
      find={find}
      emptyText="Nothing found."
      onOpen={({ id }) => done.push(`open ${id}`)}
      onCopy={({ id }) => done.push(`copy ${id}`)}
      onClose={() => done.push('close')}
    />
  )
}

function show(groups = GROUPS): HTMLElement {
  done = []
  render(<Example groups={groups} />)
  return screen.getByRole('combobox', { name: 'Jump to' })
}

const current = () => screen.getByRole('option', { selected: true })

describe('The command dialog', () => {
  it('the focus stays in the field, which names its list and the current option', () => {
    const field = show()
    expect(document.activeElement).toBe(field)
    expect(field.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
    expect(field.getAttribute('aria-activedescendant')).toBe(current().id)
    screen.getByRole('group', { name: 'People' })
  })

  it('the arrow keys wrap around the list, Enter opens, and Shift Enter copies', () => {
    const field = show()
    fireEvent.keyDown(field, { key: 'Enter' })
    fireEvent.keyDown(field, { key: 'Enter', shiftKey: true })
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    expect(current().textContent).toContain('Dana')
    expect(field.getAttribute('aria-activedescendant')).toBe(current().id)
    fireEvent.keyDown(field, { key: 'Enter', shiftKey: true })
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    expect(current().textContent).toContain('Roster')
    fireEvent.keyDown(field, { key: 'ArrowUp' })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(done).toEqual(['open roster', 'copy dana', 'open dana'])
  })

  it('typing selects the best result again', () => {
    const field = show()
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    fireEvent.change(field, { target: { value: 'r' } })
    expect(current().textContent).toContain('Roster')
  })

  it('a press opens an option, and a press on its copy button copies', () => {
    show()
    const dana = screen.getByRole('option', { name: /Dana/ })
    fireEvent.click(dana)
    fireEvent.click(dana.querySelector('[data-copy] svg') ?? dana)
    expect(done).toEqual(['open dana', 'copy dana'])
  })

  it('the number of results is announced, also zero', () => {
    show([])
    expect(screen.getByRole('status').textContent).toBe('Nothing found.')
    cleanup()
    show()
    expect(screen.getByRole('status').textContent).toBe('2 found')
  })

  it('Escape and a press outside close the dialog', () => {
    show()
    const dialog = screen.getByRole('dialog')
    fireEvent.keyDown(dialog, { key: 'Escape' })
    fireEvent.mouseDown(dialog)
    expect(done).toEqual(['close', 'close'])
  })

  it('a letter is shown at once, and an Enter right after it opens the first result', async () => {
    const all = GROUPS.flatMap(({ commands }) => commands)
    const find = (search: string) => [
      { label: 'All', commands: all.filter(({ label }) => label.toLowerCase().startsWith(search)) },
    ]
    const found: string[] = []
    function Finds() {
      const [search, setSearch] = useState('')
      const names = { label: 'Jump to', placeholder: 'Page or person', emptyText: 'Nothing found.' }
      const asks = { onOpen: ({ id }: Command) => found.push(id), onCopy: () => {}, onClose: () => {} }
      return <CommandDialog {...names} {...asks} search={search} onSearch={setSearch} find={find} />
    }
    render(<Finds />)
    const field = screen.getByRole('combobox')
    // Behave as a browser does. Inside `act`, rendering would finish before the next key.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'd')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await Promise.resolve()
    expect([field.getAttribute('value'), current().textContent]).toEqual(['d', 'Roster'])
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    expect(found).toEqual(['dana'])
    vi.unstubAllGlobals()
  })
})
