import { useState } from 'react'
import { t } from '#lib/messages.ts'
import { matchesSearch } from '#lib/search.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { toastWithUndo } from '#ui/undo-action.tsx'
import { rich } from '#web/rich.tsx'
import type { TrainingQueueEntry } from '../contract.ts'
import { mentorLoads, type Person } from '../rules.ts'
import { useAssignMentors } from './queries.ts'

/** A person who may be a mentor, with their title. */
export interface Candidate extends Person {
  title: string
  callsign: string | null
}

interface MentorDialogProps {
  /** The trainees whose mentor is chosen: one or several. */
  chosen: readonly TrainingQueueEntry[]
  entries: readonly TrainingQueueEntry[]
  candidates: readonly Candidate[]
  onDone?(): void
  onClose(): void
}

/** Chooses the mentor of one or several trainees. Each candidate is shown with their number of trainees. */
export function MentorDialog({ chosen, entries, candidates, onDone, onClose }: MentorDialogProps) {
  const assigning = useAssignMentors()
  const [only] = chosen.length === 1 ? chosen : []
  const mentors = new Set(chosen.flatMap(({ mentorId }) => mentorId ?? []))
  const names = chosen.map(({ traineeName }) => traineeName).join(', ')

  const choose = (mentor: Person | null) =>
    assigning.mutate(
      chosen.map(({ traineeId, version }) => ({ traineeId, version, mentorId: mentor?.id ?? null })),
      {
        onSuccess: (items) => {
          const before = chosen.map(({ traineeId, mentorId }, at) => ({
            ...{ traineeId, mentorId },
            version: items[at]?.version ?? 0,
          }))
          toastWithUndo(
            wordsFor(mentor),
            () => assigning.mutateAsync(before),
            t('The mentor change was undone for {names}.', { names }),
          )
          onDone?.()
          onClose()
        },
      },
    )

  function wordsFor(mentor: Person | null): string {
    const count = chosen.length
    if (mentor === null) {
      return only === undefined
        ? t({ one: '{count} trainee has no mentor now.', other: '{count} trainees have no mentor now.' }, { count })
        : t('{name} has no mentor now.', { name: only.traineeName })
    }
    const trainee = only?.traineeName ?? t({ one: '{count} trainee', other: '{count} trainees' }, { count })
    return t('{mentor} mentors {trainee} now.', { mentor: mentor.name, trainee })
  }

  return (
    <Dialog
      title={
        only === undefined
          ? t({ one: 'Mentor of {count} trainee', other: 'Mentor of {count} trainees' }, { count: chosen.length })
          : t('Mentor of {name}', { name: only.traineeName })
      }
      onClose={onClose}
      actions={
        <>
          {mentors.size > 0 && (
            <Button look="danger" className="mr-auto" isPending={assigning.isPending} onClick={() => choose(null)}>
              {only === undefined ? t('Remove mentors') : t('Remove {name} as mentor', { name: only.mentorName ?? '' })}
            </Button>
          )}
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {assigning.isError && <ErrorNote message={assigning.error.message} />}
        <p className="text-sm">
          {only === undefined
            ? names
            : rich('Now: {mentor}', {
                mentor: <span className="text-paper">{only.mentorName ?? t('assigning…')}</span>,
              })}
        </p>
        <MentorChoice
          chosen={chosen}
          entries={entries}
          candidates={candidates}
          isPending={assigning.isPending}
          onChoose={choose}
        />
      </div>
    </Dialog>
  )
}

interface MentorChoiceProps extends Pick<MentorDialogProps, 'chosen' | 'entries' | 'candidates'> {
  isPending: boolean
  onChoose(mentor: Person): void
}

/** A search for candidates, and the list of those found. */
function MentorChoice({ chosen, entries, candidates, isPending, onChoose }: MentorChoiceProps) {
  const [search, setSearch] = useState('')
  const loads = new Map(mentorLoads(entries).map(({ id, load }) => [id, load]))
  const found = candidates.filter(({ id, name, title, callsign }) => matchesSearch(search, [name, title, callsign, id]))
  return (
    <>
      <SearchField
        label={t('Search mentors')}
        placeholder={t('Search name, callsign, position...')}
        value={search}
        onChange={setSearch}
      />
      <ul aria-label={t('Mentors')} className="h-72 overflow-y-auto overscroll-contain rounded-sm border border-haze">
        {found.map((candidate) => {
          const load = loads.get(candidate.id) ?? 0
          return (
            <li key={candidate.id} className="border-haze border-t first:border-t-0">
              <button
                type="button"
                disabled={chosen.every(({ mentorId }) => mentorId === candidate.id) || isPending}
                onClick={() => onChoose(candidate)}
                className="touch-target flex min-h-10 w-full items-center justify-between gap-3 px-3 py-1 text-left text-sm -outline-offset-2 hover:bg-haze disabled:bg-lagoon/10"
              >
                <span className="min-w-0">
                  <span className="block truncate text-paper">{candidate.name}</span>
                  <span className="block truncate text-paper-faint text-xs">{candidate.title}</span>
                </span>
                <span className={`shrink-0 tabular-nums ${load === 0 ? 'text-paper-faint' : 'text-amber'}`}>
                  {t({ one: '{count} trainee', other: '{count} trainees' }, { count: load })}
                </span>
              </button>
            </li>
          )
        })}
        {found.length === 0 && (
          <li className="px-3 py-3 text-paper-faint text-sm">
            {candidates.length === 0
              ? t('There is nobody to choose from. If the roster could not be loaded, reload the page.')
              : t('No matches')}
          </li>
        )}
      </ul>
    </>
  )
}
