import { formatDay } from '#lib/dates.ts'
import { ImportChanges } from '#ui/import-changes.tsx'
import { ImportView } from '#ui/import-view.tsx'
import type { Roster, RosterImportChange } from '../contract.ts'
import { COLUMNS } from '../rules.ts'
import { useImportRoster, useLadder, useTryRosterImport } from './queries.ts'

type RosterField = RosterImportChange['fields'][number]['field']

const LABELS: ReadonlyMap<string, string> = new Map([
  ...COLUMNS.map(({ field, label }): [string, string] => [field, label]),
  ['file', 'The file'],
])

const EXAMPLE = {
  ...{ callsign: 'M-283', name: 'Priya Castell', position: 'Moderator', discordId: '310000000000000102' },
  ...{
    timezone: 'EST',
    hiredAt: '2025-04-26',
    lastMove: '2026-08-10',
    status: 'Active',
    notes: 'Leads the Friday patrol',
  },
}

/** Takes over a spreadsheet of a roster. */
export function RosterImportView({ roster }: { roster: Roster }) {
  const { title } = useLadder(roster)
  return (
    <ImportView
      title={title}
      href={roster.page}
      hint="A spreadsheet with a row of column names, as your spreadsheet exports it. You see what will change before anything is saved; members are matched by their Discord UID."
      trying={useTryRosterImport(roster)}
      importing={useImportRoster(roster)}
      labels={LABELS}
      example={EXAMPLE}
      counts={['added', 'changed', 'unchanged', 'missing']}
      promise={(changes) => `Import ${changes} ${changes === 1 ? 'change' : 'changes'}`}
    >
      {(report) => (
        <>
          {report.missing > 0 && (
            <p className="text-paper-dim text-sm">
              Not in the file. They stay on the roster: remove people who have left yourself.
            </p>
          )}
          {report.changes.length > 0 && (
            <ImportChanges signLabel="Callsign" nameLabel="Name" changes={report.changes.map(changeOf)} />
          )}
        </>
      )}
    </ImportView>
  )
}

/** A new member's name and callsign stand in their own columns. */
function changeOf({ discordId, kind, callsign, name, fields }: RosterImportChange) {
  return {
    id: discordId,
    kind,
    sign: callsign,
    name,
    fields: fields
      .filter(({ field }) => kind === 'changed' || !['name', 'callsign'].includes(field))
      .map(({ field, before, after }) => ({
        label: LABELS.get(field) ?? field,
        before: shown(field, before),
        after: shown(field, after),
      })),
  }
}

function shown(field: RosterField, value: string | null): string | null {
  if (!value) return null
  return field === 'hiredAt' || field === 'lastMove' ? formatDay(value) : value
}
