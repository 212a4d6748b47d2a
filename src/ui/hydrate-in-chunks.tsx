import { type ReactNode, Suspense } from 'react'

interface HydrateInChunksProps<T> {
  items: readonly T[]
  /** How many items are hydrated at once. */
  size: number
  children(item: T): ReactNode
}

/**
 * A long list that the server rendered and that is hydrated piece by piece, so that a slow phone responds to a touch in
 * between: React hydrates each Suspense boundary separately and handles events between them.
 */
export function HydrateInChunks<T>({ items, size, children }: HydrateInChunksProps<T>) {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, piece) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its place in the list
    <Suspense key={piece}>{items.slice(piece * size, (piece + 1) * size).map(children)}</Suspense>
  ))
}
