import type { MouseEvent } from 'react'
import { t } from '#lib/messages.ts'
import { toast } from './live-region.tsx'

/**
 * Copies the address when a link to a part of the page is pressed. Use it on the link itself, or on an element around
 * many links, such as HTML from the server. `data-name` names the link's target when its text does not.
 */
export async function copyPermalink(event: MouseEvent): Promise<void> {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  // Other links are followed as usual.
  if (link?.getAttribute('href')?.startsWith('#') !== true || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const { href, hash, textContent, dataset } = link
  const url = new URL(href)
  url.search = '' // a filter could hide the row from the person who opens the link
  try {
    await navigator.clipboard.writeText(url.href)
    toast(t('Link to {name} copied', { name: dataset.name ?? textContent ?? '' }))
  } catch {
    // Without clipboard access, the address bar shows the link instead.
    window.location.hash = hash
  }
}
