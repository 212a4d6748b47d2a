import { useState } from 'react'
import { formatNumber, t } from '#lib/messages.ts'
import { Combobox } from '#ui/combobox.tsx'
import { useDebounced } from '#web/use-debounced.ts'
import { useActionPeople } from './queries.ts'

interface PersonFilterProps {
  label: string
  /** The list that the people come from. */
  of: 'users' | 'admins'
  /** A Discord ID. Blank for everybody. */
  id: string
  onChange(id: string): void
}

/** Filters by one of the people who have or gave actions. */
export function PersonFilter({ label, of, id, onChange }: PersonFilterProps) {
  const [typed, setTyped] = useState('')
  const people = useActionPeople(useDebounced(typed, 200).trim())
  const known = useActionPeople(id, id !== '')
  const name = known.data?.[of].find((person) => person.id === id)?.name ?? id
  return (
    <Combobox
      label={label}
      placeholder={t('Everybody')}
      chosen={id === '' ? null : { value: id, label: name }}
      choices={(people.data?.[of] ?? []).map((person) => ({
        value: person.id,
        label: person.name,
        note: formatNumber(person.count),
        texts: person.other_names,
      }))}
      onType={setTyped}
      onChoose={(choice) => onChange(choice?.value ?? '')}
    />
  )
}
