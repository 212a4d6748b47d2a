import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, json } from '#test/fake-server.ts'
import { ExportMenu } from './export-menu.tsx'
import { LiveRegion } from './live-region.tsx'

const TOO_MANY = 'Name at most 2,500 rows: filter the list further, or export it without a filter.'
const server = fakeServer(() => ({
  'POST /api/roster/export': json(
    { ok: false, error: { code: 'invalid', message: 'Please check the marked fields.', fields: { rows: TOO_MANY } } },
    400,
  ),
}))

it('a list with more rows than can be named is not exported, and the page says what to do', async () => {
  const path = '/api/roster/export'
  render(
    <>
      <ExportMenu exported={{ all: { method: 'GET', path }, chosen: { method: 'POST', path } }} rows={['a', 'b']} />
      <LiveRegion />
    </>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Export' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'CSV, for spreadsheets' }))
  expect((await screen.findAllByText(`The list could not be exported. ${TOO_MANY}`)).length).toBeGreaterThan(0)
  expect(server.asked).toHaveLength(1)
})
