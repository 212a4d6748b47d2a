import { dayOf, formatDay } from '#lib/dates.ts'
import { ImportView } from '#ui/import-view.tsx'
import { RowTh, Table, Td, Th } from '#ui/table.tsx'
import { type DaImport, MAX_SHOWN } from '../contract.ts'
import { SHEET_LABELS } from '../sheet-rules.ts'
import { useImportActions, useTryActionImport } from './queries.ts'
import { TypeChip } from './type-chip.tsx'

const LABELS = new Map([...Object.entries(SHEET_LABELS), ['file', 'The file']])

const EXAMPLE = {
  ...{ date: '2026-03-14', user: '310000000000000101', user_name: 'Nolan Reyes' },
  ...{ admin: '310000000000000103', admin_name: 'Marcus Delgado', type: 'Strike' },
  ...{ internal_reason: 'Missed three shifts', external_reason: 'Please say when you cannot come.' },
}

/** Takes over a spreadsheet of actions. */
export function ActionImportView({ title, href }: { title: string; href: string }) {
  return (
    <ImportView
      title={title}
      href={href}
      hint={`A spreadsheet with a row of column names: ${Object.values(SHEET_LABELS).join(', ')}. You see what will be added before anything is saved. Rows that were imported before are skipped.`}
      trying={useTryActionImport()}
      importing={useImportActions()}
      labels={LABELS}
      example={EXAMPLE}
      counts={['added', 'unchanged']}
      promise={(changes) => `Import ${changes} ${changes === 1 ? 'action' : 'actions'}`}
    >
      {(report) => report.entries.length > 0 && <Entries report={report} />}
    </ImportView>
  )
}

function Entries({ report: { entries, added } }: { report: DaImport }) {
  return (
    <>
      {added > entries.length && (
        <p className="text-paper-dim text-sm">
          The first {MAX_SHOWN} of {added.toLocaleString('en')}:
        </p>
      )}
      <Table label="What is added" className="text-[0.8125rem]!">
        <thead>
          <tr>
            <Th>Date</Th>
            <Th>User</Th>
            <Th>Admin</Th>
            <Th>Type</Th>
            <Th className="w-1/2">Internal Reason</Th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={JSON.stringify(entry)}>
              <Td label="Date">{formatDay(dayOf(entry.date))}</Td>
              <RowTh label="User">{entry.user_name}</RowTh>
              <Td label="Admin">{entry.admin_name}</Td>
              <Td label="Type">
                <TypeChip type={entry.type} revoked={null} />
              </Td>
              <Td label="Internal Reason" className="text-paper-dim">
                <span className="line-clamp-2">{entry.internal_reason}</span>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}
