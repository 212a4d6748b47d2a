import { useEffect } from 'react'

const TAKES_FOCUS =
  'tr[tabindex], a[href], summary, button:not(:disabled), :is(input, select, textarea):not(:disabled, [type="hidden"])'

/**
 * Focus that went down with what it stood on goes to what took its place: a row that was deleted gives it to the next
 * one, a filter that was cleared to the rest of its toolbar, the last of a list to the first control around it, a
 * button that has nothing more to do to those beside it. While a dialog is open, the place to come back to is kept in
 * the same way. Components that know better move focus first; a form that is being sent gives focus back itself.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null
    /** The last place outside of dialogs, which give focus back to it. */
    let place: Element | null = null

    const take = (target: EventTarget | null) => {
      if (!(target instanceof Element)) return
      last = target
      if (target.closest('dialog') === null) place = target
    }
    const onFocus = ({ target }: FocusEvent) => take(target)
    // Somebody quick was somewhere before this code came.
    if (document.activeElement !== document.body) take(document.activeElement)
    // Anyone who presses beside everything has put focus away.
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
    const found = around.isConnected ? around.querySelector(TAKES_FOCUS) : null
    if (found !== null) return found
    if (around.id === 'content') return around
  }
  return document.getElementById('content')
}

function firstIn(element: Element): Element | null {
  return element.matches(TAKES_FOCUS) ? element : element.querySelector(TAKES_FOCUS)
}
