import { type FocusEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

interface ModalProps {
  /**
   * Asked for by Escape, by the browser's Back and Forward once something is written in it or in one behind it and, if
   * allowed, by a press beside it. The owner decides.
   */
  onClose(): void
  /** Whether a press beside it closes it: not where a form could be lost. */
  closesOutside?: boolean
  role?: 'dialog' | 'alertdialog'
  children: ReactNode
  /** What takes the focus when it opens; otherwise the first that can. */
  firstIn?(box: HTMLElement): HTMLElement | null
  /** Of the box itself. */
  className: string
  /** Of what covers the page behind it. */
  groundClass?: string
  'aria-label'?: string
  'aria-labelledby'?: string
}

/** The modals that are open, the one in front last. */
const open: HTMLElement[] = []
/** Those that something is written in. */
const written = new WeakSet<HTMLElement>()
/** What is hidden from screen readers meanwhile. */
const hidden = new Set<Element>()

const TAKES_TAB = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'

/**
 * A modal box, which keeps focus inside and gives it back. Render it while it is wanted: it opens when it appears and
 * closes when it is taken away.
 *
 * It lies above the page without `showModal`, which makes all of the page inert: the browser then styles and paints each
 * row of a list again, twice for each look at one of them. So what is behind is covered, hidden from screen readers,
 * and out of reach of the Tab key.
 */
export function Modal(props: ModalProps) {
  const { onClose, closesOutside = true, role, className, groundClass, children, firstIn, ...names } = props
  const ref = useRef<HTMLDialogElement>(null)
  const boxRef = useRef<HTMLDivElement>(null)

  const findFirst = useEffectEvent((box: HTMLElement) => firstIn?.(box))
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    const before = document.activeElement
    open.push(dialog)
    document.addEventListener('focusin', keepFocus)
    hideAround(dialog)
    const first = findFirst(dialog)
    // The browser would give the focus to another one before, and style the page once more for it.
    first?.setAttribute('autofocus', '')
    dialog.show()
    first?.removeAttribute('autofocus')
    if (document.activeElement !== first) first?.focus()
    return () => {
      open.splice(open.indexOf(dialog), 1)
      if (open.length === 0) document.removeEventListener('focusin', keepFocus)
      hideAround(open.at(-1))
      const hasFocus = document.activeElement === document.body || dialog.contains(document.activeElement)
      dialog.close()
      if (hasFocus && before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || open.at(-1) !== ref.current) return
    if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
    } else if (isSelectAll(event)) {
      event.preventDefault()
      if (boxRef.current !== null) window.getSelection()?.selectAllChildren(boxRef.current)
    }
  })
  useEffect(() => {
    // After the document, where menus hear it that are open in the box.
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  const onNavigate = useEffectEvent((event: NavigateEvent) => {
    const { navigationType, userInitiated, cancelable } = event
    // A second step in a row cannot be cancelled: it leaves the page.
    if (navigationType !== 'traverse' || !userInitiated || !cancelable) return
    // A question in front of a form closes alone.
    if (open.at(-1) !== ref.current || !open.some((modal) => written.has(modal))) return
    event.preventDefault()
    onClose()
  })
  useEffect(() => {
    // Older browsers leave the page.
    if (!('navigation' in window)) return
    navigation.addEventListener('navigate', onNavigate)
    return () => navigation.removeEventListener('navigate', onNavigate)
  }, [])

  // In the body: a table or a form that it is asked for in must not lend it its looks.
  return createPortal(
    <dialog
      ref={ref}
      {...names}
      role={role}
      aria-modal="true"
      // The step back of a phone closes it too.
      closedby="closerequest"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        if (closesOutside && event.target === event.currentTarget) onClose()
      }}
      className={groundClass}
    >
      <TabEnd to="last" />
      <div
        ref={boxRef}
        onInput={() => ref.current !== null && written.add(ref.current)}
        className={`max-h-full w-[calc(100%-2rem)] animate-rise overflow-clip rounded-lg border border-haze bg-dusk text-paper shadow-lift ${className}`}
      >
        {children}
      </div>
      <TabEnd to="first" />
    </dialog>,
    document.body,
  )
}

const TEXT_FIELD = 'input:not([type="checkbox"], [type="radio"]), textarea, select'

/** Ctrl A outside a field: the browser would mark the text of the page behind too. */
const isSelectAll = ({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent) =>
  key.toLowerCase() === 'a' &&
  ctrlKey !== metaKey &&
  !shiftKey &&
  !altKey &&
  !(target instanceof Element && target.matches(TEXT_FIELD))

/** Where the Tab key would leave the box, it goes on at its other end; focus from elsewhere begins at the start. */
function TabEnd({ to }: { to: 'first' | 'last' }) {
  const handOn = ({ currentTarget: { parentElement: dialog }, relatedTarget }: FocusEvent) =>
    enter(dialog, relatedTarget instanceof Node && dialog?.contains(relatedTarget) ? to : 'first')
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it hands the focus on at once
  // biome-ignore lint/a11y/noNoninteractiveTabindex: only so the Tab key comes by
  return <span tabIndex={0} aria-hidden="true" onFocus={handOn} />
}

/** Gives the focus to the first or the last in a modal that takes it. */
function enter(dialog: Element | null, at: 'first' | 'last'): void {
  const parts = [...(dialog?.querySelectorAll<HTMLElement>(`:scope > div :is(${TAKES_TAB})`) ?? [])]
  for (const part of at === 'first' ? parts : parts.reverse()) {
    if (part.tabIndex < 0) continue
    part.focus()
    if (part === document.activeElement) return
  }
}

/** What is behind a modal takes no focus: whatever gives it some, it stays where it was. */
function keepFocus({ target, relatedTarget }: globalThis.FocusEvent): void {
  const front = open.at(-1)
  if (front === undefined || !(target instanceof Node) || front.contains(target)) return
  if (relatedTarget instanceof HTMLElement && front.contains(relatedTarget))
    relatedTarget.focus({ preventScroll: true })
  else enter(front, 'first')
}

/** Hides all but the modal in front from screen readers. */
function hideAround(front: HTMLElement | undefined): void {
  for (const element of hidden) element.removeAttribute('aria-hidden')
  hidden.clear()
  if (front === undefined) return
  for (const element of document.body.children) {
    if (element === front || element.hasAttribute('aria-hidden')) continue
    element.setAttribute('aria-hidden', 'true')
    hidden.add(element)
  }
}
