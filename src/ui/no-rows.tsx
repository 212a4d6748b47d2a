import type { ReactNode } from 'react'
import { ErrorNote, type ErrorNoteProps } from './error-note.tsx'

interface NoRowsProps {
  isLoaded: boolean
  /** Shown until the list is loaded, unless loading failed. */
  skeleton: ReactNode
  failure: ErrorNoteProps | null
  className?: string
  /** The empty state. */
  children: ReactNode
}

/**
 * Takes the place of a table without rows: a skeleton while it loads, the error when loading failed, or the empty
 * state.
 */
export function NoRows({ isLoaded, skeleton, failure, className = '', children }: NoRowsProps) {
  return (
    <div className={`min-h-[24rem] overflow-hidden rounded-md border border-haze bg-dusk ${className}`}>
      {isLoaded ? (
        children
      ) : failure === null ? (
        skeleton
      ) : (
        <div className="p-4">
          <ErrorNote {...failure} />
        </div>
      )}
    </div>
  )
}
