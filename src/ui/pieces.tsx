import { type ReactNode, Suspense } from 'react'

interface PiecesProps<T> {
  items: readonly T[]
  /** How many are brought to life at once. */
  size: number
  children(item: T): ReactNode
}

/**
 * A long list that came as HTML and is brought to life piece by piece, so that a slow phone answers a touch meanwhile:
 * React hydrates each boundary by itself and looks up between them.
 */
export function Pieces<T>({ items, size, children }: PiecesProps<T>) {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, piece) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the list
    <Suspense key={piece}>{items.slice(piece * size, (piece + 1) * size).map(children)}</Suspense>
  ))
}
