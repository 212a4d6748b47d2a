import { type MouseEvent, useEffect } from 'react'
import { toast } from '#ui/live-region.tsx'
import { useLocation } from '#web/router.tsx'

/** A row's name, which is a link to the row: a press copies the address. */
export function Permalink({ anchor, name }: { anchor: string; name: string }) {
  return (
    <a href={`#${anchor}`} title="Copy link" onClick={copyLink}>
      {name}
    </a>
  )
}

async function copyLink(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const { href, hash, textContent } = event.currentTarget
  const url = new URL(href)
  url.search = '' // a filter could hide the row from whoever opens the link
  try {
    await navigator.clipboard.writeText(url.href)
    toast(`Link to ${textContent} copied`)
  } catch {
    // No clipboard here: the address bar shows the link instead.
    window.location.hash = hash
  }
}

/**
 * Goes to the row that the address names, when its rows came after the address: after moving here from another page,
 * and when the rows were drawn anew. Navigating to it once more makes it the browser's own :target.
 */
export function useTarget(): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash.length < 2) return
    // What is typed into an address need not be a text that was encoded, so it is not decoded.
    const target = document.querySelector(':target')
    if (target === null || `#${encodeURIComponent(target.id)}` !== hash) window.location.replace(hash)
  }, [hash])
}
