import type { FocusEvent, KeyboardEvent } from 'react'
import { useAuth } from '#features/auth/web/use-auth.ts'
import { NO_RIGHTS } from '#lib/access.ts'
import { currentForms } from '#lib/date-forms.ts'
import { momentAt } from '#lib/dates.ts'
import { t } from '#lib/messages.ts'
import { SelectField } from '#ui/field.tsx'
import { nextPlaceholder } from '../rules.ts'
import { mayGive, namesOf } from '../type-rules.ts'
import { useActionTypes } from './queries.ts'

/** A field for date and time as calls say it; an empty one says nothing. */
export const isoOf = (local: string) => (local === '' ? undefined : momentAt(local).toISOString())

type TypeFieldProps = Omit<Parameters<typeof SelectField>[0], 'label'> & {
  /** What it is so far, which may stay whoever may give it. */
  before?: string
}

/** Whose time a field for date and time shows, where that is not simply the viewer's. */
export function timeHint(): string | undefined {
  const { timeZone: zone } = currentForms()
  return zone && t('This is the time of {zone}.', { zone })
}

/** Choosing one of the types that this person may give. */
export function TypeField({ before, ...props }: TypeFieldProps) {
  const types = useActionTypes()
  const auth = useAuth()
  const rights = auth.status === 'signed-in' ? auth.rights : NO_RIGHTS
  const offered = namesOf(types).filter((type) => type === before || mayGive(type, types, rights))
  const old = before === undefined || offered.includes(before) ? [] : [before]
  return (
    <SelectField required {...props} label={t('Type')}>
      <option value="" disabled>
        {t('Choose…')}
      </option>
      {[...old, ...offered].map((type) => (
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
