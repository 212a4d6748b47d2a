import { PastImports } from '#features/audit/web/past-imports.tsx'
import { formatDay } from '#lib/dates.ts'
import { t } from '#lib/messages.ts'
import { ImportChanges } from '#ui/import-changes.tsx'
import { ImportView } from '#ui/import-view.tsx'
import type { Roster, RosterImportChange } from '../contract.ts'
import { allTitles } from '../position-rules.ts'
import { COLUMNS, type Ladder } from '../rules.ts'
import { useImportRoster, useLadder, useTryRosterImport } from './queries.ts'

type RosterField = RosterImportChange['fields'][number]['field']

const labelsOf = (): ReadonlyMap<string, string> =>
  new Map([...COLUMNS.map(({ field, label }): [string, string] => [field, t(label)]), ['file', t('The file')]])

function exampleOf({ positions, statuses }: Ladder) {
  const titles = allTitles(positions)
  return {
    // Neither the highest nor the lowest position, if there are enough.
    ...{ callsign: 'M-283', name: 'Priya Castell', position: titles.at(-3) ?? titles[0] ?? positions.others },
    ...{ discordId: '310000000000000102', timezone: 'EST', hiredAt: '2025-04-26', lastMove: '2026-08-10' },
    ...{ status: statuses.empty, notes: t('Leads the Friday patrol') },
  }
}

export function RosterImportView({ roster }: { roster: Roster }) {
  const ladder = useLadder(roster)
  const { title } = ladder
  const labels = labelsOf()
  return (
    <ImportView
      title={title}
      href={roster.page}
      hint={t(
        'A spreadsheet with a row of column names, as your spreadsheet exports it. You see what will change before anything is saved; members are matched by their Discord UID.',
      )}
      trying={useTryRosterImport(roster)}
      importing={useImportRoster(roster)}
      past={(startAgain) => <PastImports list={roster.name} onLatestUndone={startAgain} />}
      labels={labels}
      example={exampleOf(ladder)}
      counts={['added', 'changed', 'unchanged', 'missing']}
      promise={(changes) => t({ one: 'Import {count} change', other: 'Import {count} changes' }, { count: changes })}
    >
      {(report) => (
        <>
          {report.missing > 0 && (
            <p className="text-paper-dim text-sm">
              {t('Not in the file. They stay on the roster. If people have left, remove them yourself.')}
            </p>
          )}
          {report.changes.length > 0 && (
            <ImportChanges
              signLabel={t('Callsign')}
              nameLabel={t('Name')}
              changes={report.changes.map((change) => changeOf(change, labels))}
            />
          )}
        </>
      )}
    </ImportView>
  )
}

/** A new member's name and callsign are shown in their own columns. */
function changeOf(
  { discordId, kind, callsign, name, fields }: RosterImportChange,
  labels: ReadonlyMap<string, string>,
) {
  return {
    id: discordId,
    kind,
    sign: callsign,
    name,
    fields: fields
      .filter(({ field }) => kind === 'changed' || !['name', 'callsign'].includes(field))
      .map(({ field, before, after }) => ({
        label: labels.get(field) ?? field,
        before: shown(field, before),
        after: shown(field, after),
      })),
  }
}

function shown(field: RosterField, value: string | null): string | null {
  if (!value) return null
  return field === 'hiredAt' || field === 'lastMove' ? formatDay(value) : value
}
