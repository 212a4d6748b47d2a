import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import {
  Fragment,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { openPerson } from '#features/auth/web/person-link.tsx'
import type { Colour } from '#lib/colour.ts'
import type { KeptList } from '#lib/list-preferences.ts'
import { t } from '#lib/messages.ts'
import { textColour } from '#ui/chip.tsx'
import { ChoiceOfAll } from '#ui/choice-box.tsx'
import { ColumnHeads } from '#ui/column-heads.tsx'
import { keyTargets } from '#ui/key-targets.ts'
import { BannerRow, Table } from '#ui/table.tsx'
import type { Choice } from '#ui/use-choice.ts'
import { type Column, useColumns } from '#ui/use-columns.tsx'
import { useBackgroundList } from '#web/background-list.ts'
import { rowsPerScreen, useIsPainted } from '#web/use-is-painted.ts'
import { orderOf, type Sorting } from '#web/use-sort.ts'
import type { RosterMember } from '../contract.ts'
import { COLUMNS, type Ladder } from '../rules.ts'
import { MemberRow } from './member-row.tsx'
import { useCopiedMention } from './use-copied-mention.ts'

/** Longer lists render only the visible rows. */
const DRAW_ALL_UP_TO = 200
const HEAD = 36
const BANNER = 36
const ROW = 40

const WIDTHS = [132, 176, 172, 172, 88, 108, 100, 128]

/** The notes take the remaining room and contain the row's actions. */
export const rosterColumns = (): Column[] =>
  COLUMNS.map(({ field, label }, at) => ({
    key: field,
    sorts: true,
    label: t(label),
    width: WIDTHS[at],
    className: field === 'notes' ? 'w-44 xl:w-auto' : undefined,
    isFixed: ['callsign', 'name', 'notes'].includes(field),
  }))

type Line = { kind: 'banner'; group: string; count: number } | { kind: 'member'; member: RosterMember }

export interface RosterTableHandle {
  focusFirst(): void
}

interface RosterTableProps {
  label: string
  ladder: Ladder
  /** `group` is null when the rows are sorted by a column. */
  groups: readonly { group: string | null; members: readonly RosterMember[] }[]
  /** Avatars, by Discord ID. */
  avatars: Readonly<Record<string, string>>
  sorting: Sorting
  /** The person's preferences for this roster. */
  kept: KeptList
  choice: Choice
  /** Returns the link to a member's disciplinary actions. */
  historyOf?: (member: RosterMember) => string
  copiedText: string
  /** Only for people who may edit members. */
  onEdit: ((member: RosterMember) => void) | undefined
  ref?: Ref<RosterTableHandle>
}

/**
 * The rows of the roster under their '<Role> Team' banners. One row is in the tab order. Arrow keys, Home and End move,
 * Enter opens the person in the panel. A long roster renders only the visible rows, their banner and the focused row.
 * Over 60 lines because the rendered rows, the focus and the keys all depend on the index of a line.
 */
export function RosterTable(props: RosterTableProps) {
  const { label, ladder, groups, avatars, sorting, kept, choice, historyOf, copiedText, onEdit, ref } = props
  const columns = useColumns(rosterColumns(), kept)
  const lines = groups.flatMap(({ group, members }): Line[] => [
    ...(group === null ? [] : [{ kind: 'banner' as const, group, count: members.length }]),
    ...members.map((member): Line => ({ kind: 'member', member })),
  ])
  const rows = lines.flatMap((line, index) => (line.kind === 'member' ? [index] : []))
  const boxRef = useRef<HTMLDivElement>(null)
  const wantsFocus = useRef(false)
  const [currentId, setCurrentId] = useState<string | null>(null)
  const { copiedId, copyMention } = useCopiedMention()
  const isPainted = useOrderFromTop(boxRef, orderOf(sorting.sort))
  // Nobody sees the row's actions before hovering over a row.
  const hasTools = useIsPainted()

  const found = rows.find((index) => memberAt(index)?.id === currentId)
  const current = found ?? rows[0] ?? -1
  const isLong = rows.length > DRAW_ALL_UP_TO
  const virtualizer = useVirtualizer({
    enabled: isLong,
    count: lines.length,
    getScrollElement: () => boxRef.current,
    estimateSize: (index) => (lines[index]?.kind === 'banner' ? BANNER : ROW),
    getItemKey: (index) => keyOf(lines[index]),
    overscan: 10,
    paddingStart: HEAD,
    scrollPaddingStart: HEAD + BANNER,
    rangeExtractor: (range) => {
      const banner = lines.findLastIndex((line, index) => line.kind === 'banner' && index <= range.startIndex)
      return [...new Set([...defaultRangeExtractor(range), banner, current])]
        .filter((index) => index >= 0)
        .sort((a, b) => a - b)
    },
  })
  const renderedLines = isLong
    ? virtualizer.getVirtualItems().map(({ index, start, end }) => ({ index, start, end }))
    : lines.slice(0, isPainted ? lines.length : rowsPerScreen(ROW)).map((_, index) => ({ index, start: 0, end: 0 }))

  function memberAt(index: number): RosterMember | undefined {
    const line = lines[index]
    return line?.kind === 'member' ? line.member : undefined
  }

  function goTo(index: number | undefined): void {
    const member = index === undefined ? undefined : memberAt(index)
    if (index === undefined || member === undefined) return
    wantsFocus.current = true
    setCurrentId(member.id)
    if (isLong) virtualizer.scrollToIndex(index)
    else if (index === current) focusCurrent()
  }

  function focusCurrent(): void {
    const row = boxRef.current?.querySelector<HTMLElement>('tr[tabindex="0"]')
    if (!row) return
    wantsFocus.current = false
    row.focus({ preventScroll: isLong })
  }

  useLayoutEffect(() => {
    if (wantsFocus.current) focusCurrent()
  })
  useImperativeHandle(ref, () => ({ focusFirst: () => goTo(rows[0]) }))
  useBackgroundList({
    ids: rows.flatMap((index) => memberAt(index)?.discordId ?? []),
    show: (id, { focus }) => {
      const index = rows.find((each) => memberAt(each)?.discordId === id)
      if (focus) goTo(index)
      else if (index !== undefined) bringIntoSight(index)
    },
  })

  function bringIntoSight(index: number): void {
    setCurrentId(memberAt(index)?.id ?? null)
    if (isLong) virtualizer.scrollToIndex(index)
    else boxRef.current?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: 'nearest' })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const row = event.target instanceof Element ? event.target.closest('tr[data-member]') : null
    if (row === null) return
    const targets = keyTargets(rows, rows.indexOf(current))
    if (event.key in targets) {
      event.preventDefault()
      goTo(targets[event.key])
    } else if (event.key === 'Enter' && event.target === row) {
      event.preventDefault()
      const member = memberAt(current)
      if (member) openPerson(member.discordId)
    }
  }

  let renderedTo = HEAD
  const gapBefore = (start: number, end: number) => {
    const gap = start - renderedTo
    renderedTo = end
    return isLong && gap > 0 ? gap : 0
  }
  const rest = () => (isLong ? Math.max(0, virtualizer.getTotalSize() - renderedTo) : 0)

  return (
    <Table
      label={label}
      {...columns.table}
      scrollRef={boxRef}
      rowCount={lines.length + 1}
      className="scroll-pt-[72px] text-[0.8125rem]! [--cell-x:10px] xl:max-h-none! xl:min-h-0 xl:flex-1 [&_table]:table-fixed sm:[&_table]:min-w-[75.5rem] xl:[&_table]:min-w-[67.5rem]"
    >
      {columns.group}
      <thead>
        <tr aria-rowindex={1}>
          <ColumnHeads
            handleOf={columns.handleOf}
            columns={rosterColumns()}
            sorting={sorting}
            lead={<ChoiceOfAll {...choice} />}
            className="wrap-normal! whitespace-normal! leading-[0.875rem]"
          />
        </tr>
      </thead>
      <tbody {...choice.listProps} onKeyDown={onKeyDown}>
        {renderedLines.map(({ index, start, end }) => {
          const line = lines[index]
          if (line === undefined) return null
          const gap = gapBefore(start, end)
          const place = {
            'data-index': index,
            'aria-rowindex': index + 2,
            ref: isLong ? virtualizer.measureElement : undefined,
          }
          return (
            <Fragment key={keyOf(line)}>
              <Gap height={gap} columns={columns.count} />
              {line.kind === 'banner' ? (
                <BannerRow {...place} columns={columns.count}>
                  <span className="flex items-baseline gap-2">
                    <GroupName group={line.group} colour={ladder.positions.colours.get(line.group)} />
                    <span className="font-semibold text-paper-faint text-xs tabular-nums">{line.count}</span>
                  </span>
                </BannerRow>
              ) : (
                <MemberRow
                  {...place}
                  member={line.member}
                  statuses={ladder.statuses}
                  isCurrent={index === current}
                  avatar={avatars[line.member.discordId]}
                  isChosen={choice.has(line.member.id)}
                  onChoose={choice.choose}
                  isCopied={copiedId === line.member.discordId}
                  copiedText={copiedText}
                  hasTools={hasTools}
                  historyHref={historyOf?.(line.member)}
                  onFocus={setCurrentId}
                  onEdit={onEdit}
                  onCopy={copyMention}
                />
              )}
            </Fragment>
          )
        })}
        <Gap height={rest()} columns={columns.count} />
      </tbody>
    </Table>
  )
}

/** Whether all rows may render in this order. A new order starts at the top, with only the rows that fit the screen. */
function useOrderFromTop(boxRef: RefObject<HTMLElement | null>, order: string): boolean {
  const shown = useRef(order)
  useLayoutEffect(() => {
    if (shown.current !== order) boxRef.current?.scrollTo({ top: 0, behavior: 'instant' })
    shown.current = order
  }, [boxRef, order])
  return useIsPainted(order)
}

/** The text of a banner. A group may have its own colour. */
function GroupName({ group, colour }: { group: string; colour: Colour | undefined }) {
  return <span {...(colour && textColour(colour))}>{t('{group} Team', { group })}</span>
}

function keyOf(line: Line | undefined): string {
  if (line === undefined) return ''
  return line.kind === 'banner' ? line.group : line.member.id
}

/** Reserves the space of rows that are not rendered. */
function Gap({ height, columns }: { height: number; columns: number }) {
  if (height === 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can have the focus
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  )
}
