import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { SheetReport } from '#lib/sheet.ts'
import { ImportView } from './import-view.tsx'

afterEach(cleanup)

it('A file that cannot be read any more is said to be, and nothing is sent', async () => {
  const mutate = vi.fn()
  const sending = { data: undefined, error: null, isPending: false, isSuccess: false, mutate, reset: () => undefined }
  render(
    <ImportView<SheetReport>
      title="Staff Roster"
      href="/staff-roster"
      hint="A spreadsheet."
      trying={sending}
      importing={sending}
      labels={new Map()}
      counts={['added']}
      promise={(changes) => `Import ${changes}`}
    >
      {() => null}
    </ImportView>,
  )
  const file = Object.assign(new File(['Name'], 'november.csv'), {
    arrayBuffer: () => Promise.reject(new DOMException('it changed on the disk', 'NotReadableError')),
  })
  fireEvent.change(screen.getByLabelText('CSV file'), { target: { files: [file] } })
  expect((await screen.findByRole('alert')).textContent).toContain('november.csv could not be read.')
  expect(mutate).not.toHaveBeenCalled()
})
