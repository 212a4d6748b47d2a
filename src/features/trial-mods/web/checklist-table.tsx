import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { CopyMentions } from '#features/auth/web/copy-mentions.tsx'
import { usePictures } from '#features/auth/web/queries.ts'
import type { KeptList } from '#lib/list-preferences.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceBar } from '#ui/choice-bar.tsx'
import { ChoiceOfAll } from '#ui/choice-box.tsx'
import { ExportMenu } from '#ui/export-menu.tsx'
import { SortTh } from '#ui/sort-head.tsx'
import { HeadText, Table } from '#ui/table.tsx'
import { type Choice, useChoice } from '#ui/use-choice.ts'
import { type Column, useColumns } from '#ui/use-columns.tsx'
import { useRowKeys, useRowsBehind } from '#ui/use-row-keys.ts'
import { rowsPerScreen, useIsPainted } from '#web/use-is-painted.ts'
import { sortedBy, useSort } from '#web/use-sort.ts'
import { columnsOf, sortKeysOf, sortValueOf } from '../column-rules.ts'
import type { TrialMod } from '../contract.ts'
import { nextStage } from '../rules.ts'
import type { Checklist } from '../stage-rules.ts'
import { AFTER_STATUS, ChecklistRow, type RowActions } from './checklist-row.tsx'
import { useCalls, useChecklist } from './queries.ts'
import { useStageKeys } from './use-stage-keys.ts'

/** More rows than this render on demand, because each contains two dozen controls. */
const DRAWN = 150
/** The height of a row in pixels. */
const ROW = 49
/** How many rows render before the page is first painted. The others on the screen render right after. */
const MAX_FIRST_ROWS = 1

/** The widths in pixels of the columns before the stages, of a stage, and of the status and the columns after it. */
const [BEFORE_STAGES, STAGE, AFTER_STAGES] = [[104, 216, 128], 114, [124, 100, 160, 224, 100, 224, 100]]

export function checklistColumns(checklist: Checklist): Column[] {
  const labels = columnsOf(checklist)
  const widths = [...BEFORE_STAGES, ...checklist.stages.map(() => STAGE), ...AFTER_STAGES]
  return sortKeysOf(checklist).map((key, at) => ({
    key,
    label: labels[at] ?? '',
    width: widths[at],
    // The columns that identify the person cannot be hidden.
    isFixed: at < 2,
  }))
}

/** The width in pixels of the columns before this one. */
const widthBefore = (column: string, columns: readonly Column[]) =>
  columns
    .slice(
      0,
      columns.findIndex(({ key }) => key === column),
    )
    .reduce((sum, { width = 0 }) => sum + width, 0)

interface ChecklistTableProps {
  records: readonly TrialMod[]
  /** The person's preferences for this checklist. */
  kept: KeptList
  /** Renders further actions for the chosen records, besides copying their mentions. */
  choiceOf?(chosen: readonly TrialMod[], choice: Choice): ReactNode
  /** The Discord ID of the viewer's own record. */
  ownId: string | null
  /** The Discord IDs of people who passed and are still trial moderators on the roster. */
  promotable: ReadonlySet<string>
  /** The id of a datalist with the names of staff. */
  names: string
  actions: RowActions
}

/**
 * The table of the checklist. The person and the status stay visible while the stages scroll sideways, and a focused
 * control is scrolled out from behind both. Enter opens the next stage of a row, and the right arrow key focuses it.
 */
