import Check from 'lucide-react/icons/check'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link, type LinkProps } from '#web/router.tsx'
import { moveFocus, POPOVER_CLASS, usePopover, useTypeAhead } from './use-popover.ts'

const ITEM = ':is([role="menuitem"], [role="menuitemradio"])'
interface MenuProps {
  /** The label of the menu, for screen readers. */
  label: string
  trigger: ReactNode
  triggerClass: string
  children: ReactNode
  /** Which edges of the trigger and the panel are aligned. */
  align?: 'start' | 'end'
  panelClass?: string
  disabled?: boolean
  /** The tooltip of the trigger. */
  title?: string
  /** -1 when the arrow keys of a list decide which element the Tab key reaches. */
  tabIndex?: number
}

/**
 * A button with a menu of `MenuLink`, `MenuAction` or `MenuChoice`. It opens on click. Arrow keys and letters move the
 * focus in it.
 */
export function Menu({
  label,
  trigger,
  triggerClass,
  children,
  align = 'end',
  panelClass = 'min-w-60',
  ...rest
}: MenuProps) {
  const { isOpen, open, toggle, close, triggerRef, panelRef, panelId } = usePopover<HTMLButtonElement, HTMLDivElement>(
    align,
  )
  const entersByKey = useRef(false)
  const typeAhead = useTypeAhead(ITEM)

  useEffect(() => {
    if (!isOpen) return
    const items = [...(panelRef.current?.querySelectorAll<HTMLElement>(ITEM) ?? [])]
    const first = items.find((item) => item.ariaChecked === 'true') ?? items[0]
    if (entersByKey.current) first?.focus()
    else panelRef.current?.focus()
  }, [isOpen, panelRef])

  const onPanelKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Tab') close()
    else if (moveFocus(event.currentTarget, ITEM, event.key)) event.preventDefault()
    else typeAhead.onKeyDown(event)
  }

  return (
    <>
      <button
        {...rest}
        ref={triggerRef}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        aria-label={label}
        onClick={(event) => {
          // `detail` is the number of presses, which is 0 for a click by keyboard.
          entersByKey.current = event.detail === 0
          toggle()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          entersByKey.current = true
          open()
        }}
        className={triggerClass}
      >
        {trigger}
      </button>
      {isOpen && (
        <div
          ref={panelRef}
          id={panelId}
          popover="manual"
          role="menu"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={onPanelKey}
          onKeyUp={typeAhead.onKeyUp}
          onClick={(event) => {
            if (!(event.target instanceof Element) || event.target.closest(ITEM) === null) return
            close()
            // Focus the trigger before a dialog opens, because the dialog returns the focus to the element that had it.
            triggerRef.current?.focus({ preventScroll: true })
          }}
          className={`${panelClass} ${POPOVER_CLASS}`}
        >
          {children}
        </div>
      )}
    </>
  )
}

const ITEM_CLASS =
  'touch-target flex h-9 w-full items-center gap-3 rounded-sm px-2.5 text-left text-sm text-paper-dim hover:bg-haze hover:text-paper focus-visible:bg-haze focus-visible:text-paper aria-[current]:text-amber [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-paper-faint'

export function MenuLink(props: LinkProps) {
  return <Link role="menuitem" tabIndex={-1} {...props} className={ITEM_CLASS} />
}

export function MenuAction({ onSelect, children }: { onSelect(): void; children: ReactNode }) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} onClick={onSelect} className={ITEM_CLASS}>
      {children}
    </button>
  )
}

/** One of a few choices. Moving the focus over it does not choose it. */
export function MenuChoice({
  isChosen,
  onSelect,
  children,
}: {
  isChosen: boolean
  onSelect(): void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={isChosen}
      tabIndex={-1}
      onClick={onSelect}
      className={`${ITEM_CLASS} aria-checked:text-paper`}
    >
      <Check aria-hidden="true" className={isChosen ? '' : 'invisible'} />
      {children}
    </button>
  )
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a menu
    <div role="group" aria-label={label} className="border-haze not-first:mt-1.5 not-first:border-t not-first:pt-1.5">
      <div aria-hidden="true" className="eyebrow px-2.5 pt-1.5 pb-1 text-paper-faint">
        {label}
      </div>
      {children}
    </div>
  )
}
