import type { KeyboardEvent } from 'react'

interface Tab {
  value: string
  label: string
  /** Undefined while unknown. */
  count: number | undefined
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  selected: string
  onSelect(value: string): void
  /** The id of the element that the tabs switch. That element has the role `tabpanel`. */
  panelId: string
}

/**
 * One of a few views of the same data. Arrow keys, Home and End move and select. Only the selected tab is in the tab
 * order.
 */
export function Tabs({ label, tabs, selected, onSelect, panelId }: TabsProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex(({ value }) => value === selected)
    const targets: Record<string, number> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }
    const target = targets[event.key]
    const tab = target === undefined ? undefined : tabs[target]
    if (target === undefined || tab === undefined) return
    event.preventDefault()
    onSelect(tab.value)
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[target]?.focus()
  }
  return (
    <div
      role="tablist"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
      className="flex gap-1 overflow-x-auto overscroll-contain p-0.5"
    >
      {tabs.map((tab) => {
        const isSelected = tab.value === selected
        return (
          <button
            key={tab.value}
            type="button"
            role="tab"
            aria-selected={isSelected}
            aria-controls={panelId}
            tabIndex={isSelected ? 0 : -1}
            onClick={() => onSelect(tab.value)}
            className={`touch-target inline-flex h-9 shrink-0 items-center gap-2 whitespace-nowrap rounded-sm px-3 font-bold font-sign text-sm transition-colors ${isSelected ? 'bg-haze text-paper' : 'text-paper-dim hover:bg-haze/60 hover:text-paper'}`}
          >
            {tab.label}
            <span className={`font-semibold text-xs tabular-nums ${isSelected ? 'text-amber' : 'text-paper-faint'}`}>
              {tab.count}
            </span>
          </button>
        )
      })}
    </div>
  )
}
