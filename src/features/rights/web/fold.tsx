import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'

interface FoldProps {
  title: string
  text: string
  counts: string
  children: ReactNode
}

/** A list item that expands to show its content. */
export function Fold({ title, text, counts, children }: FoldProps) {
  return (
    <li>
      <details className="group rounded-md border border-haze bg-dusk">
        <summary className="flex min-h-11 cursor-pointer gap-2.5 px-3 py-2.5 sm:px-4">
          <ChevronRight
            aria-hidden="true"
            className="mt-1 size-4 shrink-0 text-paper-faint transition-transform group-open:rotate-90"
          />
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4 gap-y-0.5">
            <span className="min-w-0 flex-1 basis-64">
              <span className="wrap-anywhere block font-semibold text-paper">{title}</span>
              <span className="wrap-anywhere block text-paper-dim text-sm">{text}</span>
            </span>
            <span className="text-paper-faint text-sm tabular-nums">{counts}</span>
          </span>
        </summary>
        <div className="px-4 pb-4 sm:pl-10.5">{children}</div>
      </details>
    </li>
  )
}
