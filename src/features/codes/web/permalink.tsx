import { useEffect } from 'react'
import { t } from '#lib/messages.ts'
import { keepInView, onUserInput } from '#web/keep-in-view.ts'
import { useLocation } from '#web/router.tsx'
import { entryNow, isPageRestored } from '#web/scroll-restoration.tsx'

/** The name of a row as a link to the row. */
export function Permalink({ anchor, name }: { anchor: string; name: string }) {
  return (
    <a href={`#${anchor}`} title={t('Copy link')}>
      {name}
    </a>
  )
}

/** The history entry in which the person has moved on from the row that the address names. */
let movedOnIn = ''

/**
 * Moves to the row that the address names when the rows render later than the address changes: after navigation from
 * another page, and after a re-render of the rows. Replacing the location with the same hash makes the row the
 * browser's :target and moves the focus there. The row stays in view while the rows above it get their real heights.
 * It does nothing while the user types into a field, or once the user has moved on.
 */
export function useTarget(): void {
  const { hash } = useLocation()
  useEffect(() => {
    const entry = entryNow()
    if (hash.length < 2 || movedOnIn === entry || isPageRestored()) return
    if (document.activeElement?.matches('input, select, textarea')) return
    const current = document.querySelector(':target')
    // The hash is compared in its encoded form: a user may type a malformed one, and decoding it would throw.
    if (current !== null && `#${encodeURIComponent(current.id)}` === hash) {
      const { top } = current.getBoundingClientRect()
      // The user scrolled before this code ran.
      if (top < 0 || top > window.innerHeight) movedOnIn = entry
    } else window.location.replace(hash)
    const target = document.querySelector(':target')
    const stopKeeping = target === null || target === current ? null : keepInView(target)
    const stopListening = onUserInput(() => {
      movedOnIn = entry
    })
    return () => {
      stopListening()
      stopKeeping?.()
    }
  }, [hash])
}
