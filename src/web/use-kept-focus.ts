import { useEffect } from 'react'

const TAKES_FOCUS =
  'tr[tabindex], a[href], summary, button:not(:disabled), :is(input, select, textarea):not(:disabled, [type="hidden"])'

/**
 * Moves the focus on when the focused element disappears: from a deleted row to the next row, from a cleared filter to
 * the rest of its toolbar, from the last item of a list to the first control around it, and from a button that became
 * disabled to the controls beside it. While a dialog is open, the place to which its focus returns is kept in the same
 * way. Components with a better target move the focus first, and a form that is being sent returns the focus itself.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null
    /** The last focused element outside of dialogs. A closing dialog returns the focus to it. */
    let place: Element | null = null

    const take = (target: EventTarget | null) => {
      if (!(target instanceof Element)) return
      last = target
      if (target.closest('dialog') === null) place = target
    }
    const onFocus = ({ target }: FocusEvent) => take(target)
    // Something may have been focused before this code loaded.
    if (document.activeElement !== document.body) take(document.activeElement)
    // A press outside of every control gives the focus up on purpose. A press on a control sets `last` again.
    const onPress = () => {
      last = null
    }
    const observer = new MutationObserver((records) => {
      const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(place)))
      if (record !== undefined && place?.isConnected === false) place = successorIn(record)
      const isOff = place !== null && place === last && place.matches('button:disabled') && !place.closest('form')
      if (isOff) place = firstAround(place)
      else if (last?.isConnected !== false || document.activeElement !== document.body) return
      if (place instanceof HTMLElement) place.focus({ preventScroll: true })
    })

    document.addEventListener('focusin', onFocus)
    document.addEventListener('pointerdown', onPress)
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('pointerdown', onPress)
      observer.disconnect()
    }
  }, [])
}

function successorIn({ nextSibling, previousSibling, target }: MutationRecord): Element | null {
  for (const sibling of [nextSibling, previousSibling]) {
    const found = sibling instanceof Element && sibling.isConnected ? firstIn(sibling) : null
    if (found !== null) return found
  }
  return firstAround(target instanceof Element ? target : null)
}

function firstAround(start: Element | null): Element | null {
  for (let around = start; around !== null; around = around.parentElement) {
    const found = around.isConnected ? firstWithin(around) : null
    if (found !== null) return found
    if (around.id === 'content') return around
  }
  return document.getElementById('content')
}

const firstIn = (element: Element): Element | null =>
  element.matches(TAKES_FOCUS) && isVisible(element) ? element : firstWithin(element)

const firstWithin = (element: Element): Element | null =>
  [...element.querySelectorAll(TAKES_FOCUS)].find(isVisible) ?? null

/** A hidden control, such as one that only phones show, takes no focus. */
const isVisible = (element: Element): boolean => element.checkVisibility()