export function ChecklistTable({
  records: given,
  kept,
  choiceOf,
  ownId,
  promotable,
  names,
  actions,
}: ChecklistTableProps) {
  const [limit, setLimit] = useState(DRAWN)
  const checklist = useChecklist()
  const all = checklistColumns(checklist)
  const columns = useColumns(all, kept)
  const sorting = useSort(all.map(({ key }) => key))
  const records = sortedBy(given, sorting.sort, sortValueOf)
  const choice = useChoice(records.map(({ traineeId }) => traineeId))
  const pictures = usePictures(records.map(({ traineeId }) => traineeId))
  const isPainted = useIsPainted()
  // Columns after the status that are not visible yet render later.
  const isInSight = ({ key }: Column) => widthBefore(key, all) < window.innerWidth
  const ends =
    isPainted || columns.count < all.length ? AFTER_STATUS : all.slice(-AFTER_STATUS).filter(isInSight).length
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  const renderedRecords = records.slice(0, isPainted ? limit : Math.min(MAX_FIRST_ROWS, rowsPerScreen(ROW)))
  const open = (id: string) => {
    const record = records.find(({ traineeId }) => traineeId === id)
    const next = record && nextStage(record, checklist)
    if (next) actions.onOpenStage(record, next)
  }
  useRowsBehind(renderedRecords.map(({ traineeId }) => traineeId))
  const { onKeyDown, rowProps } = useRowKeys({ ids: renderedRecords.map(({ traineeId }) => traineeId), onOpen: open })
  const onStageKey = useStageKeys(renderedRecords, actions.onMarkStage)
  return (
    <>
      <Table
        label={checklist.title}
        {...columns.table}
        pins={2}
        className="text-[0.8125rem]! [--cell-x:10px] [--pin:6.5rem] sm:max-h-none! sm:min-h-0 sm:[&_table]:table-fixed sm:[&_table]:w-[149.625rem]"
      >
        {columns.group}
        <thead>
          <tr>
            {all.map(({ key, label }, at) => (
              <SortTh
                key={key}
                {...sorting}
                column={key}
                label={label}
                lead={at === 0 ? <ChoiceOfAll {...choice} /> : undefined}
                handle={isPainted ? columns.handleOf(key) : null}
                data-pin={key === 'status' ? 'end' : undefined}
                className="whitespace-normal! leading-[0.875rem]"
              >
                <HeadText>{label}</HeadText>
              </SortTh>
            ))}
          </tr>
        </thead>
        <tbody
          {...choice.listProps}
          onFocus={({ target }) => {
            // The browser does not scroll a control that is half covered by a pinned column.
            if (target.closest('td') && target.matches(':focus-visible'))
              target.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
          }}
          onKeyDown={(event) => {
            onKeyDown(event)
            onStageKey(event)
          }}
        >
          {renderedRecords.map((record) => (
            <ChecklistRow
              key={record.traineeId}
              record={record}
              avatar={pictures[record.traineeId]}
              checklist={checklist}
              {...rowProps(record.traineeId)}
              isChosen={choice.has(record.traineeId)}
              onChoose={choice.choose}
              isOwn={record.traineeId === ownId}
              isPromotable={actions.onPromote !== undefined && promotable.has(record.traineeId)}
              names={names}
              actions={latest}
              canEdit={isPainted && actions.onEdit !== undefined}
              ends={ends}
            />
          ))}
        </tbody>
      </Table>
      {records.length > limit && (
        <Button className="self-center" onClick={() => setLimit(limit + DRAWN)}>
          {t('Show {count} more', { count: Math.min(DRAWN, records.length - limit) })}
        </Button>
      )}
      <ChosenRecords records={records} choice={choice} choiceOf={choiceOf} />
    </>
  )
}

interface ChosenRecordsProps extends Pick<ChecklistTableProps, 'records' | 'choiceOf'> {
  choice: Choice
}

/** What can be done with the chosen records. */
function ChosenRecords({ records, choice, choiceOf }: ChosenRecordsProps) {
  const calls = useCalls()
  const chosen = records.filter(({ traineeId }) => choice.has(traineeId))
  return (
    <ChoiceBar choice={choice}>
      {choiceOf?.(chosen, choice)}
      <CopyMentions discordIds={chosen.map(({ traineeId }) => traineeId)} />
      <ExportMenu isSmall exported={calls.exports} rows={choice.ids} />
    </ChoiceBar>
  )
}
