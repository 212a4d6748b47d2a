import type { ReactNode } from 'react'
import { t } from '#lib/messages.ts'

interface StageProgressProps {
  passed: number
  /** The title and the state of each stage. */
  stages: readonly { title: string; mark: ReactNode }[]
  /** The classes that lay out the stages. */
  className: string
}

/** A trainee's progress on a checklist: a bar, and the state of every stage. */
export function StageProgress({ passed, stages, className }: StageProgressProps) {
  return (
    <>
      <progress
        aria-label={t('Stages passed')}
        value={passed}
        max={stages.length}
        className="mt-3 block h-2 w-full text-ok"
      />
      <ol className={`mt-3 grid gap-1.5 text-sm ${className}`}>
        {stages.map(({ title, mark }) => (
          <li key={title} className="flex items-center justify-between gap-3 rounded-sm bg-night/50 px-3 py-1.5">
            <span className="min-w-0 text-paper">{title}</span>
            {mark}
          </li>
        ))}
      </ol>
    </>
  )
}
