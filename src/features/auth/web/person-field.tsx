import { useState } from 'react'
import { t } from '#lib/messages.ts'
import { Combobox } from '#ui/combobox.tsx'
import { useDebounced } from '#web/use-debounced.ts'
import type { FoundPerson } from '../contract.ts'
import { useFindPeople } from './queries.ts'

interface PersonFieldProps {
  label: string
  chosen: FoundPerson | null
  onChoose(person: FoundPerson | null): void
}

/** Selects a person who is on a roster or has signed in here before. */
export function PersonField({ label, chosen, onChoose }: PersonFieldProps) {
  const [typed, setTyped] = useState('')
  const found = useFindPeople(useDebounced(typed, 200).trim()).data?.data ?? []
  return (
    <Combobox
      label={label}
      placeholder={t('Name, callsign or Discord ID')}
      chosen={chosen === null ? null : { value: chosen.id, label: chosen.name }}
      choices={found.map(({ id, name, callsign, position, other_names }) => ({
        value: id,
        label: name,
        note: callsign ?? position ?? id,
        texts: [...other_names, callsign],
      }))}
      onType={setTyped}
      onChoose={(choice) => onChoose(found.find(({ id }) => id === choice?.value) ?? null)}
      emptyText={t('No matches. Fill in the fields below yourself.')}
    />
  )
}
