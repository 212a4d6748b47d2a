import { useState } from 'react'
import type { Colour } from '#lib/colour.ts'
import { t } from '#lib/messages.ts'
import { fillColour } from './bar-chart.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { RowTh, Table, Td, Th } from './table.tsx'

interface Series {
  label: string
  tone: Colour
}

interface Column {
  label: string
  /** One count for each series, in the order of the series. */
  counts: readonly number[]
  /** The list beside the chart is filtered by this column. */
  isChosen: boolean
}

interface ColumnChartProps {
  /** What is counted, for example 'Actions per week'. */
  label: string
  /** What a column stands for, for example 'Week of'. */
  columnLabel: string
  series: readonly Series[]
  columns: readonly Column[]
  /** Called for a press on a column, or on its row in the table. */
  onColumn(at: number): void
}

const HEIGHT = 96
const STEP = 10

/** Counts over time as stacked columns with a legend. A button shows the same numbers as a table. */
export function ColumnChart({ label, columnLabel, series, columns, onColumn }: ColumnChartProps) {
  const [showsTable, setShowsTable] = useState(false)
  const totals = columns.map(({ counts }) => sum(counts))
  const most = Math.max(1, ...totals)
  const height = (count: number) => (count / most) * HEIGHT
  return (
    <div>
      <div className="flex items-end gap-2">
        <span aria-hidden="true" className="self-start text-paper-faint text-xs tabular-nums">
          {most}
        </span>
        <svg
          role="img"
          aria-label={t('{label}: {sum} in {columns} columns, {most} at most', {
            label,
            sum: sum(totals),
            columns: columns.length,
            most,
          })}
          viewBox={`0 0 ${columns.length * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="keeps-colour h-28 min-w-0 flex-1 border-haze border-b"
        >
          {columns.map((column, at) => {
            let top = HEIGHT
            return (
              <g key={column.label}>
                <title>{`${columnLabel} ${column.label}: ${totals[at]}`}</title>
                {/* biome-ignore lint/a11y/noStaticElementInteractions: the table has a button for each */}
                <rect
                  x={at * STEP}
                  width={STEP}
                  height={HEIGHT}
                  onClick={() => onColumn(at)}
                  className={`cursor-pointer hover:fill-haze/60 ${column.isChosen ? 'fill-haze' : 'fill-transparent'}`}
                />
                {column.counts.map((count, index) => {
                  top -= height(count)
                  const { label: name = '', tone = 'plain' } = series[index] ?? {}
                  return (
                    count > 0 && (
                      <rect
                        key={name}
                        x={at * STEP + 1.5}
                        y={top}
                        width={STEP - 3}
                        height={height(count)}
                        {...fillColour(tone)}
                        className={`pointer-events-none ${fillColour(tone).className}`}
                      />
                    )
                  )
                })}
              </g>
            )
          })}
        </svg>
      </div>
      <div aria-hidden="true" className="mt-1 flex justify-between pl-5 text-paper-faint text-xs tabular-nums">
        <span>{columns[0]?.label}</span>
        <span>{columns.at(-1)?.label}</span>
      </div>
      <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-4 gap-y-1 text-paper-dim text-xs">
        {series.map(({ label: name, tone }, index) => (
          <li key={name} className="flex min-w-0 items-center gap-1.5">
            <svg viewBox="0 0 10 10" aria-hidden="true" className="keeps-colour size-2.5 shrink-0">
              <rect width="10" height="10" rx="2" {...fillColour(tone)} />
            </svg>
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <span className="text-paper tabular-nums">{sum(columns.map(({ counts }) => counts[index] ?? 0))}</span>
          </li>
        ))}
      </ul>
      <Button size="sm" look="ghost" className="mt-2 -ml-3" onClick={() => setShowsTable(true)}>
        {t('Show as a table')}
      </Button>
      {showsTable && (
        <Dialog title={label} width="wide" onClose={() => setShowsTable(false)}>
          <Table
            label={label}
            density="compact"
            scrolls={false}
            className="[--cell-x:6px]! [&_thead_th]:whitespace-normal!"
          >
            <thead>
              <tr>
                <Th>{columnLabel}</Th>
                {series.map(({ label: name }) => (
                  <Th key={name} align="end">
                    {name}
                  </Th>
                ))}
                <Th align="end">{t('All')}</Th>
              </tr>
            </thead>
            <tbody>
              {[...columns.entries()].toReversed().map(([at, { label: column, counts, isChosen }]) => (
                <tr key={column}>
                  <RowTh label={columnLabel}>
                    <button
                      type="button"
                      aria-pressed={isChosen}
                      onClick={() => {
                        setShowsTable(false)
                        onColumn(at)
                      }}
                      className="inline-link touch-target"
                    >
                      {column}
                    </button>
                  </RowTh>
                  {counts.map((count, index) => (
                    <Td key={series[index]?.label} label={series[index]?.label} align="end">
                      {count}
                    </Td>
                  ))}
                  <Td label={t('All')} align="end" className="font-semibold">
                    {sum(counts)}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </Dialog>
      )}
    </div>
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0)
}
