import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { clientOfStaff, fakeServer, json } from '#test/fake-server.ts'
import type { Offence } from '../contract.ts'
import { OffencesView } from './offences-view.tsx'

const SHIFT: Offence = {
  ...{ code: 'S-1', name: 'Missed shift', category: 'Duty', text: 'A shift that somebody did not come to.' },
  ...{ family: 'staff', ladder: [{ type: 'Note' }] },
}
fakeServer(() => ({ 'GET /api/offences': json({ data: [SHIFT], retired: [] }) }))
afterEach(() => window.history.replaceState(null, '', '/'))

it('an empty result of the offences can be reset', async () => {
  render(
    <QueryClientProvider client={clientOfStaff({})}>
      <OffencesView />
    </QueryClientProvider>,
  )
  await screen.findByText('Missed shift')
  fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'nobody' } })
  screen.getByText('No offences found.')
  expect(screen.queryByText('Missed shift')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
  screen.getByText('Missed shift')
})
