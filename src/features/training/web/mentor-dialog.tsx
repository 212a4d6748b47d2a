import { useState } from 'react'
import { t } from '#lib/messages.ts'
import { isFound } from '#lib/search.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { toastWithUndo } from '#ui/undo-action.tsx'
import { rich } from '#web/rich.tsx'
import type { TrainingQueueEntry } from '../contract.ts'
import { mentorLoads, type Person } from '../rules.ts'
import { useChangeMentor } from './queries.ts'

/** Who may mentor, and what they are. */
export interface Candidate extends Person {
  title: string
  callsign: string | null
}

interface MentorDialogProps {
  entry: TrainingQueueEntry
  entries: readonly TrainingQueueEntry[]
  candidates: readonly Candidate[]
  onClose(): void
}

/** Chooses who mentors a trainee; each candidate's load stands beside them. */
export function MentorDialog({ entry, entries, candidates, onClose }: MentorDialogProps) {
  const [search, setSearch] = useState('')
  const changing = useChangeMentor()
  const loads = new Map(mentorLoads(entries).map(({ id, load }) => [id, load]))
  const found = candidates.filter(({ id, name, title, callsign }) => isFound(search, [name, title, callsign, id]))

  const choose = (mentor: Person | null) =>
    changing.mutate(
      { entry, mentorId: mentor?.id ?? null },
      {
        onSuccess: ({ item }) => {
          const { traineeName: trainee, mentorId } = entry
          toastWithUndo(
            mentor === null
              ? t('{name} has no mentor now.', { name: trainee })
              : t('{mentor} mentors {trainee} now.', { mentor: mentor.name, trainee }),
            () => changing.mutateAsync({ entry: item, mentorId }),
          )
          onClose()
        },
      },
    )

  return (
    <Dialog
      title={t('Mentor of {name}', { name: entry.traineeName })}
      onClose={onClose}
      actions={
        <>
          {entry.mentorId !== null && (
            <Button look="danger" className="mr-auto" isPending={changing.isPending} onClick={() => choose(null)}>
              {t('Take {name} away', { name: entry.mentorName ?? '' })}
            </Button>
          )}
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {changing.isError && <ErrorNote message={changing.error.message} />}
        <p className="text-sm">
          {rich('Now: {mentor}', {
            mentor: <span className="text-paper">{entry.mentorName ?? t('assigning…')}</span>,
          })}
        </p>
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
                  disabled={candidate.id === entry.mentorId || changing.isPending}
                  onClick={() => choose(candidate)}
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
      </div>
    </Dialog>
  )
}
