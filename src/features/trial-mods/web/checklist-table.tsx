import { useDeferredValue, useState } from 'react'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { SortTh } from '#ui/sort-head.tsx'
import { HeadText, Table } from '#ui/table.tsx'
import { useRowKeys, useRowsBehind } from '#ui/use-row-keys.ts'
import { sortedBy, useSort } from '#web/use-sort.ts'
import type { TrialMod } from '../contract.ts'
import { columnsOf, nextStage, sortKeysOf, sortValueOf } from '../rules.ts'
import { ChecklistRow, type RowActions } from './checklist-row.tsx'
import { useChecklist } from './queries.ts'
import { useStageKeys } from './use-stage-keys.ts'

/** More rows than this are drawn when they are asked for: each holds two dozen controls. */
const DRAWN = 150
/** The first drawing of the page has as many as a screen, and the others follow it. */
const DRAWN_FIRST = 16

const widthsOf = (stages: number) => [
  'w-20',
  'w-48',
  'w-32',
  ...Array<string>(stages).fill('w-[7.125rem]'),
  'w-[7.75rem]',
  'w-[6.25rem]',
  'w-40',
  'w-56',
  'w-[6.25rem]',
  'w-56',
  'w-[6.25rem]',
]

/** How many columns stand before the stages; the status follows them. */
const BEFORE_STAGES = 3

interface ChecklistTableProps {
  records: readonly TrialMod[]
  /** Whose record is the viewer's own. */
  ownId: string | null
  /** Who passed, and still stands as a trial moderator on the roster. */
  promotable: ReadonlySet<string>
  /** Id of a datalist with the names of staff. */
  names: string
  actions: RowActions
}

/**
 * The columns; who it is about and their status stay in sight while the stages pass by, and a control that takes
 * the focus is scrolled clear of both. Enter opens the stage that comes next, the arrow to the right leads to it.
 */
export function ChecklistTable({ records: given, ownId, promotable, names, actions }: ChecklistTableProps) {
  const [limit, setLimit] = useState(DRAWN)
  const checklist = useChecklist()
  const columns = columnsOf(checklist)
  const keys = sortKeysOf(checklist)
  const sorting = useSort(keys)
  const records = sortedBy(given, sorting.sort, sortValueOf)
  const stages = checklist.stages.length
  const isWhole = useDeferredValue(true, false)
  const drawn = records.slice(0, isWhole ? limit : DRAWN_FIRST)
  const open = (id: string) => {
    const record = records.find(({ traineeId }) => traineeId === id)
    const next = record && nextStage(record, checklist)
    if (next) actions.onOpenStage(record, next)
  }
  useRowsBehind(drawn.map(({ traineeId }) => traineeId))
  const { onKeyDown, rowProps } = useRowKeys({ ids: drawn.map(({ traineeId }) => traineeId), onOpen: open })
  const onStageKey = useStageKeys(drawn, actions.onMarkStage)
  return (
    <>
      <Table
        label={checklist.title}
        pins={2}
        className="text-[0.8125rem]! [--cell-x:10px] [--pin:5rem] sm:max-h-none! sm:min-h-0 sm:[&_table]:table-fixed sm:[&_table]:w-[148.125rem]!"
      >
        <colgroup>
          {widthsOf(stages).map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change
            <col key={index} className={width} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <SortTh
                {...sorting}
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change, and two have one name
                key={index}
                column={keys[index] ?? ''}
                label={column}
                data-pin={index === BEFORE_STAGES + stages ? 'end' : undefined}
                className="whitespace-normal! leading-[0.875rem]"
              >
                <HeadText>{column}</HeadText>
              </SortTh>
            ))}
          </tr>
        </thead>
        <tbody
          onKeyDown={(event) => {
            onKeyDown(event)
            onStageKey(event)
          }}
        >
          {drawn.map((record) => (
            <ChecklistRow
              key={record.traineeId}
              record={record}
              checklist={checklist}
              rowProps={rowProps(record.traineeId)}
              isOwn={record.traineeId === ownId}
              isPromotable={promotable.has(record.traineeId)}
              names={names}
              actions={actions}
            />
          ))}
        </tbody>
      </Table>
      {records.length > limit && (
        <Button className="self-center" onClick={() => setLimit(limit + DRAWN)}>
          {t('Show {count} more', { count: Math.min(DRAWN, records.length - limit) })}
        </Button>
      )}
    </>
  )
}
