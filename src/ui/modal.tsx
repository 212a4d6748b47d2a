import { type FocusEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

interface ModalProps {
  /**
   * Called for Escape, for the browser's Back and Forward once something is written in this modal or in one behind it,
   * and, if allowed, for a press outside. The caller decides whether it closes.
   */
  onClose(): void
  /** Whether a press outside closes it. Set it to false when form data could be lost. */
  closesOutside?: boolean
  role?: 'dialog' | 'alertdialog'
  children: ReactNode
  /** The element to focus when the modal opens. Default: the first element that can have the focus. */
  firstIn?(box: HTMLElement): HTMLElement | null
  /** The class of the box. */
  className: string
  /** The class of the backdrop. */
  groundClass?: string
  'aria-label'?: string
  'aria-labelledby'?: string
}

/** The open modals, the front one last. */
const open: HTMLElement[] = []
/** The modals that something is written in. */
const written = new WeakSet<HTMLElement>()
/** The elements that are hidden from screen readers while a modal is open. */
const hidden = new Set<Element>()

const TAKES_TAB = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'

/**
 * A modal box that keeps the focus inside and returns it. Render it while it is wanted: it opens when it mounts and
 * closes when it unmounts.
 *
 * It does not use `showModal`, which makes the whole page inert: the browser then styles and paints each row of a list
 * again, once on opening and once on closing. Instead, the page behind is covered, hidden from screen readers and
 * unreachable by the Tab key.
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
    // Without `autofocus`, the browser would focus another element first and style the page once more for it.
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
    // Listen on the window, after the document: open menus in the box listen on the document and handle the key first.
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  const onNavigate = useEffectEvent((event: NavigateEvent) => {
    const { navigationType, userInitiated, cancelable } = event
    // A second Back in a row cannot be cancelled: it leaves the page.
    if (navigationType !== 'traverse' || !userInitiated || !cancelable) return
    // A question in front of a form closes alone, because only the front modal handles the event.
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

  // Render it in the body, so that it does not inherit the styles of a surrounding table or form.
  return createPortal(
    <dialog
      ref={ref}
      {...names}
      role={role}
      aria-modal="true"
      // The back gesture of a phone closes it too.
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

/** Ctrl A outside of a field. The browser would also select the text of the page behind. */
const isSelectAll = ({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent) =>
  key.toLowerCase() === 'a' &&
  ctrlKey !== metaKey &&
  !shiftKey &&
  !altKey &&
  !(target instanceof Element && target.matches(TEXT_FIELD))

/** Wraps the Tab key around at both ends of the box. Focus that comes from elsewhere goes to the first element. */
function TabEnd({ to }: { to: 'first' | 'last' }) {
  const handOn = ({ currentTarget: { parentElement: dialog }, relatedTarget }: FocusEvent) =>
    enter(dialog, relatedTarget instanceof Node && dialog?.contains(relatedTarget) ? to : 'first')
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it passes the focus on at once
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the Tab key must reach it
  return <span tabIndex={0} aria-hidden="true" onFocus={handOn} />
}

/** Focuses the first or the last focusable element of a modal. */
function enter(dialog: Element | null, at: 'first' | 'last'): void {
  const parts = [...(dialog?.querySelectorAll<HTMLElement>(`:scope > div :is(${TAKES_TAB})`) ?? [])]
  for (const part of at === 'first' ? parts : parts.reverse()) {
    if (part.tabIndex < 0) continue
    part.focus()
    if (part === document.activeElement) return
  }
}

/** Keeps the focus in the front modal when an element behind it receives the focus. */
function keepFocus({ target, relatedTarget }: globalThis.FocusEvent): void {
  const front = open.at(-1)
  if (front === undefined || !(target instanceof Node) || front.contains(target)) return
  if (relatedTarget instanceof HTMLElement && front.contains(relatedTarget))
    relatedTarget.focus({ preventScroll: true })
  else enter(front, 'first')
}

/** Hides everything except the front modal from screen readers. */
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
