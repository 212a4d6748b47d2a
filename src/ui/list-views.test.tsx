import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { type KeptList, type ListPreferences, NO_PREFERENCES } from '#lib/list-preferences.ts'
import { Router } from '#web/router.tsx'
import { ListViews } from './list-views.tsx'
import { LiveRegion } from './live-region.tsx'

let preferences: ListPreferences
/** Whether the site answers. */
let isReached = true

function List({ initial }: { initial: ListPreferences }) {
  const [now, setNow] = useState(initial)
  preferences = now
  const change: KeptList['change'] = (change, onSaved) => {
    setNow(change)
    if (isReached) onSaved?.()
  }
  return (
    <Router path="/staff-roster">
      <ListViews kept={{ list: '/staff-roster', preferences: now, change }} />
      <LiveRegion />
    </Router>
  )
}

const manage = () => {
  fireEvent.click(screen.getByRole('button', { name: 'Views' }))
  fireEvent.click(screen.getByRole('menuitem', { name: /^Save/ }))
  return within(screen.getByRole('dialog'))
}

afterEach(() => {
  cleanup()
  isReached = true
  window.history.replaceState(null, '', '/')
})

it('the current filters are saved as a view, which a view of the same name replaces', () => {
  window.history.replaceState(null, '', '/staff-roster?status=LOA&person=1')
  render(<List initial={NO_PREFERENCES} />)
  const dialog = manage()
  const field = dialog.getByLabelText('Name of the current view')
  fireEvent.change(field, { target: { value: ' On leave ' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(preferences.views).toEqual([{ name: 'On leave', search: 'status=LOA' }])
  fireEvent.change(field, { target: { value: 'on leave' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Replace' }))
  expect(preferences.views).toEqual([{ name: 'on leave', search: 'status=LOA' }])
})

it('a view opens by its link, and the current one is named', () => {
  window.history.replaceState(null, '', '/staff-roster?status=LOA')
  const views = [
    { name: 'On leave', search: 'status=LOA' },
    { name: 'Everybody', search: '' },
  ]
  render(<List initial={{ ...NO_PREFERENCES, views }} />)
  const button = screen.getByRole('button', { name: 'Views' })
  expect(button.textContent).toBe('On leave')
  fireEvent.click(button)
  const links = screen.getAllByRole('menuitem').flatMap((item) => item.getAttribute('href') ?? [])
  expect(links).toEqual(['/staff-roster?status=LOA', '/staff-roster'])
  fireEvent.click(screen.getByRole('menuitem', { name: 'Everybody' }))
  expect(window.location.search).toBe('')
})

it('a view can be deleted and restored at its position', () => {
  const views = [
    { name: 'On leave', search: 'status=LOA' },
    { name: 'Trainees', search: 'role=Trial+Moderator' },
  ]
  render(<List initial={{ ...NO_PREFERENCES, views }} />)
  fireEvent.click(manage().getByRole('button', { name: 'Delete the view On leave' }))
  expect(preferences.views).toEqual(views.slice(1))
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(preferences.views).toEqual(views)
})

it('does not call a view saved before it is saved', () => {
  window.history.replaceState(null, '', '/staff-roster?status=LOA')
  isReached = false
  render(<List initial={NO_PREFERENCES} />)
  const dialog = manage()
  const save = (name: string) => {
    fireEvent.change(dialog.getByLabelText('Name of the current view'), { target: { value: name } })
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  }
  save('On leave')
  expect(screen.queryByText(/is saved/)).toBeNull()
  isReached = true
  save('Away')
  expect(screen.getAllByText('The view Away is saved.').length).toBeGreaterThan(0)
})
