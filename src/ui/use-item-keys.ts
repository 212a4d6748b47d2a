import { useEffect } from 'react'
import { keyTargets } from './key-targets.ts'

/**
 * Keyboard navigation for a list of links or buttons, as `useRowKeys` provides it for tables: the arrow down leads from
 * the page's search to the first item, arrow keys, Home and End move between items, and Enter presses the focused one.
 */
export function useItemKeys(selector: string): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented, ctrlKey, metaKey, altKey, shiftKey } = event
      if (defaultPrevented || ctrlKey || metaKey || altKey || shiftKey || !(target instanceof HTMLElement)) return
      const isInSearch = target.matches('input[type="search"]') && target.closest('dialog') === null
      if (isInSearch ? key !== 'ArrowDown' : !target.matches(selector)) return
      if (key === 'Enter') {
        event.preventDefault()
        return target.click()
      }
      const items = [...document.querySelectorAll<HTMLElement>(selector)]
      const targets = keyTargets(items, items.indexOf(target))
      if (!(key in targets)) return
      event.preventDefault()
      targets[key]?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [selector])
}
