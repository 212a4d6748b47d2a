import ArrowRight from 'lucide-react/icons/arrow-right'
import type { Tone } from '#lib/colour.ts'
import { msg, type PlainMessage, t } from '#lib/messages.ts'
import { Chip } from './chip.tsx'
import { RowTh, Table, Td, Th } from './table.tsx'

const KINDS = {
  added: { word: msg('Added // a record'), tone: 'ok' },
  changed: { word: msg('Changed // a record'), tone: 'warn' },
  missing: { word: msg('Missing // a record'), tone: 'plain' },
  removed: { word: msg('Removed // a record'), tone: 'danger' },
} satisfies Record<string, { word: PlainMessage; tone: Tone }>

interface ImportChange {
  id: string
  kind: keyof typeof KINDS
  /** The record's short code besides its name, for example a callsign. */
  sign: string | null
  name: string
  /** Only the fields that differ, formatted for people. Null for an empty value. */
  fields: readonly { label: string; before: string | null; after: string | null }[]
}

interface ImportChangesProps {
  /** The column titles of the sign and the name. */
  signLabel: string
  nameLabel: string
  changes: readonly ImportChange[]
}

/** Lists what an import would change, record by record and field by field. */
export function ImportChanges({ signLabel, nameLabel, changes }: ImportChangesProps) {
  return (
    <Table label={t('What changes')} className="text-[0.8125rem]!">
      <thead>
        <tr>
          <Th className="w-32">{t('What')}</Th>
          <Th className="w-24">{signLabel}</Th>
          <Th className="w-52">{nameLabel}</Th>
          <Th>{t('Fields')}</Th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ id, kind, sign, name, fields }) => (
          <tr key={id}>
            <Td label={t('What')}>
              <Chip tone={KINDS[kind].tone}>{t(KINDS[kind].word)}</Chip>
            </Td>
            <Td label={signLabel} className="font-bold font-sign">
              {sign}
            </Td>
            <RowTh label={nameLabel}>{name}</RowTh>
            <Td label={t('Fields')}>
              <ul className="flex flex-wrap gap-x-4 gap-y-1 py-2">
                {fields.map(({ label, before, after }) => (
                  <li key={label} className="min-w-0">
                    <span className="text-paper-faint">{label} </span>
                    {kind === 'changed' && (
                      <>
                        <del className="text-paper-dim decoration-danger/70">{before || t('(empty)')}</del>
                        <ArrowRight aria-label={t('becomes')} className="mx-1 inline size-3.5 text-paper-faint" />
                      </>
                    )}
                    <ins className="break-words text-paper no-underline">{after || t('(empty)')}</ins>
                  </li>
                ))}
              </ul>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
