import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { HeadText, Table, Th } from '#ui/table.tsx'
import { useRowKeys } from '#ui/use-row-keys.ts'
import type { TrialMod } from '../contract.ts'
import { COLUMNS, nextStage } from '../rules.ts'
import { ChecklistRow, type RowActions } from './checklist-row.tsx'

/** More rows than this are drawn when they are asked for: each holds two dozen controls. */
const DRAWN = 150

const WIDTHS = [
  'w-20',
  'w-48',
  'w-32',
  ...Array<string>(7).fill('w-[7.125rem]'),
  'w-[7.75rem]',
  'w-[6.25rem]',
  'w-40',
  'w-56',
  'w-[6.25rem]',
  'w-56',
  'w-[6.25rem]',
]

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
 * The 17 columns; who it is about and their status stay in sight while the stages pass by, and a control that takes
 * the focus is scrolled clear of both. Enter opens the stage that comes next.
 */
export function ChecklistTable({ records, ownId, promotable, names, actions }: ChecklistTableProps) {
  const [limit, setLimit] = useState(DRAWN)
  const drawn = records.slice(0, limit)
  const open = (id: string) => {
    const record = records.find(({ traineeId }) => traineeId === id)
    if (record) actions.onOpenStage(record, nextStage(record))
  }
  const { onKeyDown, rowProps } = useRowKeys({ ids: drawn.map(({ traineeId }) => traineeId), onOpen: open })
  return (
    <>
      <Table
        label="Trial Mod Checklist"
        pins={2}
        className="text-[0.8125rem]! [--cell-x:10px] [--pin:5rem] sm:max-h-none! sm:min-h-0 sm:[&_table]:table-fixed sm:[&_table]:w-[148.125rem]!"
      >
        <colgroup>
          {WIDTHS.map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change
            <col key={index} className={width} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {COLUMNS.map((column, index) => (
              <Th
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change, and two have one name
                key={index}
                data-pin={column === 'Status' ? 'end' : undefined}
                className="whitespace-normal! leading-[0.875rem]"
              >
                <HeadText>{column}</HeadText>
              </Th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown}>
          {drawn.map((record) => (
            <ChecklistRow
              key={record.traineeId}
              record={record}
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
          Show {Math.min(DRAWN, records.length - limit)} more
        </Button>
      )}
    </>
  )
}
