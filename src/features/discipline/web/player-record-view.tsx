import type { ReactNode } from 'react'
import { ActionsView } from './actions-view.tsx'
import { PlayerDetails } from './player-details.tsx'
import { FamilyContext, PLAYERS } from './use-family.ts'

interface PlayerRecordViewProps {
  links: readonly { label: string; href: string }[]
  /** The way to the actions of the staff. */
  families: ReactNode
}

/** What was done to players: it comes from the game and from imports, so that nothing is logged here. */
export function PlayerRecordView({ links, families }: PlayerRecordViewProps) {
  return (
    <FamilyContext value={PLAYERS}>
      <ActionsView links={links} families={families} details={(opened) => <PlayerDetails {...opened} />} />
    </FamilyContext>
  )
}
