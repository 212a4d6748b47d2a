import {
  type KeyboardEvent as PressedKey,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

const GAP = 8

/**
 * A panel in the browser's top layer, positioned at its trigger. It closes on a mouse press outside (the press, not the
 * release: spec section 2), when Back or Forward leave the page, and on Escape, which returns the focus to the trigger.
 */
export function usePopover<T extends HTMLElement, P extends HTMLElement>(align: 'start' | 'end' = 'start') {
  const [isOpen, setIsOpen] = useState(false)
  const triggerRef = useRef<T>(null)
  const panelRef = useRef<P>(null)
  const panelId = useId()
  const close = useCallback(() => setIsOpen(false), [])

  useLayoutEffect(() => {
    const trigger = triggerRef.current
    const panel = panelRef.current
    if (!isOpen || trigger === null || panel === null) return
    // A browser without the popover attribute shows the panel in place. Its fixed position still applies.
    if ('showPopover' in panel) panel.showPopover()

    const place = () => {
      const at = trigger.getBoundingClientRect()
      const border = panel.offsetHeight - panel.clientHeight
      const whole = { width: panel.offsetWidth, height: panel.scrollHeight + border }
      const { left, top, maxHeight } = placeOf(at, whole, align)
      panel.style.left = `${left}px`
      panel.style.top = `${top}px`
      panel.style.maxHeight = `${maxHeight}px`
    }
    place()
    window.addEventListener('resize', place)
    window.addEventListener('scroll', place, { capture: true, passive: true })
    return () => {
      window.removeEventListener('resize', place)
      window.removeEventListener('scroll', place, { capture: true })
    }
  }, [isOpen, align])

  useEffect(() => {
    if (!isOpen) return
    const onPress = (event: MouseEvent) => {
      const path = event.composedPath()
      const isInside = [triggerRef.current, panelRef.current].some((part) => part !== null && path.includes(part))
      if (!isInside) close()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      close()
      triggerRef.current?.focus()
    }
    document.addEventListener('mousedown', onPress)
    document.addEventListener('keydown', onKey)
    window.addEventListener('popstate', close)
    return () => {
      document.removeEventListener('mousedown', onPress)
      document.removeEventListener('keydown', onKey)
      window.removeEventListener('popstate', close)
    }
  }, [isOpen, close])

  return { isOpen, open: () => setIsOpen(true), toggle: () => setIsOpen(!isOpen), close, triggerRef, panelRef, panelId }
}

/** The position of a panel in the window, in pixels: below its trigger, or above it when only there is enough room. */
export function placeOf(
  trigger: { left: number; right: number; top: number; bottom: number },
  panel: { width: number; height: number },
  align: 'start' | 'end',
): { left: number; top: number; maxHeight: number } {
  const wanted = align === 'end' ? trigger.right - panel.width : trigger.left
  const left = Math.max(GAP, Math.min(wanted, document.documentElement.clientWidth - panel.width - GAP))
  const below = window.innerHeight - trigger.bottom - 2 * GAP
  const above = trigger.top - 2 * GAP
  if (panel.height <= below || below >= above) return { left, top: trigger.bottom + GAP, maxHeight: below }
  const height = Math.min(panel.height, above)
  return { left, top: trigger.top - GAP - height, maxHeight: above }
}

/** The class of every panel at a trigger. */
export const POPOVER_CLASS =
  'fixed inset-auto m-0 animate-appear overflow-y-auto overscroll-contain rounded-md border border-haze bg-dusk p-1.5 text-paper shadow-lift'

/**
 * Moves the focus between matching elements of a panel for arrow keys, Home and End. Returns whether the key was one of
 * them.
 */
export function moveFocus(panel: HTMLElement, selector: string, key: string): boolean {
  const parts = [...panel.querySelectorAll<HTMLElement>(selector)]
  const at = parts.findIndex((part) => part.matches(':focus'))
  const targets: Record<string, number> = {
    ArrowDown: (at + 1) % parts.length,
    ArrowUp: at <= 0 ? parts.length - 1 : at - 1,
    Home: 0,
    End: parts.length - 1,
  }
  const target = targets[key]
  if (target === undefined) return false
  parts[target]?.focus()
  return true
}

/**
 * Moves the focus to the next matching element whose text starts with what was typed. With more than one letter, the
 * focused element may match too. Repeating one letter moves through the elements that start with it (ARIA Authoring
 * Practices, Menu).
 */
function moveFocusToText(panel: HTMLElement, selector: string, typed: string): void {
  const parts = [...panel.querySelectorAll<HTMLElement>(selector)]
  const [letter = ''] = typed
  const isOneLetter = [...typed].every((other) => other === letter)
  const at = parts.findIndex((part) => part.matches(':focus'))
  const from = isOneLetter ? at + 1 : Math.max(at, 0)
  const inOrder = [...parts.slice(from), ...parts.slice(0, from)]
  const beginning = (isOneLetter ? letter : typed).toLocaleLowerCase()
  const textOf = (part: HTMLElement) => (part.closest('label') ?? part).textContent
  inOrder.find((part) => textOf(part)?.trim().toLocaleLowerCase().startsWith(beginning))?.focus()
}

/** Milliseconds without a key after which typing starts a new text. */
const TYPING_PAUSE = 1_000

/** Letters typed in a panel move the focus between its matching elements. A checkbox is matched by its label. */
export function useTypeAhead(selector: string) {
  const typed = useRef({ text: '', at: 0 })
  return {
    onKeyDown(event: PressedKey<HTMLElement>): void {
      const { key, timeStamp: at } = event
      if (key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
      const before = at - typed.current.at < TYPING_PAUSE ? typed.current.text : ''
      typed.current = { text: '', at }
      // A space alone presses the element. Within typed text it is one of the letters.
      if (key === ' ' && before === '') return
      event.preventDefault()
      typed.current.text = before + key
      moveFocusToText(event.currentTarget, selector, typed.current.text)
    },
    /** Firefox presses a button on keyup of the space key. */
    onKeyUp(event: PressedKey): void {
      if (event.key === ' ' && typed.current.text.endsWith(' ')) event.preventDefault()
    },
  }
}
