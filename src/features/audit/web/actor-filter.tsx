import { useState } from 'react'
import { t } from '#lib/messages.ts'
import { Combobox } from '#ui/combobox.tsx'
import { useDebounced } from '#web/use-debounced.ts'
import { useFindAuditActors } from './queries.ts'

const SITE = 'site'

interface ActorFilterProps {
  /** A Discord ID or `site`. Empty for everybody. */
  actor: string
  onChange(actor: string): void
}

/** Filters by one person of the rosters, by one person who ever signed in, or by the site itself. */
export function ActorFilter({ actor, onChange }: ActorFilterProps) {
  const [typed, setTyped] = useState('')
  const isPerson = actor !== '' && actor !== SITE
  const people = useFindAuditActors(useDebounced(typed, 200).trim())
  const known = useFindAuditActors(actor, isPerson)
  const choices = (people.data?.data ?? []).map(({ id, name, other_names }) => ({
    value: id,
    label: name,
    note: id.slice(-4),
    texts: other_names,
  }))
  const site = { value: SITE, label: t('The site itself') }
  const label = isPerson ? (known.data?.data.find(({ id }) => id === actor)?.name ?? actor) : site.label
  return (
    <Combobox
      label={t('Person')}
      placeholder={t('Everybody')}
      className="w-full sm:w-44"
      chosen={actor === '' ? null : { value: actor, label }}
      choices={[site, ...choices]}
      onType={setTyped}
      onChoose={(choice) => onChange(choice?.value ?? '')}
    />
  )
}
