import { formatDay } from '#lib/dates.ts'
import type { KeptList } from '#lib/list-preferences.ts'
import { formatNumber, t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ColumnHeads } from '#ui/column-heads.tsx'
import { RowTh, Table, Td } from '#ui/table.tsx'
import { type Column, useColumns } from '#ui/use-columns.tsx'
import { useRowKeys } from '#ui/use-row-keys.ts'
import { sortedBy, useSort } from '#web/use-sort.ts'
import type { QuestionGroup } from '../contract.ts'
import { questionSortValue } from '../rules.ts'
import { RuleLink } from './rule-link.tsx'

export const questionColumns = (): Column[] => [
  { key: 'question', label: t('Question'), className: 'w-1/3', isFixed: true, sorts: true },
  { key: 'why', label: t('Why it is here'), sorts: true },
  { key: 'lastDay', label: t('Last asked'), sorts: true },
  { key: 'rules', label: t('Rules shown') },
  { key: 'actions', label: t('Actions'), isFixed: true, align: 'end' },
]
export const QUESTION_SORTS = ['question', 'why', 'lastDay']

interface QuestionTableProps {
  label: string
  groups: readonly QuestionGroup[]
  /** The user's settings for this list. */
  kept: KeptList
  /** The actions for a group. */
  actions: readonly GroupAction[]
  /** Whether a change is being saved. */
  isBusy: boolean
}

export interface GroupAction {
  label: string
  /** The change that is being saved for the group. */
  isPending?(group: QuestionGroup): boolean
  onTake(group: QuestionGroup): void
}

/**
 * Groups of similar questions, one per row: the wordings, how often they were asked, and what was shown instead of an
 * answer.
 */
export function QuestionTable({ label, groups: given, kept, actions, isBusy }: QuestionTableProps) {
  const columns = useColumns(questionColumns(), kept)
  const sorting = useSort(QUESTION_SORTS)
  const groups = sortedBy(given, sorting.sort, questionSortValue)
  const rows = useRowKeys({ ids: groups.map(keyOf) })
  return (
    <Table label={label} {...columns.table}>
      {columns.group}
      <thead>
        <tr>
          <ColumnHeads handleOf={columns.handleOf} columns={questionColumns()} sorting={sorting} />
        </tr>
      </thead>
      <tbody onKeyDown={rows.onKeyDown}>
        {groups.map((group) => (
          <tr key={keyOf(group)} {...rows.rowProps(keyOf(group))} className="-outline-offset-2">
            <RowTh>
              <Asked {...group} />
            </RowTh>
            <Td label={t('Why it is here')}>
              <span className="flex flex-wrap gap-1.5 py-1.5">
                {group.unanswered > 0 && (
                  <Chip tone="warn">{t('{count} not answered', { count: formatNumber(group.unanswered) })}</Chip>
                )}
                {group.down > 0 && (
                  <Chip tone="danger">
                    {t(
                      { one: '{total} thumb down', other: '{total} thumbs down' },
                      { count: group.down, total: formatNumber(group.down) },
                    )}
                  </Chip>
                )}
              </span>
            </Td>
            <Td label={t('Last asked')} className="whitespace-nowrap text-paper-dim tabular-nums">
              <time dateTime={group.lastDay}>{formatDay(group.lastDay)}</time>
            </Td>
            <Td label={t('Rules shown')}>
              {group.rules.length === 0 ? (
                <span className="text-paper-faint">{t('None')}</span>
              ) : (
                <ul className="flex flex-col py-1.5">
                  {group.rules.map((rule) => (
                    <li key={rule.href}>
                      <RuleLink rule={rule} />
                    </li>
                  ))}
                </ul>
              )}
            </Td>
            <Td align="end">
              <span className="flex justify-end gap-2 max-sm:mt-2 max-sm:w-full max-sm:flex-wrap max-sm:justify-start">
                {actions.map(({ label, isPending = () => false, onTake }, at) => (
                  <Button
                    key={label}
                    size="sm"
                    look={at === 0 ? 'secondary' : 'ghost'}
                    aria-label={t('{action}: {question}', { action: label, question: group.question })}
                    isPending={isPending(group)}
                    disabled={isBusy && !isPending(group)}
                    onClick={() => onTake(group)}
                  >
                    {label}
                  </Button>
                ))}
              </span>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const keyOf = ({ ids }: QuestionGroup) => String(ids[0])

/** The wordings of a group: the most frequent one, and the others on request. */
export function Asked({ question, alike }: Pick<QuestionGroup, 'question' | 'alike'>) {
  return (
    <div className="min-w-0 py-2">
      <p className="wrap-anywhere font-semibold text-paper">{question}</p>
      {alike.length > 0 && (
        <details className="group mt-1 font-normal">
          <summary className="touch-target inline-flex items-center gap-1.5 rounded-sm text-paper-faint text-xs hover:text-paper">
            {t({ one: '{count} other wording', other: '{count} other wordings' }, { count: alike.length })}
            <span aria-hidden="true" className="transition-transform group-open:rotate-180">
              ▾
            </span>
          </summary>
          <ul className="mt-1 border-haze border-l-2 pl-3 text-paper-dim text-sm">
            {alike.map((wording) => (
              <li key={wording} className="wrap-anywhere py-0.5">
                {wording}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
