import { PastImports } from '#features/audit/web/past-imports.tsx'
import { t } from '#lib/messages.ts'
import { amountText } from '#lib/money.ts'
import { ListImport } from '#ui/list-import.tsx'
import { useLaw } from '#web/site-context.tsx'
import { importPenalCodes, importTenCodes, listPenalCodes, listTenCodes } from '../contract.ts'
import { PENAL_CODE_SHEET, TEN_CODE_SHEET } from '../sheet-rules.ts'
import { useImportCodes, useTryCodeImport } from './use-code-writes.ts'

/** The page that imports a spreadsheet of 10-codes. */
export function TenCodeImport() {
  const { fields, labelOf } = TEN_CODE_SHEET
  return (
    <ListImport
      title={t('10-Codes')}
      href="/ten-codes"
      hint={t(
        'A spreadsheet with a row of column names. A row with a code that is in the list already changes that code.',
      )}
      trying={useTryCodeImport(importTenCodes)}
      importing={useImportCodes(importTenCodes, listTenCodes)}
      past={(startAgain) => <PastImports list="ten-codes" onLatestUndone={startAgain} />}
      things={t('10-codes')}
      example={{ code: '10-4', meaning: t('Acknowledged'), category: t('General'), color: 'green' }}
      fields={fields.map((field) => ({ field, label: labelOf(field) }))}
      signLabel={labelOf('code')}
      nameLabel={labelOf('meaning')}
    />
  )
}

/** The page that imports a spreadsheet of penal codes. */
export function PenalCodeImport() {
  const law = useLaw()
  const { fields, labelOf } = PENAL_CODE_SHEET
  return (
    <ListImport
      title={t('Penal Codes')}
      href="/penal-codes"
      hint={t(
        'A spreadsheet with a row of column names. A row with a statute that is in the list already changes that statute. Fine is as {amount} or 1500, jail in {unit}.',
        { amount: amountText(1_500, law.money), unit: law.jail.unit },
      )}
      trying={useTryCodeImport(importPenalCodes)}
      importing={useImportCodes(importPenalCodes, listPenalCodes)}
      past={(startAgain) => <PastImports list="penal-codes" onLatestUndone={startAgain} />}
      things={t('penal codes')}
      example={{ statute: '316.193(1)', title: t('Driving under the influence'), fine: '1500', jail: '4', points: '6' }}
      fields={fields.map((field) => ({ field, label: labelOf(field) }))}
      signLabel={labelOf('statute')}
      nameLabel={labelOf('title')}
    />
  )
}
