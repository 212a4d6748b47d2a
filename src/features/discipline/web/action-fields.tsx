import type { FocusEvent, KeyboardEvent } from 'react'
import { rightsOf, useAuth } from '#features/auth/web/use-auth.ts'
import { currentForms } from '#lib/date-forms.ts'
import { momentAt } from '#lib/dates.ts'
import { msg, type PlainMessage, t } from '#lib/messages.ts'
import { SelectField } from '#ui/field.tsx'
import type { ApprovalMode } from '../approval-rules.ts'
import { nextPlaceholder } from '../rules.ts'
import { type ActionType, approvalOf, mayGive, namesOf } from '../type-rules.ts'
import { NO_APPROVER } from './action-facts.tsx'
import { useActionTypes } from './queries.ts'

/** The value of a date and time field in the format of the API. Undefined when the field is empty. */
export const isoOf = (local: string) => (local === '' ? undefined : momentAt(local).toISOString())

type TypeFieldProps = Omit<Parameters<typeof SelectField>[0], 'label'> & {
  /** The current type. People who may not give it can still keep it. */
  before?: string
  /** Whether another person may approve an action of this type. */
  hasApprover?: boolean
}

/** The time zone of a date and time field, when it is not the viewer's. */
export function timeHint(): string | undefined {
  const { timeZone: zone } = currentForms()
  return zone && t('This is the time of {zone}.', { zone })
}

const APPROVAL_HINTS = {
  before: msg('It is not in force until a second person approves it.'),
  within24Hours: msg('It is in force at once. A second person must approve it within 24 hours.'),
} satisfies Record<ApprovalMode, PlainMessage>

/** A select field with the types that this person may give. */
export function TypeField({ before, hasApprover = true, ...props }: TypeFieldProps) {
  const types = useActionTypes()
  const rights = rightsOf(useAuth())
  const offered = namesOf(types).filter((type) => type === before || mayGive(type, types, rights))
  const mode = approvalOf(String(props.value), types)
  const hint = mode && (hasApprover ? t(APPROVAL_HINTS[mode]) : `${t(APPROVAL_HINTS[mode])} ${t(NO_APPROVER)}`)
  const old = before === undefined || offered.includes(before) ? [] : [before]
  return (
    <SelectField required {...props} label={t('Type')} hint={hint}>
      <option value="" disabled>
        {t('Choose…')}
      </option>
      {[...old, ...offered].map((type) => (
        <option key={type}>{type}</option>
      ))}
    </SelectField>
  )
}

/** The effect of a type on the person until an action of it ends, in sentences. Empty when it has none. */
export function effectHints(type: string, types: readonly ActionType[]): string[] {
  const { rosterStatus, blocksPromotion = false } = types.find(({ name }) => name === type)?.while ?? {}
  return [
    ...(rosterStatus === undefined
      ? []
      : [t('Until it ends their status on the rosters is {status}.', { status: rosterStatus })]),
    ...(blocksPromotion ? [t('They cannot be promoted until it ends.')] : []),
  ]
}

/** For a text from a template: Tab selects one placeholder after the other, and leaves the field after the last one. */
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
