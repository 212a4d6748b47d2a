import { PastImports } from '#features/audit/web/past-imports.tsx'
import { dayOf, formatDay } from '#lib/dates.ts'
import { formatNumber, t } from '#lib/messages.ts'
import { ImportView } from '#ui/import-view.tsx'
import { RowTh, Table, Td, Th } from '#ui/table.tsx'
import { type DaImport, MAX_SHOWN } from '../contract.ts'
import { SHEET_FIELDS, SHEET_LABELS } from '../sheet-rules.ts'
import { useActionTypes, useImportActions, useTryActionImport } from './queries.ts'
import { TypeChip } from './type-chip.tsx'

const EXAMPLE = {
  ...{ date: '2026-03-14', user: '310000000000000101', user_name: 'Nolan Reyes' },
  ...{ admin: '310000000000000103', admin_name: 'Marcus Delgado' },
}

/** The page that imports a spreadsheet of actions. */
export function ActionImportView({ title, href }: { title: string; href: string }) {
  const types = useActionTypes()
  const columns = SHEET_FIELDS.map((field): [string, string] => [field, t(SHEET_LABELS[field])])
  return (
    <ImportView
      title={title}
      href={href}
      hint={t(
        'A spreadsheet with a row of column names: {names}. You see what will be added before anything is saved. Rows that were imported before are skipped.',
        { names: columns.map(([, label]) => label).join(', ') },
      )}
      trying={useTryActionImport()}
      importing={useImportActions()}
      past={(startAgain) => <PastImports list="staff-da" onLatestUndone={startAgain} />}
      labels={new Map([...columns, ['file', t('The file')]])}
      example={{
        ...EXAMPLE,
        type: types[0]?.name ?? '',
        internal_reason: t('Missed three shifts'),
        external_reason: t('Please say when you cannot come.'),
      }}
      counts={['added', 'unchanged']}
      promise={(count) => t({ one: 'Import {count} action', other: 'Import {count} actions' }, { count })}
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
          {t('The first {shown} of {total}:', { shown: MAX_SHOWN, total: formatNumber(added) })}
        </p>
      )}
      <Table label={t('What is added')} className="text-[0.8125rem]!">
        <thead>
          <tr>
            <Th>{t('Date')}</Th>
            <Th>{t('User')}</Th>
            <Th>{t('Admin')}</Th>
            <Th>{t('Type')}</Th>
            <Th className="w-1/2">{t('Internal Reason')}</Th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={JSON.stringify(entry)}>
              <Td label={t('Date')}>{formatDay(dayOf(entry.date))}</Td>
              <RowTh label={t('User')}>{entry.user_name}</RowTh>
              <Td label={t('Admin')}>{entry.admin_name}</Td>
              <Td label={t('Type')}>
                <TypeChip type={entry.type} revoked={null} />
              </Td>
              <Td label={t('Internal Reason')} className="text-paper-dim">
                <span className="line-clamp-2">{entry.internal_reason}</span>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}
