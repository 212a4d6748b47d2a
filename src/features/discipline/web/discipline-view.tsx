import Plus from 'lucide-react/icons/plus'
import Upload from 'lucide-react/icons/upload'
import { type ReactNode, useState } from 'react'
import { useCan } from '#features/auth/web/use-can.ts'
import { discordIdProblem } from '#lib/discord-id.ts'
import { t } from '#lib/messages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { addAction, importActions } from '../contract.ts'
import { ActionDetails, type EvidenceSlot } from './action-details.tsx'
import { ActionsView } from './actions-view.tsx'
import { type KnownPerson, LogForm } from './log-form.tsx'
import type { KnownOffence } from './offence-fields.tsx'

interface DisciplineViewProps {
  links: readonly { label: string; href: string }[]
  /** The way to the actions against players. */
  families?: ReactNode
  /** The page that imports a spreadsheet. */
  importHref: string
  /** Who can be found when an action is logged, beside whoever has actions already. */
  people: readonly KnownPerson[]
  /** For which an action can be given. */
  offences: readonly KnownOffence[]
  /** What stands there of the evidence of an action. */
  evidence?: EvidenceSlot
}

/** The Staff DA Database: the actions of the staff, logged and imported here. */
export function DisciplineView({ links, families, importHref, people, offences, evidence }: DisciplineViewProps) {
  const [logged, setLogged] = useState<{ about: KnownPerson | null } | null>(null)
  const canAdd = useCan(addAction)
  const canImport = useCan(importActions)
  return (
    <>
      <ActionsView
        links={links}
        families={families}
        tools={({ user, rows }) => (
          <>
            {canImport && (
              <ButtonLink size="sm" look="ghost" to={importHref}>
                <Upload aria-hidden="true" />
                <span className="max-sm:sr-only">{t('Import')}</span>
              </ButtonLink>
            )}
            {canAdd && (
              <Button
                size="sm"
                look="primary"
                onClick={() => setLogged({ about: user === '' ? null : personOf(user, people, rows) })}
              >
                <Plus aria-hidden="true" />
                {t('Log action')}
              </Button>
            )}
          </>
        )}
        details={(opened) => <ActionDetails {...opened} evidence={evidence} />}
      />
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
  return name === undefined && discordIdProblem(id) !== null ? null : { id, name: name ?? '', note: null }
}
