import { type ReactNode, useEffect } from 'react'
import { t } from '#lib/messages.ts'
import { ErrorNote } from '#ui/error-note.tsx'
import { announce } from '#ui/live-region.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { backgroundList, neighboursOf, useListFollowsRecord } from '#web/background-list.ts'
import type { ListedPerson } from '../contract.ts'
import type { StageMark } from '../rules.ts'
import { PersonFacts } from './person-facts.tsx'
import { PersonTimeline } from './person-timeline.tsx'
import { usePerson, usePrefetchPeople } from './queries.ts'

interface PersonPanelProps {
  /** Their Discord ID. */
  id: string
  /** Shown until the person has loaded. Null when no loaded list has them. */
  listed: ListedPerson | null
  onShow(id: string): void
  onClose(): void
  /** Renders the buttons for the person. */
  actions(person: ListedPerson): ReactNode
  /** Renders the mark of a checklist stage. */
  markOf(mark: StageMark | null): ReactNode
}

/** One person beside the list that they were opened from: who they are, what every list says, and what happened. */
export function PersonPanel({ id, listed, onShow, onClose, actions, markOf }: PersonPanelProps) {
  const query = usePerson(id)
  const person = query.data ? listedFirst(query.data.item, listed) : query.isError ? null : listed
  const known = person ?? listed
  const name = known === null ? null : (known.name ?? t('Unknown person'))
  const { previous, next } = neighboursOf(backgroundList()?.ids ?? [], id)
  usePrefetchPeople([previous, next])

  useListFollowsRecord(id)
  useEffect(() => {
    if (name !== null) announce(name)
  }, [name])

  return (
    <Panel
      title={name ?? t('Loading…')}
      onPrevious={previous === undefined ? undefined : () => onShow(previous)}
      onNext={next === undefined ? undefined : () => onShow(next)}
      onClose={onClose}
    >
      {query.isError && (
        <ErrorNote
          message={t('This person could not be loaded.')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {person === null && !query.isError && <Skeleton label={t('Loading…')} rows={8} columns={2} />}
      {person !== null && (
        <div className="space-y-5" key={person.id}>
          <PersonFacts person={person} actions={actions(person)} markOf={markOf} />
          {person.timeline === undefined ? (
            <Skeleton label={t('Loading…')} rows={6} columns={2} />
          ) : (
            <PersonTimeline entries={person.timeline} markOf={markOf} />
          )}
        </div>
      )}
    </Panel>
  )
}

/** Keeps the rosters that were shown first above those that loaded later. */
function listedFirst(person: ListedPerson, listed: ListedPerson | null): ListedPerson {
  const isListed = ({ key }: { key: string }) => listed?.rosters.some((place) => place.key === key) ?? false
  return {
    ...person,
    rosters: person.rosters.toSorted((a, b) => Number(isListed(b)) - Number(isListed(a))),
  }
}
