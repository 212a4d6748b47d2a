import { memo, type Ref } from 'react'
import { openPerson, PERSON, PersonLink } from '#features/auth/web/person-link.tsx'
import { t } from '#lib/messages.ts'
import { Avatar } from '#ui/avatar.tsx'
import { ChoiceBox } from '#ui/choice-box.tsx'
import { CopyText } from '#ui/copy-text.tsx'
import { Day } from '#ui/day.tsx'
import { RowTh, Td } from '#ui/table.tsx'
import type { Choice } from '#ui/use-choice.ts'
import { openOnPress } from '#ui/use-row-keys.ts'
import { useIsInPanel } from '#web/panel-address.ts'
import { Link } from '#web/router.tsx'
import type { RosterMember } from '../contract.ts'
import type { Statuses } from '../status-rules.ts'
import { StatusChip } from './status-chip.tsx'

interface MemberRowProps {
  ref?: Ref<HTMLTableRowElement>
  'data-index': number
  'aria-rowindex': number
  member: RosterMember
  avatar: string | undefined
  statuses: Statuses
  /** The only row in the tab order, with its controls. */
  isCurrent: boolean
  isChosen: boolean
  onChoose: Choice['choose']
  isCopied: boolean
  copiedText: string
  /** Whether to render the row's actions. */
  hasTools: boolean
  /** The link to the person's disciplinary actions. */
  historyHref?: string
  onFocus(id: string): void
  /** Only for people who may edit members. */
  onEdit?: ((member: RosterMember) => void) | undefined
  onCopy(discordId: string): void
}

/**
 * One member: a press on the name copies the mention, a press anywhere else opens the person in the panel. Memoized: a
 * row renders again only when its own props change. Over 60 lines because it is one cell for each column, in the order
 * of the heads.
 */
export const MemberRow = memo(function MemberRow(props: MemberRowProps) {
  const {
    member,
    avatar,
    statuses,
    isCurrent,
    isChosen,
    onChoose,
    isCopied,
    copiedText,
    hasTools,
    historyHref,
    ...rest
  } = props
  const { onFocus, onEdit, onCopy, ...place } = rest
  const isShown = useIsInPanel(PERSON, member.discordId)
  const tabIndex = isCurrent ? 0 : -1
  return (
    <tr
      {...place}
      data-member=""
      data-choice={member.id}
      data-chosen={isChosen}
      data-shown={isShown}
      tabIndex={tabIndex}
      onFocus={() => onFocus(member.id)}
      onClick={openOnPress(() => openPerson(member.discordId))}
      className="group relative cursor-pointer -outline-offset-2"
    >
      <Td label={t('Callsign')} className="truncate font-bold font-sign text-paper">
        <span className="flex items-center gap-1">
          <ChoiceBox id={member.id} name={member.name} isChosen={isChosen} onChoose={onChoose} tabIndex={tabIndex} />
          <span className="min-w-0 truncate">{member.callsign}</span>
        </span>
      </Td>
      <RowTh label={t('Name')}>
        <span className="flex w-full items-center gap-2">
          <PersonLink
            id={member.discordId}
            name={member.name}
            tabIndex={tabIndex}
            className="relative flex shrink-0 rounded-full outline-offset-0 after:-inset-x-2 after:-inset-y-1 after:absolute hover:ring-2 hover:ring-lagoon"
            picture={<Avatar name={member.name} url={avatar} size="sm" />}
          />
          <CopyText
            label={t('Copy mention of {name}', { name: member.name })}
            isCopied={isCopied}
            copiedText={copiedText}
            onCopy={() => onCopy(member.discordId)}
            tabIndex={tabIndex}
          >
            <span className="block truncate font-semibold text-paper">{member.name}</span>
          </CopyText>
        </span>
      </RowTh>
      <Td label={t('Position')} className="truncate text-paper-dim" title={member.position}>
        {member.position}
      </Td>
      <Td label={t('Discord UID')} className="whitespace-nowrap text-paper-faint text-xs tabular-nums">
        {member.discordId}
      </Td>
      <Td label={t('Timezone')} className="truncate text-paper-dim" title={member.timezone ?? undefined}>
        {member.timezone}
      </Td>
      <Td label={t('Hired')} className="whitespace-nowrap text-paper-dim">
        {member.hiredAt && <Day day={member.hiredAt} />}
      </Td>
      <Td label={t('Last Move')} className="whitespace-nowrap text-paper-dim">
        {member.lastMove && <Day day={member.lastMove} />}
      </Td>
      <Td label={t('Status')}>
        <StatusChip member={member} statuses={statuses} />
      </Td>
      <Td label={member.notes ? t('Notes') : undefined} className="text-paper-dim" title={member.notes ?? undefined}>
        {member.notes && <span className="line-clamp-1 break-all">{member.notes}</span>}
        {hasTools && (
          <span className="absolute inset-y-0.5 right-0.5 flex bg-[linear-gradient(to_right,transparent,var(--color-haze)_30%)] pl-6 text-paper opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
            {historyHref !== undefined && (
              <Link
                to={historyHref}
                tabIndex={tabIndex}
                aria-label={t('Actions of {name}', { name: member.name })}
                title={t('Disciplinary actions')}
                data-icon="gavel"
                className={ROW_TOOL}
              />
            )}
            {onEdit !== undefined && (
              <button
                type="button"
                tabIndex={tabIndex}
                aria-label={t('Edit {name}', { name: member.name })}
                onClick={() => onEdit(member)}
                data-icon="pencil"
                className={ROW_TOOL}
              />
            )}
          </span>
        )}
      </Td>
    </tr>
  )
})

const ROW_TOOL = 'flex h-full w-9 items-center justify-center -outline-offset-2'
