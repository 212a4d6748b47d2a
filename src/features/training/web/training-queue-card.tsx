import { useId } from 'react'

/** One trainee who waits for, or has, a mentor (spec section 3). */
export interface TrainingQueueEntry {
  traineeId: string
  traineeName: string
  mentorId: string | null
  mentorName: string | null
}

/** Who is being trained, and by whom. The list has a limited height and scrolls. */
export function TrainingQueueCard({ entries }: { entries: readonly TrainingQueueEntry[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-md border border-haze bg-dusk">
      <h2 id={id} className="flex items-baseline justify-between px-4 pt-3.5 pb-2.5 text-[0.9375rem]">
        Training queue
        <span className="font-semibold text-paper-faint text-sm tabular-nums">{entries.length}</span>
      </h2>
      {entries.length === 0 ? (
        <p className="px-4 pb-4 text-paper-faint text-sm">No trainees in the queue yet.</p>
      ) : (
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by the keyboard
          tabIndex={0}
          aria-label="Training queue"
          className="max-h-52 overflow-y-auto overscroll-contain px-4 pb-3 text-sm"
        >
          {entries.map((entry) => (
            <li key={entry.traineeId} className="flex justify-between gap-3 border-haze border-t py-2 first:border-t-0">
              <span className="min-w-0 truncate">{entry.traineeName}</span>
              <span className={`min-w-0 truncate ${entry.mentorName === null ? 'text-warn italic' : 'text-paper-dim'}`}>
                <span className="sr-only">Mentor: </span>
                {entry.mentorName ?? 'assigning…'}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
