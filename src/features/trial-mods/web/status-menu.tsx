import { t } from '#lib/messages.ts'
import { Menu, MenuChoice } from '#ui/menu.tsx'
import { type Checklist, COMPLETION_STATUSES, type CompletionStatus } from '../stage-rules.ts'

interface StatusMenuProps {
  /** The name of the person. */
  name: string
  status: CompletionStatus
  outcomes: Checklist['outcomes']
  /** People cannot complete their own record. */
  isOwn: boolean
  tabIndex: number
  onChoose(status: CompletionStatus): void
}

/** The colours of the statuses as text. */
export const STATUS_COLOURS: Record<CompletionStatus, string> = {
  'In-Training': 'text-info',
  Passed: 'text-ok',
  Failed: 'text-danger',
}

/** The status of a row. A press chooses a status. Arrow keys alone change nothing. */
export function StatusMenu({ name, status, outcomes, isOwn, tabIndex, onChoose }: StatusMenuProps) {
  return (
    <Menu
      label={t('Status of {name}: {status}', { name, status: outcomes[status].label })}
      align="start"
      panelClass="min-w-40"
      disabled={isOwn}
      title={isOwn ? t('This is your own record. Somebody else must set its status.') : undefined}
      tabIndex={tabIndex}
      triggerClass={`touch-target flex h-8 max-w-full items-center gap-1 rounded-sm border border-paper-faint/60 bg-night/60 pr-1.5 pl-2 font-semibold text-[0.8125rem] hover:border-paper-faint/80 disabled:opacity-60 max-sm:text-base ${STATUS_COLOURS[status]}`}
      trigger={
        <>
          <span className="truncate">{outcomes[status].label}</span>
          <span data-icon="chevron-down" className="flex text-paper-faint before:size-3.5" />
        </>
      }
    >
      {COMPLETION_STATUSES.map((each) => (
        <MenuChoice
          key={each}
          isChosen={each === status}
          onSelect={() => {
            if (each !== status) onChoose(each)
          }}
        >
          {outcomes[each].label}
        </MenuChoice>
      ))}
    </Menu>
  )
}
