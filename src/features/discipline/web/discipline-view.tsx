import Upload from 'lucide-react/icons/upload'
import type { ReactNode } from 'react'
import { useCan } from '#features/auth/web/use-can.ts'
import { t } from '#lib/messages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { importActions } from '../contract.ts'
import { ActionDetails, type EvidenceSlot } from './action-details.tsx'
import { ActionsView } from './actions-view.tsx'
import type { KnownPerson } from './log-form.tsx'
import { LogTool } from './log-tool.tsx'
import type { KnownOffence } from './offence-fields.tsx'

interface DisciplineViewProps {
  links: readonly { label: string; href: string }[]
  /** Pages that belong to the actions, in a menu. */
  more?: readonly { label: string; href: string }[]
  /** The way to the actions against players. */
  families?: ReactNode
  /** The page that imports a spreadsheet. */
  importHref: string
  /** Who can be found when an action is logged, beside the person who has actions already. */
  people: readonly KnownPerson[]
  /** For which an action can be given. */
  offences: readonly KnownOffence[] | null
  /** What stands there of the evidence of an action. */
  evidence?: EvidenceSlot
}

/** The Staff DA Database: the actions of the staff, logged and imported here. */
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
