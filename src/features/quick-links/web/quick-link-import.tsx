import { PastImports } from '#features/audit/web/past-imports.tsx'
import { t } from '#lib/messages.ts'
import { ListImport } from '#ui/list-import.tsx'
import { SHEET_FIELDS, sheetLabel } from '../sheet-rules.ts'
import { useImportQuickLinks, useQuickLinkChoices, useTryQuickLinkImport } from './queries.ts'

/** The page that imports a spreadsheet of quick links. */
export function QuickLinkImport() {
  const { groups, icons } = useQuickLinkChoices()
  return (
    <ListImport
      title={t('ES Quick Info')}
      href="/es"
      hint={t(
        'A spreadsheet with a row of column names. A row whose key or title is in the list already changes that link; the key may stay blank. A link has an address, a text to copy, or both.',
      )}
      trying={useTryQuickLinkImport()}
      importing={useImportQuickLinks()}
      past={(startAgain) => <PastImports list="quick-links" onLatestUndone={startAgain} />}
      things={t('links')}
      example={{
        title: t('Dispatch'),
        group: groups[0] ?? '',
        icon: icons[0]?.name ?? '',
        href: 'https://dispatch.example.com',
      }}
      fields={SHEET_FIELDS.map((field) => ({ field, label: sheetLabel(field) }))}
      signLabel={sheetLabel('group')}
      nameLabel={sheetLabel('title')}
    />
  )
}
