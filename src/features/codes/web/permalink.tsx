import { type MouseEvent, useEffect } from 'react'
import { t } from '#lib/messages.ts'
import { toast } from '#ui/live-region.tsx'
import { useLocation } from '#web/router.tsx'

/** A row's name, which is a link to the row. */
export function Permalink({ anchor, name }: { anchor: string; name: string }) {
  return (
    <a href={`#${anchor}`} title={t('Copy link')}>
      {name}
    </a>
  )
}

/** A press on a permalink copies the address. For what holds the rows, which may have come with the document. */
export async function copyPermalink(event: MouseEvent): Promise<void> {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  // Other links of a row lead somewhere.
  if (link?.getAttribute('href')?.startsWith('#') !== true || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const { href, hash, textContent } = link
  const url = new URL(href)
  url.search = '' // a filter could hide the row from whoever opens the link
  try {
    await navigator.clipboard.writeText(url.href)
    toast(t('Link to {name} copied', { name: textContent ?? '' }))
  } catch {
    // No clipboard here: the address bar shows the link instead.
    window.location.hash = hash
  }
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
