import type { FocusEvent, KeyboardEvent } from 'react'
import { nextPlaceholder } from '../rules.ts'

/** For a text that a template filled in: Tab goes from one placeholder to the next, and on once there is none. */
export function placeholderKeys(placeholders: ReadonlySet<string>) {
  return {
    onFocus: ({ currentTarget }: FocusEvent<HTMLTextAreaElement>) => {
      const first = nextPlaceholder(currentTarget.value, placeholders, { from: 0 })
      if (first !== null) currentTarget.setSelectionRange(first.start, first.end)
    },
    onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => {
      if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return
      const { currentTarget, shiftKey: backwards } = event
      const { value, selectionStart, selectionEnd } = currentTarget
      const from = backwards ? selectionStart : selectionEnd
      const next = nextPlaceholder(value, placeholders, { from, backwards })
      if (next === null) return
      event.preventDefault()
      currentTarget.setSelectionRange(next.start, next.end)
    },
  }
}
