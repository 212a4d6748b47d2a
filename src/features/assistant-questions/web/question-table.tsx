import { formatDay } from '#lib/dates.ts'
import { formatNumber, t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { RowTh, Table, Td, Th } from '#ui/table.tsx'
import { useRowKeys } from '#ui/use-row-keys.ts'
import type { QuestionGroup } from '../contract.ts'
import { RuleLink } from './rule-link.tsx'

interface QuestionTableProps {
  label: string
  groups: readonly QuestionGroup[]
  /** What can be done with a group. */
  actions: readonly GroupAction[]
  isPending: boolean
}

export interface GroupAction {
  label: string
  onTake(group: QuestionGroup): void
}

/** Questions that are alike, a row each: how they were asked, how often, and what was shown instead of an answer. */
export function QuestionTable({ label, groups, actions, isPending }: QuestionTableProps) {
  const rows = useRowKeys({ ids: groups.map(keyOf) })
  return (
    <Table label={label}>
      <thead>
        <tr>
          <Th className="w-1/3">{t('Question')}</Th>
          <Th>{t('Why it is here')}</Th>
          <Th>{t('Last asked')}</Th>
          <Th>{t('Rules shown')}</Th>
          <Th align="end">{t('Actions')}</Th>
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
                {actions.map(({ label, onTake }, at) => (
                  <Button
                    key={label}
                    size="sm"
                    look={at === 0 ? 'secondary' : 'ghost'}
                    aria-label={t('{action}: {question}', { action: label, question: group.question })}
                    disabled={isPending}
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

/** How a group was asked: the commonest way, and the others on request. */
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
