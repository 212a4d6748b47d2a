import type { Language } from '#lib/languages.ts'
import type { Look } from '../config/look.ts'

interface DocumentParts {
  language: Language
  /** The text and the button label that are shown if the page's code cannot be loaded. */
  failure: { text: string; refresh: string }
  head: string
  body: string
  tags: string
  script: string
  data: unknown
  /** The URL of a picture. */
  media(path: string): string
  /** URLs that the page's code fetches as soon as it runs. */
  preload: readonly string[]
  look: Pick<Look, 'night' | 'style'>
}

const FAVICON = '/media/icons/favicon.svg'
const TOUCH_ICON = '/media/icons/apple-touch-icon.png'

/** The icons of every document. `/site.webmanifest` refers to the larger ones. */
export const DOCUMENT_MEDIA = [
  FAVICON,
  TOUCH_ICON,
  '/media/icons/icon-192.png',
  '/media/icons/icon-512.png',
  '/media/icons/maskable-512.png',
]

/**
 * A whole HTML document. Its data block is not executed, so the CSP needs no nonce. `<` is escaped inside the block.
 */
export function documentOf(page: DocumentParts): string {
  const style = page.look.style === '' ? '' : `<style>${page.look.style}</style>`
  const data = JSON.stringify(page.data).replaceAll('<', '\\u003c')
  // `crossorigin` must match the mode of the later fetch, or the browser would make the request twice.
  const preload = page.preload.map(
    (address) =>
      `<link rel="preload" href="${address.replaceAll('&', '&amp;')}" as="fetch" crossorigin fetchpriority="low">`,
  )
  return `<!doctype html><html lang="${page.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark"><meta name="theme-color" content="${page.look.night}">${page.tags}${style}${preload.join('')}${page.head}<link rel="icon" href="${page.media(FAVICON)}" type="image/svg+xml"><link rel="apple-touch-icon" href="${page.media(TOUCH_ICON)}"><link rel="manifest" href="/site.webmanifest"></head><body data-failure="${attribute(page.failure.text)}" data-refresh="${attribute(page.failure.refresh)}"><div id="root">${page.body}</div><script type="application/json" id="__data">${data}</script>${page.script}</body></html>`
}

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
