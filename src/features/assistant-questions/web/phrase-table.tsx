import { ago, formatMoment } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { RowTh, Table, Td, Th } from '#ui/table.tsx'
import { useRowKeys } from '#ui/use-row-keys.ts'
import type { Phrase } from '../contract.ts'
import { RuleLink } from './rule-link.tsx'

interface PhraseTableProps {
  phrases: readonly Phrase[]
  now: Date
  isPending: boolean
  onRemove(phrase: Phrase): void
}

/** The phrases that were added on the site: where each leads, who added it and when. */
export function PhraseTable({ phrases, now, isPending, onRemove }: PhraseTableProps) {
  const rows = useRowKeys({ ids: phrases.map(({ id }) => String(id)) })
  return (
    <Table label="Added phrases">
      <thead>
        <tr>
          <Th>Phrase</Th>
          <Th>Leads to</Th>
          <Th>Added</Th>
          <Th align="end">Actions</Th>
        </tr>
      </thead>
      <tbody onKeyDown={rows.onKeyDown}>
        {phrases.map((phrase) => (
          <tr key={phrase.id} {...rows.rowProps(String(phrase.id))} className="-outline-offset-2">
            <RowTh className="wrap-anywhere font-semibold! text-paper">{phrase.phrase}</RowTh>
            <Td label="Leads to">
              {phrase.rule === null ? (
                <Chip tone="warn">This rule is no longer there</Chip>
              ) : (
                <span className="flex flex-col py-1.5">
                  <RuleLink rule={phrase.rule} />
                  <span className="text-paper-faint text-xs">{phrase.rule.trail}</span>
                </span>
              )}
            </Td>
            <Td label="Added" className="text-paper-dim">
              <span>
                <time dateTime={phrase.addedAt} title={formatMoment(phrase.addedAt)}>
                  {ago(phrase.addedAt, now)}
                </time>
                <span className="text-paper-faint"> by {phrase.addedBy}</span>
              </span>
            </Td>
            <Td align="end">
              <Button
                size="sm"
                look="danger"
                aria-label={`Remove ${phrase.phrase}`}
                disabled={isPending}
                onClick={() => onRemove(phrase)}
              >
                Remove
              </Button>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
