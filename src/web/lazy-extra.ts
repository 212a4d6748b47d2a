import { type ComponentType, createElement, lazy, useState } from 'react'

/**
 * A part that its page can do without, fetched when it is drawn. Where that fails, as on a line that comes and goes, there
 * is nothing in its place: thrown, it would take the whole page with it. `fetch` fetches it beforehand, and then it is
 * drawn at once: what waited in a Suspense, if only for a moment, React keeps back for 300 ms.
 */
export function lazyExtra<P extends object>(load: () => Promise<ComponentType<P>>) {
  let found: ComponentType<P> | undefined
  const fetch = () =>
    load().then((part) => {
      found = part
      return part
    })
  const Waited = lazy(() =>
    fetch().then(
      (part) => ({ default: part }),
      (): { default: ComponentType<P> } => ({ default: () => null }),
    ),
  )
  const Extra = (props: P) => {
    // The same as long as it is drawn: in place of another it would begin anew, without what was typed in it.
    const [Part] = useState<ComponentType<P>>(() => found ?? Waited)
    return createElement<P>(Part, props)
  }
  return Object.assign(Extra, { fetch })
}
