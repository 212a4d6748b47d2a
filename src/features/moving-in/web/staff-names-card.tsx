import Check from 'lucide-react/icons/check'
import { useState } from 'react'
import { PersonField } from '#features/auth/web/person-field.tsx'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { idOfStaff, type SourceAuthor, type StaffNames } from '../decision-rules.ts'

interface StaffNamesCardProps {
  authors: readonly SourceAuthor[]
  staff: StaffNames
  onChoose(staff: StaffNames): void
}

/** The Discord accounts of the names under which actions were given. */
export function StaffNamesCard({ authors, staff, onChoose }: StaffNamesCardProps) {
  /** The names of the accounts that the user picked here. */
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const idOf = ({ name, discordId }: SourceAuthor) => discordId ?? idOfStaff(staff, name)
  const known = authors.filter((author) => idOf(author) !== null).length
  if (authors.length === 0) return null
  return (
    <details
      open={known < authors.length && authors.length <= 12}
      className="group rounded-md border border-haze bg-dusk"
    >
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-baseline gap-x-3 px-5 py-3">
        <h2 className="text-lg">{t('Who gave the actions')}</h2>
        <span className="text-paper-dim text-sm tabular-nums">
          {t(
            {
              one: '{known} of {count} name has a Discord account',
              other: '{known} of {count} names have a Discord account',
            },
            { known, count: authors.length },
          )}
        </span>
      </summary>
      <div className="px-5 pb-4">
        <p className="max-w-[70ch] text-paper-dim text-sm">
          {t(
            'Drop admins.json, or pick the people here: then their actions count as theirs. Without an account the name stays as it is. This browser remembers it for the next file.',
          )}
        </p>
        <ul className="mt-3">
          {authors.map((author) => (
            <li
              key={author.name}
              className="grid items-center gap-x-6 gap-y-1 border-haze border-t py-2.5 sm:grid-cols-[minmax(0,1fr)_22rem]"
            >
              <p className="min-w-0">
                <span className="wrap-anywhere font-semibold">{author.name}</span>{' '}
                <span className="text-paper-faint text-sm tabular-nums">
                  {t({ one: '{count} action', other: '{count} actions' }, { count: author.actions })}
                </span>
              </p>
              <AccountOf
                author={author}
                id={idOf(author)}
                name={names[idOf(author) ?? ''] ?? null}
                onChoose={(person) => {
                  const { [author.name]: _, ...others } = staff
                  if (person !== null) setNames({ ...names, [person.id]: person.name })
                  onChoose(person === null ? withoutName(others, author.name) : { ...others, [author.name]: person.id })
                }}
              />
            </li>
          ))}
        </ul>
      </div>
    </details>
  )
}

/** Removes a name in any spelling of upper and lower case. */
const withoutName = (staff: StaffNames, name: string): StaffNames =>
  Object.fromEntries(Object.entries(staff).filter(([known]) => known.toLowerCase() !== name.toLowerCase()))

interface AccountOfProps {
  author: SourceAuthor
  id: string | null
  name: string | null
  onChoose(person: { id: string; name: string } | null): void
}

function AccountOf({ author, id, name, onChoose }: AccountOfProps) {
  if (id === null) {
    return (
      <PersonField label={t('Discord account of {name}', { name: author.name })} chosen={null} onChoose={onChoose} />
    )
  }
  return (
    <p className="flex min-h-10 items-center gap-2 text-sm">
      <Check aria-hidden="true" className="size-4 shrink-0 text-ok" />
      <span className="wrap-anywhere mr-auto min-w-0 tabular-nums">{name ?? id}</span>
      {author.discordId === null && (
        <Button
          size="sm"
          look="ghost"
          aria-label={t('Change the account of {name}', { name: author.name })}
          onClick={() => onChoose(null)}
        >
          {t('Change')}
        </Button>
      )}
    </p>
  )
}
