import { ago, formatMoment } from '#lib/dates.ts'
import type { KeptList } from '#lib/list-preferences.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ColumnHeads } from '#ui/column-heads.tsx'
import { RowTh, Table, Td } from '#ui/table.tsx'
import { type Column, useColumns } from '#ui/use-columns.tsx'
import { useRowKeys } from '#ui/use-row-keys.ts'
import { rich } from '#web/rich.tsx'
import { sortedBy, useSort } from '#web/use-sort.ts'
import type { Phrase } from '../contract.ts'
import { phraseSortValue } from '../rules.ts'
import { RuleLink } from './rule-link.tsx'

export const phraseColumns = (): Column[] => [
  { key: 'phrase', label: t('Phrase'), isFixed: true, sorts: true },
  { key: 'rule', label: t('Leads to'), sorts: true },
  { key: 'addedAt', label: t('Added'), sorts: true },
  { key: 'remove', label: t('Actions'), isFixed: true, align: 'end' },
]
export const PHRASE_SORTS = ['phrase', 'rule', 'addedAt']

interface PhraseTableProps {
  phrases: readonly Phrase[]
  /** The user's settings for this list. */
  kept: KeptList
  now: Date
  /** Whether a change is being saved. */
  isBusy: boolean
  isRemoving(phrase: Phrase): boolean
  onRemove(phrase: Phrase): void
}

/** The added phrases: where each leads, who added it and when. */
export function PhraseTable({ phrases: given, kept, now, isBusy, isRemoving, onRemove }: PhraseTableProps) {
  const columns = useColumns(phraseColumns(), kept)
  const sorting = useSort(PHRASE_SORTS)
  const phrases = sortedBy(given, sorting.sort, phraseSortValue)
  const rows = useRowKeys({ ids: phrases.map(({ id }) => String(id)) })
  return (
    <Table label={t('Added phrases')} {...columns.table}>
      {columns.group}
      <thead>
        <tr>
          <ColumnHeads handleOf={columns.handleOf} columns={phraseColumns()} sorting={sorting} />
        </tr>
      </thead>
      <tbody onKeyDown={rows.onKeyDown}>
        {phrases.map((phrase) => (
          <tr key={phrase.id} {...rows.rowProps(String(phrase.id))} className="-outline-offset-2">
            <RowTh className="wrap-anywhere font-semibold! text-paper">{phrase.phrase}</RowTh>
            <Td label={t('Leads to')}>
              {phrase.rule === null ? (
                <Chip tone="warn">{t('This rule no longer exists')}</Chip>
              ) : (
                <span className="flex flex-col py-1.5">
                  <RuleLink rule={phrase.rule} />
                  <span className="text-paper-faint text-xs">{phrase.rule.trail}</span>
                </span>
              )}
            </Td>
            <Td label={t('Added')} className="text-paper-dim">
              <span>
                {rich('{moment} by {name}', {
                  moment: (
                    <time dateTime={phrase.addedAt} title={formatMoment(phrase.addedAt)}>
                      {ago(phrase.addedAt, now)}
                    </time>
                  ),
                  name: phrase.addedBy,
                })}
              </span>
            </Td>
            <Td align="end">
              <Button
                size="sm"
                look="danger"
                aria-label={t('Remove {name}', { name: phrase.phrase })}
                isPending={isRemoving(phrase)}
                disabled={isBusy && !isRemoving(phrase)}
                onClick={() => onRemove(phrase)}
              >
                {t('Remove')}
              </Button>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
