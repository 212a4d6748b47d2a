import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { ReactNode } from 'react'
import { t } from '#lib/messages.ts'

export interface Task {
  key: string
  label: string
  text: string
  isDone: boolean
  /** The link or button that starts the task, shown until it is done. */
  action?: ReactNode
}

/** Tasks with an explanation each and whether they are done. */
export function TaskList({ tasks }: { tasks: readonly Task[] }) {
  return (
    <ul className="grid lg:grid-cols-2 lg:gap-x-8">
      {tasks.map(({ key, label, text, isDone, action }) => (
        <li key={key} className="flex flex-wrap items-center gap-x-3 gap-y-2 border-haze border-t py-3">
          {isDone ? (
            <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 self-start text-ok" />
          ) : (
            <Circle aria-hidden="true" className="mt-0.5 size-5 shrink-0 self-start text-paper-faint" />
          )}
          <div className="min-w-0 flex-1 basis-56 self-start">
            <p className="font-semibold">
              {label} <span className="sr-only">{isDone ? t('(done)') : t('(to do)')}</span>
            </p>
            {!isDone && <p className="mt-0.5 text-paper-dim text-sm">{text}</p>}
          </div>
          {!isDone && action && <div className="max-sm:pl-8">{action}</div>}
        </li>
      ))}
    </ul>
  )
}
