import { useEffect } from 'react'
import { t } from '#lib/messages.ts'
import { useLocation } from '#web/router.tsx'

/** A row's name, which is a link to the row. */
export function Permalink({ anchor, name }: { anchor: string; name: string }) {
  return (
    <a href={`#${anchor}`} title={t('Copy link')}>
      {name}
    </a>
  )
}

/**
 * Goes to the row that the address names, when its rows came after the address: after moving here from another page,
 * and when the rows were drawn anew. Navigating to it once more makes it the browser's own :target, and moves the focus
 * there: not while somebody types into a field.
 */
export function useTarget(): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash.length < 2 || document.activeElement?.matches('input, select, textarea')) return
    // What is typed into an address need not be a text that was encoded, so it is not decoded.
    const target = document.querySelector(':target')
    if (target === null || `#${encodeURIComponent(target.id)}` !== hash) window.location.replace(hash)
  }, [hash])
}
