import type { FocusEvent, KeyboardEvent } from 'react'
import { SelectField } from '#ui/field.tsx'
import { ACTION_TYPES, nextPlaceholder } from '../rules.ts'

/** A field for date and time as calls say it; an empty one says nothing. */
export const isoOf = (local: string) => (local === '' ? undefined : new Date(local).toISOString())

/** Choosing one of the types. */
export function TypeField(props: Omit<Parameters<typeof SelectField>[0], 'label'>) {
  return (
    <SelectField required {...props} label="Type">
      <option value="" disabled>
        Choose…
      </option>
      {ACTION_TYPES.map((type) => (
        <option key={type}>{type}</option>
      ))}
    </SelectField>
  )
}

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
