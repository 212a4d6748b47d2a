import { useEffect } from 'react'
import { t } from '#lib/messages.ts'
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
 * browser's :target and moves the focus there. It does nothing while the user types into a field.
 */
export function useTarget(): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash.length < 2 || isPageRestored() || document.activeElement?.matches('input, select, textarea')) return
    // The hash is compared in its encoded form: a user may type a malformed one, and decoding it would throw.
    const target = document.querySelector(':target')
    if (target === null || `#${encodeURIComponent(target.id)}` !== hash) window.location.replace(hash)
  }, [hash])
}
