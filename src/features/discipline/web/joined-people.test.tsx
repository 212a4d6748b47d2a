import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, json } from '#test/fake-server.ts'
import { JoinedPeople } from './joined-people.tsx'

const APPEALED = 'One of the actions that would move has an open appeal. Undo this when the appeal has ended.'
fakeServer(() => ({
  'GET /api/imports/12/undo': json({ ok: false, error: { code: 'appeal_open', message: APPEALED } }, 409),
}))

const join = {
  ...{ id: 12, at: '2026-03-14T18:30:00.000Z', by: 'Dana Whitfield', file: null, undone: null, may_undo: true },
  ...{ names: ['Kai Stone', 'Iris Vale'], added: 0, changed: 2, removed: 1 },
}

it('all joined people are listed', () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <JoinedPeople joins={[join, { ...join, id: 11, names: [] }]} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items[0]).toContain('Two people became oneKai Stone, Iris Vale')
  expect(items[1]).not.toContain('Kai')
})

it('the first press on Undo says why it would be refused, without a confirmation', async () => {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <JoinedPeople joins={[join]} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  const undo = screen.getByRole('button', { name: 'Undo' })
  undo.focus()
  fireEvent.click(undo)
  expect(await screen.findByText(APPEALED)).toBeDefined()
  expect([undo.textContent, document.activeElement]).toEqual(['Undo', undo])
})
