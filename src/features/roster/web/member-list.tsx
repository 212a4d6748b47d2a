import { memo, type Ref, useImperativeHandle, useRef } from 'react'
import { openPerson, PERSON, PersonLink } from '#features/auth/web/person-link.tsx'
import { t } from '#lib/messages.ts'
import { Avatar } from '#ui/avatar.tsx'
import { textColour } from '#ui/chip.tsx'
import { ChoiceBox } from '#ui/choice-box.tsx'
import { CopyText } from '#ui/copy-text.tsx'
import { PhoneGroup, PhoneRow, PhoneRows } from '#ui/phone-rows.tsx'
import type { Choice } from '#ui/use-choice.ts'
import { useBackgroundList } from '#web/background-list.ts'
import { useIsInPanel } from '#web/panel-address.ts'
import type { RosterMember } from '../contract.ts'
import type { Ladder } from '../rules.ts'
import type { Statuses } from '../status-rules.ts'
import type { RosterTableHandle } from './roster-table.tsx'
import { StatusChip } from './status-chip.tsx'
import { useCopiedMention } from './use-copied-mention.ts'

interface MemberListProps {
  label: string
  ladder: Ladder
  groups: readonly { group: string; members: readonly RosterMember[] }[]
  /** Avatars, by Discord ID. */
  avatars: Readonly<Record<string, string>>
  copiedText: string
  choice: Choice
  ref?: Ref<RosterTableHandle>
}

/** The element id of a group, for the menu that jumps to it. */
export const groupId = (group: string) => `group-${group.replaceAll(/\W+/g, '-')}`

/** The roster on a phone. A press on a name copies the mention, a press anywhere else in a row opens the person. */
export function MemberList({ label, ladder, groups, avatars, copiedText, choice, ref }: MemberListProps) {
  const listRef = useRef<HTMLElement>(null)
  const { copiedId, copyMention } = useCopiedMention()
  const rowOf = (id: string) => listRef.current?.querySelector(`[data-row="${id}"]`)

  useBackgroundList({
    ids: groups.flatMap(({ members }) => members.map(({ discordId }) => discordId)),
    show: (id, { focus }) => {
      if (focus) rowOf(id)?.querySelector('a')?.focus()
      else rowOf(id)?.scrollIntoView({ block: 'center' })
    },
  })
  useImperativeHandle(ref, () => ({ focusFirst: () => listRef.current?.querySelector('a')?.focus() }))

  return (
    <PhoneRows ref={listRef} label={label} {...choice.listProps} {...choice.pressProps}>
      {groups.map(({ group, members }) => (
        <PhoneGroup
          key={group}
          id={groupId(group)}
          title={
            <>
              <span {...textColour(ladder.positions.colours.get(group) ?? 'amber')}>
                {t('{group} Team', { group })}
              </span>{' '}
              <span className="font-semibold text-paper-faint text-xs tabular-nums">{members.length}</span>
            </>
          }
        >
          {members.map((member) => (
            <MemberItem
              key={member.id}
              member={member}
              statuses={ladder.statuses}
              avatar={avatars[member.discordId]}
              isCopied={copiedId === member.discordId}
              copiedText={copiedText}
              onCopy={copyMention}
              isChoosing={choice.isOn}
              isChosen={choice.has(member.id)}
              onChoose={choice.choose}
            />
          ))}
        </PhoneGroup>
      ))}
    </PhoneRows>
  )
}

interface MemberItemProps {
  member: RosterMember
  statuses: Statuses
  avatar: string | undefined
  isCopied: boolean
  copiedText: string
  onCopy(discordId: string): void
  /** Each press on a row chooses it. */
  isChoosing: boolean
  isChosen: boolean
  onChoose: Choice['choose']
}

const MemberItem = memo(function MemberItem(props: MemberItemProps) {
  const { member, statuses, avatar, isCopied, copiedText, onCopy, isChoosing, isChosen, onChoose } = props
  const { id, discordId, name, callsign, position } = member
  return (
    <PhoneRow
      data-row={discordId}
      data-choice={id}
      data-chosen={isChosen}
      isShown={useIsInPanel(PERSON, discordId)}
      picture={
        isChoosing ? (
          <ChoiceBox id={id} name={name} isChosen={isChosen} onChoose={onChoose} className="size-12!" />
        ) : (
          <PersonLink
            id={discordId}
            name={name}
            className="flex size-12 shrink-0 items-center justify-center rounded-full"
            picture={<Avatar name={name} url={avatar} size="lg" />}
          />
        )
      }
      title={
        <>
          {callsign !== null && <strong className="shrink-0 font-bold font-sign">{callsign}</strong>}
          {/* A finger may land just above the name, so its area extends upwards. The line below opens the person. */}
          <span className="relative min-w-0 [&_button]:after:absolute [&_button]:after:inset-x-0 [&_button]:after:-top-3 [&_button]:after:-bottom-0.5">
            <CopyText
              label={t('Copy mention of {name}', { name })}
              isCopied={isCopied}
              copiedText={copiedText}
              onCopy={() => onCopy(discordId)}
            >
              <span className="block truncate font-semibold">{name}</span>
            </CopyText>
          </span>
        </>
      }
      detail={position}
      side={<StatusChip member={member} statuses={statuses} />}
      onOpen={() => openPerson(discordId)}
    />
  )
})
