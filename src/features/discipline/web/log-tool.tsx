import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useCan } from '#features/auth/web/use-can.ts'
import { useOwnId } from '#features/auth/web/use-own-id.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { WHO } from '../player-rules.ts'
import { type KnownPerson, LogForm } from './log-form.tsx'
import type { KnownOffence } from './offence-fields.tsx'
import { useFamily } from './use-family.ts'

interface LogToolProps {
  /** Whom the list is filtered by; blank for nobody. */
  user: string
  rows: readonly { user: string; user_name: string }[]
  /** Who can be found when an action is logged, beside the person who has actions already. */
  people: readonly KnownPerson[]
  /** For which an action can be given; null while they are on their way. */
  offences: readonly KnownOffence[] | null
}

/** Logs an action of the family, for those who may; about whom the list is filtered by, to begin with. */
export function LogTool({ user, rows, people, offences }: LogToolProps) {
  const ownId = useOwnId()
  const [logged, setLogged] = useState<{ about: KnownPerson | null } | null>(null)
  if (!useCan(useFamily().giving)) return null
  return (
    <>
      <Button
        size="sm"
        look="primary"
        onClick={() => setLogged({ about: user === '' || user === ownId ? null : personOf(user, people, rows) })}
      >
        <Plus aria-hidden="true" />
        {t('Log action')}
      </Button>
      {logged !== null && (
        <LogForm people={people} offences={offences} about={logged.about} onClose={() => setLogged(null)} />
      )}
    </>
  )
}

function personOf(
  id: string,
  people: readonly KnownPerson[],
  rows: readonly { user: string; user_name: string }[],
): KnownPerson | null {
  const name = rows.find(({ user }) => user === id)?.user_name
  const known = people.find((person) => person.id === id)
  if (known !== undefined) return known
  // Before the lists have come an id alone is known; the form asks for the name itself.
  return name === undefined && !WHO.test(id) ? null : { id, name: name ?? '', note: null }
}
