import type { MouseEvent } from 'react'
import { t } from '#lib/messages.ts'
import { toast } from './live-region.tsx'

/**
 * A press on a link to a part of the page copies its address. For the link, or for what holds many, which may have come
 * with the document. `data-name` says what it leads to, where its text does not.
 */
export async function copyPermalink(event: MouseEvent): Promise<void> {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  // Other links lead somewhere.
  if (link?.getAttribute('href')?.startsWith('#') !== true || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const { href, hash, textContent, dataset } = link
  const url = new URL(href)
  url.search = '' // a filter could hide the row from the person who opens the link
  try {
    await navigator.clipboard.writeText(url.href)
    toast(t('Link to {name} copied', { name: dataset.name ?? textContent ?? '' }))
  } catch {
    // No clipboard here: the address bar shows the link instead.
    window.location.hash = hash
  }
}
