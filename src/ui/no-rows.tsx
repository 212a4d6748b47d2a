import type { ReactNode } from 'react'
import { ErrorNote, type ErrorNoteProps } from './error-note.tsx'

interface NoRowsProps {
  isLoaded: boolean
  /** What stands there until then, unless loading failed. */
  skeleton: ReactNode
  failure: ErrorNoteProps | null
  className?: string
  /** What says that there is nothing. */
  children: ReactNode
}

/**
 * What stands in the place of a table without rows: the shape of those to come, why there are none, or that there are
 * none.
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
