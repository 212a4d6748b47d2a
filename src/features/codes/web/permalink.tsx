import { useEffect } from 'react'
import { t } from '#lib/messages.ts'
import { keepInView } from '#web/keep-in-view.ts'
import { useLocation } from '#web/router.tsx'
import { isPageRestored } from '#web/scroll-restoration.tsx'

/** The name of a row as a link to the row. */
export function Permalink({ anchor, name }: { anchor: string; name: string }) {
  return (
    <a href={`#${anchor}`} title={t('Copy link')}>
      {name}
    </a>
  )
}

/**
 * Moves to the row that the address names when the rows render later than the address changes: after navigation from
 * another page, and after a re-render of the rows. Replacing the location with the same hash makes the row the
 * browser's :target and moves the focus there. The row stays in view while the rows above it get their real heights.
 * It does nothing while the user types into a field.
 */
export function useTarget(): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash.length < 2 || isPageRestored() || document.activeElement?.matches('input, select, textarea')) return
    // The hash is compared in its encoded form: a user may type a malformed one, and decoding it would throw.
    const current = document.querySelector(':target')
    if (current !== null && `#${encodeURIComponent(current.id)}` === hash) return
    window.location.replace(hash)
    const target = document.querySelector(':target')
    return target === null ? undefined : keepInView(target)
  }, [hash])
}
