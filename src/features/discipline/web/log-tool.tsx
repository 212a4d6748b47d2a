import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useCan } from '#features/auth/web/use-can.ts'
import { useOwnId } from '#features/auth/web/use-own-id.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { WHO } from '../player-rules.ts'
import { LogForm } from './log-form.tsx'
import type { KnownOffence } from './offence-fields.tsx'
import { useFamily } from './use-family.ts'
import type { KnownPerson } from './use-person-choices.ts'

interface LogToolProps {
  /** The person whom the list is filtered by. Blank for everybody. */
  user: string
  rows: readonly { user: string; user_name: string }[]
  /** People who can be found when an action is logged, in addition to people who have actions. */
  people: readonly KnownPerson[]
  /** The offences for which an action can be given. Null while they load. */
  offences: readonly KnownOffence[] | null
}

/** Logs an action of the family, for people who may. At first, the form has the person whom the list is filtered by. */
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
  // Before the lists have loaded, only an id is known. The form then loads the name itself.
  return name === undefined && !WHO.test(id) ? null : { id, name: name ?? '', note: null }
}
