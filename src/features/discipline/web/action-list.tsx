import { dayOf, formatDay } from '#lib/dates.ts'
import { t } from '#lib/messages.ts'
import { REDACTED_TEXT } from '#lib/redaction.ts'
import { Avatar } from '#ui/avatar.tsx'
import { ChoiceBox } from '#ui/choice-box.tsx'
import { PhoneRow, PhoneRows } from '#ui/phone-rows.tsx'
import type { Choice } from '#ui/use-choice.ts'
import type { DaEntry } from '../contract.ts'
import { rowName } from './action-table.tsx'
import { TypeChip, WaitingMark } from './type-chip.tsx'
import { useFamily } from './use-family.ts'

interface ActionListProps {
  rows: readonly DaEntry[]
  /** Pictures, by Discord ID. */
  avatars: Readonly<Record<string, string>>
  /** True when the rows do not match the filters yet. */
  isStale: boolean
  choice: Choice
  onOpen(id: number): void
}

/** The list on a phone: the person, the issuer, the date and the reason in a line. A press opens the action. */
export function ActionList({ rows, avatars, isStale, choice, onOpen }: ActionListProps) {
  const words = useFamily().words()
  return (
    <PhoneRows label={words.rows} {...choice.listProps} {...choice.pressProps}>
      <ul className={isStale ? 'stale-rows' : ''}>
        {rows.map((row) => (
          <PhoneRow
            key={row.id}
            data-row={String(row.id)}
            data-choice={String(row.id)}
            data-chosen={choice.has(String(row.id))}
            picture={
              choice.isOn ? (
                <ChoiceBox
                  id={String(row.id)}
                  name={rowName(row)}
                  isChosen={choice.has(String(row.id))}
                  onChoose={choice.choose}
                  className="size-12!"
                />
              ) : (
                <button
                  type="button"
                  aria-haspopup="dialog"
                  aria-label={words.details(row.user_name)}
                  onClick={() => onOpen(row.id)}
                  className="flex size-12 shrink-0 items-center justify-center rounded-full"
                >
                  <Avatar key={row.user} name={row.user_name} url={avatars[row.user]} size="lg" />
                </button>
              )
            }
            title={
              <>
                <strong className="min-w-0 truncate font-semibold">{row.user_name}</strong>
                <time dateTime={row.date} className="ml-auto shrink-0 text-paper-faint text-xs">
                  {formatDay(dayOf(row.date))}
                </time>
              </>
            }
            detail={row.internal_reason ?? t(REDACTED_TEXT)}
            side={
              <span className="inline-flex items-center gap-1.5">
                <WaitingMark entry={row} />
                <TypeChip type={row.type} revoked={row.revoked} />
              </span>
            }
            onOpen={() => onOpen(row.id)}
          />
        ))}
      </ul>
    </PhoneRows>
  )
}
