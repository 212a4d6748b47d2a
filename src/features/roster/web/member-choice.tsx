import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect } from 'react'
import { CopyMentions } from '#features/auth/web/copy-mentions.tsx'
import { useCan } from '#features/auth/web/use-can.ts'
import { t } from '#lib/messages.ts'
import { ChoiceBar } from '#ui/choice-bar.tsx'
import { ExportMenu } from '#ui/export-menu.tsx'
import { Menu, MenuAction } from '#ui/menu.tsx'
import { toastWithUndo } from '#ui/undo-action.tsx'
import type { Choice } from '#ui/use-choice.ts'
import type { Roster, RosterMember } from '../contract.ts'
import type { Statuses } from '../status-rules.ts'
import { useChangeStatuses } from './queries.ts'

/** The text after undoing a status change: by name for one member, by status for several. */
function returnText(members: readonly { name: string; status: string }[]): string {
  const [only, ...others] = members
  if (only !== undefined && others.length === 0) return t('{name} is marked {status} again.', only)
  return [...new Set(members.map(({ status }) => status))]
    .map((status) =>
      t(
        { one: '{count} member is {status} again.', other: '{count} members are {status} again.' },
        { count: members.filter((member) => member.status === status).length, status },
      ),
    )
    .join(' ')
}

interface MemberChoiceProps {
  roster: Roster
  statuses: Statuses
  /** All members of the roster. */
  members: readonly RosterMember[]
  choice: Choice
}

/** Actions for several members: set a status, copy their mentions, export them. */
export function MemberChoice({ roster, statuses, members, choice }: MemberChoiceProps) {
  const mayChange = useCan(roster.changeStatuses)
  const changing = useChangeStatuses(roster)
  const undoing = useChangeStatuses(roster)
  const known = new Map(members.map((member) => [member.id, member]))
  const chosen = choice.ids.flatMap((id) => known.get(id) ?? [])

  const { reset } = changing
  const isEmpty = choice.ids.length === 0
  useEffect(() => {
    // The error was about the members who were chosen then.
    if (isEmpty) reset()
  }, [isEmpty, reset])

  const [only, ...others] = chosen
  const giveStatus = (status: string) =>
    changing.mutate(
      chosen.map(({ id, version }) => ({ id, version, status })),
      {
        onSuccess: ({ data }) => {
          const before = chosen.map(({ id, status, lastMove }, at) => ({
            ...{ id, status, lastMove },
            version: data[at]?.version ?? 0,
          }))
          toastWithUndo(
            only !== undefined && others.length === 0
              ? t('{name} is marked {status}.', { name: only.name, status })
              : t(
                  { one: '{count} member is {status} now.', other: '{count} members are {status} now.' },
                  { count: chosen.length, status },
                ),
            () => undoing.mutateAsync(before),
            returnText(chosen),
          )
          choice.end()
        },
      },
    )

  return (
    <ChoiceBar choice={choice} failure={changing.error?.message}>
      {mayChange && (
        <Menu
          align="start"
          label={t('Set status')}
          disabled={changing.isPending}
          triggerClass="touch-target inline-flex h-8 items-center gap-1.5 rounded-sm border border-paper-faint/35 bg-paper/6 px-3 font-bold font-sign text-paper text-sm hover:border-paper-faint/60 hover:bg-paper/12 disabled:opacity-55"
          trigger={
            <>
              {t('Set status')}
              <ChevronDown aria-hidden="true" className="size-4" />
            </>
          }
        >
          {statuses.all.map(({ name }) => (
            <MenuAction key={name} onSelect={() => giveStatus(name)}>
              {name}
            </MenuAction>
          ))}
        </Menu>
      )}
      <CopyMentions discordIds={chosen.map(({ discordId }) => discordId)} />
      <ExportMenu isSmall exported={roster.exports} rows={choice.ids} />
    </ChoiceBar>
  )
}
