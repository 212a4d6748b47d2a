import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { clientOfStaff, fakeServer, json } from '#test/fake-server.ts'
import { DeviationReport } from './deviation-report.tsx'

const COUNTS = { total: 4, harsher: 1, milder: 2 }
const REPORT = {
  offences: [{ id: '101', name: 'Missed shift', ...COUNTS }],
  issuers: [{ id: '310000000000000203', name: 'Priya Castell', ...COUNTS }],
  is_capped: false,
}
const server = fakeServer(() => ({ 'GET /api/staff-da/deviations': json(REPORT) }))

it('the report stays if a reload fails, with a message', async () => {
  const client = clientOfStaff({})
  render(
    <QueryClientProvider client={client}>
      <DeviationReport />
    </QueryClientProvider>,
  )
  await screen.findByText('Priya Castell')
  server.answers['GET /api/staff-da/deviations'] = () => Promise.reject(new TypeError('offline'))
  await act(() => client.invalidateQueries())
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The site could not be reached\./)
  screen.getByText('Priya Castell')
})
