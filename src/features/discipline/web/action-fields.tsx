import { SelectField } from '#ui/field.tsx'
import type { Problems } from '#web/problems.ts'
import { ACTION_TYPES } from '../rules.ts'

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

/** What binds a field of a form to what is written in it so far. */
export function controlsOf<Written extends Record<string, string>>(
  written: Written,
  write: (field: keyof Written & string, value: string) => void,
  problems: Problems,
) {
  return (field: keyof Written & string) => ({
    name: field,
    value: written[field],
    error: problems[field],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => write(field, event.target.value),
  })
}
