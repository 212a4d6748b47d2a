import type { ReactNode } from 'react'
import { t } from '#lib/messages.ts'

interface StageProgressProps {
  passed: number
  /** Each by its title, and how it stands. */
  stages: readonly { title: string; mark: ReactNode }[]
  /** How the stages stand side by side. */
  className: string
}

/** How far somebody is on a checklist: a bar, and every stage with how it stands. */
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
