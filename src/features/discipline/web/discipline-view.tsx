import Upload from 'lucide-react/icons/upload'
import type { ReactNode } from 'react'
import { useCan } from '#features/auth/web/use-can.ts'
import { t } from '#lib/messages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { importActions } from '../contract.ts'
import { ActionDetails, type EvidenceSlot } from './action-details.tsx'
import { ActionsView } from './actions-view.tsx'
import { LogTool } from './log-tool.tsx'
import type { KnownOffence } from './offence-fields.tsx'
import type { KnownPerson } from './use-person-choices.ts'

interface DisciplineViewProps {
  links: readonly { label: string; href: string }[]
  /** Pages that belong to the actions, shown in a menu. */
  more?: readonly { label: string; href: string }[]
  /** The link to the actions against players. */
  families?: ReactNode
  /** The address of the page that imports a spreadsheet. */
  importHref: string
  /** People who can be found when an action is logged, in addition to people who have actions. */
  people: readonly KnownPerson[]
  /** The offences for which an action can be given. */
  offences: readonly KnownOffence[] | null
  /** Renders the evidence of an action. */
  evidence?: EvidenceSlot
}

/** The Staff DA Database: the actions against staff, which are logged and imported here. */
export function DisciplineView({ links, more, families, importHref, people, offences, evidence }: DisciplineViewProps) {
  const canImport = useCan(importActions)
  return (
    <ActionsView
      links={links}
      more={more}
      families={families}
      needsEvidence={offences?.some((offence) => offence.needsEvidence) ?? false}
      tools={({ user, rows }) => (
        <>
          {canImport && (
            <ButtonLink size="sm" look="ghost" to={importHref}>
              <Upload aria-hidden="true" />
              <span className="max-sm:sr-only">{t('Import')}</span>
            </ButtonLink>
          )}
          <LogTool user={user} rows={rows} people={people} offences={offences} />
        </>
      )}
      details={(opened) => <ActionDetails {...opened} evidence={evidence} />}
    />
  )
}
