import Columns3 from 'lucide-react/icons/columns-3'
import { useEffect } from 'react'
import { DENSITIES, type Density, type KeptList, withColumn } from '#lib/list-preferences.ts'
import { t } from '#lib/messages.ts'
import { CheckOption } from './check-option.tsx'
import { ExportMenu, type ExportMenuProps } from './export-menu.tsx'
import { ListViews } from './list-views.tsx'
import type { Column } from './use-columns.tsx'
import { moveFocus, POPOVER_CLASS, usePopover } from './use-popover.ts'

interface ColumnsMenuProps {
  kept: KeptList
  columns: readonly Column[]
  /** The density that the list has by default. */
  usual?: Density
}

interface ListToolsProps extends ColumnsMenuProps {
  /** What is exported, and which rows of it are shown. */
  exporting: ExportMenuProps
}

const OPTION = 'input, button:not(:disabled)'

/** A person's tools for a list: saved views, the shown columns (only where a table has room), and the export. */
export function ListTools({ exporting, ...props }: ListToolsProps) {
  return (
    <div className="flex gap-2 max-sm:gap-1">
      <ListViews kept={props.kept} />
      <ColumnsMenu {...props} />
      <ExportMenu {...exporting} />
    </div>
  )
}

/** Chooses which columns are shown and how dense the rows are. Arrow keys move, Space toggles, Escape closes. */
function ColumnsMenu({ kept, columns, usual }: ColumnsMenuProps) {
  const { change } = kept
  const { hidden } = kept.preferences
  const { isOpen, open, toggle, triggerRef, panelRef, panelId } = usePopover<HTMLButtonElement, HTMLFieldSetElement>()
  useEffect(() => {
    if (isOpen) panelRef.current?.querySelector<HTMLElement>(OPTION)?.focus()
  }, [isOpen, panelRef])

  return (
    <>
      <button
        ref={triggerRef}
        type="button"
        disabled={change === null}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={toggle}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          open()
        }}
        className="touch-target inline-flex h-10 items-center gap-1.5 rounded-sm border border-paper-faint/60 bg-night/60 px-3 font-sign font-semibold text-paper-dim text-sm hover:border-paper-faint/80 disabled:text-paper-faint max-sm:hidden"
      >
        <Columns3 aria-hidden="true" className="size-4" />
        {t('Columns')}
      </button>
      {isOpen && (
        <fieldset
          ref={panelRef}
          id={panelId}
          popover="manual"
          onKeyDown={(event) => {
            if (moveFocus(event.currentTarget, OPTION, event.key)) event.preventDefault()
          }}
          className={`min-w-56 max-w-72 ${POPOVER_CLASS}`}
        >
          <legend className="sr-only">{t('Columns')}</legend>
          {columns
            .filter(({ isFixed = false }) => !isFixed)
            .map(({ key, label }) => (
              <CheckOption
                key={key}
                isChecked={!hidden.includes(key)}
                onChange={() => change?.((now) => withColumn(now, key, hidden.includes(key)))}
              >
                {label}
              </CheckOption>
            ))}
          <LookOptions kept={kept} usual={usual} />
        </fieldset>
      )}
    </>
  )
}

/** How dense the rows are, and the way back to the usual columns and rows. */
function LookOptions({ kept: { preferences, change }, usual = 'normal' }: Omit<ColumnsMenuProps, 'columns'>) {
  const { hidden, widths } = preferences
  const density = preferences.density ?? usual
  const isUsual = hidden.length === 0 && Object.keys(widths).length === 0 && density === usual
  return (
    <div className="mt-1.5 border-haze border-t pt-1.5">
      <CheckOption
        isChecked={density === 'compact'}
        onChange={() => change?.((now) => ({ ...now, density: DENSITIES.find((each) => each !== density) ?? null }))}
      >
        {t('Compact rows')}
      </CheckOption>
      <button
        type="button"
        disabled={isUsual}
        onClick={() => change?.((now) => ({ ...now, hidden: [], widths: {}, density: null }))}
        className="touch-target h-8 w-full rounded-sm px-2.5 text-left font-sign font-semibold text-lagoon text-sm hover:bg-haze disabled:text-paper-faint"
      >
        {t('As they were')}
      </button>
      <p className="pointer-coarse:hidden px-2.5 py-1.5 text-paper-faint text-xs">
        {t(
          'Drag the edge of a heading to make a column wider. With the keyboard, ← and → move it, ↑ and ↓ lead to the next edge.',
        )}
      </p>
    </div>
  )
}
