import Combine from 'lucide-react/icons/combine'
import { type ReactNode, useState } from 'react'
import { usePastImports } from '#features/audit/web/use-past-imports.ts'
import { useCan } from '#features/auth/web/use-can.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { joinSubjects, listSubjects } from '../player-contract.ts'
import type { EvidenceSlot } from './action-details.tsx'
import { ActionsView } from './actions-view.tsx'
import { JoinedPeople } from './joined-people.tsx'
import { LogTool } from './log-tool.tsx'
import type { KnownOffence } from './offence-fields.tsx'
import { PlayerDetails } from './player-details.tsx'
import { FamilyContext, PLAYERS } from './use-family.ts'

interface PlayerRecordViewProps {
  links: readonly { label: string; href: string }[]
  families: ReactNode
  /** The offences for which an action can be given. */
  offences: readonly KnownOffence[] | null
  /** Renders the evidence of an action. */
  evidence?: EvidenceSlot
}

/** Actions against players. They come from the game and from imports, and staff log them. */
export function PlayerRecordView({ links, families, offences, evidence }: PlayerRecordViewProps) {
  const canJoin = useCan(joinSubjects)
  return (
    <FamilyContext value={PLAYERS}>
      <ActionsView
        links={links}
        families={families}
        needsEvidence={offences?.some((offence) => offence.needsEvidence) ?? false}
        tools={({ user, rows }) => (
          <>
            {canJoin && <JoinedTool />}
            <LogTool user={user} rows={rows} people={NOBODY} offences={offences} />
          </>
        )}
        details={(opened) => <PlayerDetails {...opened} evidence={evidence} />}
      />
    </FamilyContext>
  )
}

/** Log forms of this page find people only in the player record. */
const NOBODY: readonly never[] = []

/** Opens the list of recent joins. Hidden when there are none. */
function JoinedTool() {
  const [isOpen, setIsOpen] = useState(false)
  const past = usePastImports(listSubjects.topic).data?.data ?? []
  if (past.length === 0) return null
  return (
    <>
      <Button size="sm" look="ghost" onClick={() => setIsOpen(true)}>
        <Combine aria-hidden="true" />
        <span className="max-sm:sr-only">{t('Joined people')}</span>
      </Button>
      {isOpen && <JoinedPeople joins={past} onClose={() => setIsOpen(false)} />}
    </>
  )
}
