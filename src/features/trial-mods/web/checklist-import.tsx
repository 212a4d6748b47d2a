import { PastImports } from '#features/audit/web/past-imports.tsx'
import { formatDay } from '#lib/dates.ts'
import { t } from '#lib/messages.ts'
import { ImportChanges } from '#ui/import-changes.tsx'
import { ImportView } from '#ui/import-view.tsx'
import type { TrialModImportChange } from '../contract.ts'
import { type SheetField, sheetFields, sheetLabel } from '../sheet-rules.ts'
import { type Checklist, COMPLETION_STATUSES, STATE_LABELS } from '../stage-rules.ts'
import { useCalls, useChecklist, useImportTrialMods, useTryTrialModImport } from './queries.ts'

const exampleOf = ({ outcomes }: Checklist) => ({
  ...{ traineeId: '310000000000000101', staffId: 'TM-15', name: 'Nolan Reyes', assignedInstructor: 'Marcus Delgado' },
  ...{
    classroom: t('{state} by {name}', { state: t(STATE_LABELS.done), name: 'Marcus Delgado' }),
    in_game: t('{state} by {name}', { state: t(STATE_LABELS.failed), name: 'Priya Castell' }),
    status: outcomes['In-Training'].label,
  },
})

export function ChecklistImportView() {
  const { name, page } = useCalls()
  const checklist = useChecklist()
  const labels = new Map([
    ...sheetFields(checklist).map((field): [string, string] => [field, sheetLabel(field, checklist)]),
    ['file', t('The file')],
  ])
  return (
    <ImportView
      title={checklist.title}
      href={page}
      hint={t(
        'A spreadsheet with a row of column names, as the checklist calls them, and a Discord ID column, by which people are matched. A stage says who signed it off: “Marcus Delgado”, “Failed by Marcus Delgado” or “In-Progress by Marcus Delgado”. You see what will change before anything is saved.',
      )}
      trying={useTryTrialModImport()}
      importing={useImportTrialMods()}
      past={(startAgain) => <PastImports list={name} onLatestUndone={startAgain} />}
      labels={labels}
      example={exampleOf(checklist)}
      counts={['added', 'changed', 'unchanged', 'missing']}
      promise={(changes) => t({ one: 'Import {count} change', other: 'Import {count} changes' }, { count: changes })}
    >
      {(report) => (
        <>
          {report.missing > 0 && (
            <p className="text-paper-dim text-sm">{t('Not in the file. They stay on the checklist.')}</p>
          )}
          {report.changes.length > 0 && (
            <ImportChanges
              signLabel={t('Staff ID')}
              nameLabel={checklist.person}
              changes={report.changes.map((change) => changeOf(change, checklist))}
            />
          )}
        </>
      )}
    </ImportView>
  )
}

/** A new person's ids and name are shown in their own columns. */
function changeOf({ traineeId, kind, staffId, name, fields }: TrialModImportChange, checklist: Checklist) {
  return {
    id: traineeId,
    kind,
    sign: staffId,
    name,
    fields: fields
      .filter(({ field }) => kind === 'changed' || !['traineeId', 'staffId', 'name'].includes(field))
      .map(({ field, before, after }) => ({
        label: sheetLabel(field, checklist),
        before: shown(field, before, checklist),
        after: shown(field, after, checklist),
      })),
  }
}

function shown(field: SheetField, value: string | null, { outcomes }: Checklist): string | null {
  const status = field === 'status' ? COMPLETION_STATUSES.find((each) => each === value) : undefined
  if (status !== undefined) return outcomes[status].label
  return value !== null && (field === 'completed' || field.endsWith('ReviewDate')) ? formatDay(value) : value
}
