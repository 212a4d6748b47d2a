import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'

interface FoldProps {
  /** What the fold contains. A press on it opens the fold. */
  summary: string
  className?: string
  children: ReactNode
}

/** A part of an import page that is folded at first. */
export function Fold({ summary, className = '', children }: FoldProps) {
  return (
    <details className={`group ${className}`}>
      <summary className="touch-target inline-flex cursor-pointer items-center gap-1.5 py-1 text-paper-dim text-sm hover:text-paper">
        <ChevronDown aria-hidden="true" className="size-4 transition-transform group-open:rotate-180" />
        {summary}
      </summary>
      {children}
    </details>
  )
}
