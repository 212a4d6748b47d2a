import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CHECKLIST } from '#test/checklist.ts'
import { findChecklist, type TrialModImport } from '../contract.ts'
import { ChecklistImportView } from './checklist-import.tsx'

const REPORT: TrialModImport = {
  ok: true,
  added: 1,
  changed: 1,
  unchanged: 0,
  missing: 1,
  changes: [
    {
      kind: 'changed',
      traineeId: '310000000000000101',
      staffId: 'TM-15',
      name: 'Nolan Reyes',
      fields: [
        { field: 'classroom', before: null, after: 'Completed by Marcus Delgado' },
        { field: 'completed', before: null, after: '2026-03-01' },
      ],
    },
    {
      kind: 'added',
      traineeId: '932435905850722237',
      staffId: null,
      name: 'Skye Moss',
      fields: [
        { field: 'name', before: null, after: 'Skye Moss' },
        { field: 'status', before: null, after: 'In-Training' },
      ],
    },
    { kind: 'missing', traineeId: '932435905850722238', staffId: 'TM-9', name: 'Ivy Cho', fields: [] },
  ],
  errors: [],
  columns: [],
  basis: 'shown',
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('an import of the checklist shows its changes, and writes after a confirmation', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (init.method === 'GET') return Response.json({ data: [] })
    sent.push(`${init.method} ${address}`)
    return Response.json(REPORT)
  })
  const queryClient = new QueryClient()
  queryClient.setQueryData([findChecklist.path], CHECKLIST)
  render(
    <QueryClientProvider client={queryClient}>
      <ChecklistImportView />
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getByLabelText('Spreadsheet'), { target: { files: [new File(['Trial Mod'], 'mods.csv')] } })
  const table = await screen.findByRole('table', { name: 'What changes' })
  expect([...table.querySelectorAll('tbody tr')].map((row) => row.textContent)).toEqual([
    'ChangedTM-15Nolan ReyesClassroom (empty)Completed by Marcus DelgadoCompleted (date) (empty)03/01/2026',
    'AddedSkye MossStatus In-Training',
    'MissingTM-9Ivy Cho',
  ])
  screen.getByText('Not in the file. They stay on the checklist.')
  fireEvent.click(screen.getByRole('button', { name: 'Import 2 changes' }))
  await screen.findByText('The file was imported.')
  expect(sent).toEqual([
    'POST /api/trialmods/import?dryRun=true',
    'POST /api/trialmods/import?name=mods.csv&basis=shown',
  ])
})
