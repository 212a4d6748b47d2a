import { type ComponentType, lazy } from 'react'

/**
 * A part that its page can do without, fetched when it is drawn. Where that fails, as on a line that comes and goes, there
 * is nothing in its place: thrown, it would take the whole page with it.
 */
export function lazyExtra<P>(load: () => Promise<ComponentType<P>>) {
  return lazy(() =>
    load().then(
      (part) => ({ default: part }),
      (): { default: ComponentType<P> } => ({ default: () => null }),
    ),
  )
}
