import { type ComponentType, createElement, lazy, useState } from 'react'

/**
 * A part that its page can do without. Its code is loaded when it renders. If loading fails, for example on an unstable
 * connection, nothing is shown in its place: a thrown error would replace the whole page. `fetch` loads the code
 * beforehand, and the part then renders at once. Otherwise React delays it by 300 ms, as it does with everything that
 * suspended even briefly.
 */
export function lazyExtra<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | undefined
  const fetch = () =>
    load().then((part) => {
      loaded = part
      return part
    })
  const LazyPart = lazy(() =>
    fetch().then(
      (part) => ({ default: part }),
      (): { default: ComponentType<P> } => ({ default: () => null }),
    ),
  )
  const Extra = (props: P) => {
    // Keep the same component while it is mounted: another one would remount the part and lose what was typed in it.
    const [Part] = useState<ComponentType<P>>(() => loaded ?? LazyPart)
    return createElement<P>(Part, props)
  }
  return Object.assign(Extra, { fetch })
}
