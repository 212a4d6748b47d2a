import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { JoinedPeople } from './joined-people.tsx'

afterEach(cleanup)

it('Each of the people who were joined is named', () => {
  const join = {
    ...{ id: 12, at: '2026-03-14T18:30:00.000Z', by: 'Dana Whitfield', file: null, undone: null, may_undo: true },
    ...{ names: ['Kai Stone', 'Iris Vale'], added: 0, changed: 2, removed: 1 },
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <JoinedPeople joins={[join, { ...join, id: 11, names: [] }]} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  const said = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(said[0]).toContain('Two people became oneKai Stone, Iris Vale')
  expect(said[1]).not.toContain('Kai')
})
