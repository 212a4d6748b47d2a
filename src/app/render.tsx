import { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { setDateForms } from '#lib/date-forms.ts'
import type { Language } from '#lib/languages.ts'
import { type Catalogue, inSpeech, type Speech } from '#lib/messages.ts'
import { Router } from '#web/router.tsx'
import type { SiteContent } from '#web/site-context.tsx'
import { App, preloadFurther, preloadScreens } from './app.tsx'
import { preloadPage } from './page-code.ts'
import { PageFrame } from './page-frame.tsx'
import { DEPARTMENT_PAGE, PAGES } from './routes.tsx'
import type { Screen } from './screens.tsx'

/** What the browser needs to start a page: read by `browser.tsx` from the data block. */
export interface PageData {
  content: SiteContent
  screen: Screen | null
  language: Language
  /** Messages that the community words in another way; its pages' code holds all others. */
  messages?: Catalogue
  /** The query, where it says what the page shows. */
  search?: string
  /** Query key → reply, of the lists that the page was rendered with. */
  lists: [string, unknown][]
}

export interface Rendered {
  /** Title and meta tags. */
  head: string
  body: string
}

/** The React side of the pages, as the server sees it: built beside it, or made by Vite during development. */
export interface Renderer {
  render(path: string, data: PageData, speech: Speech): Promise<Rendered>
}

/** Call once before rendering: public pages are code of their own, and rendering does not wait. Others are not drawn here. */
export async function preloadAll(): Promise<void> {
  const drawn = [DEPARTMENT_PAGE, ...PAGES].filter(({ access }) => access === 'anyone')
  await Promise.all([preloadScreens(), preloadFurther(), ...drawn.map(preloadPage)])
}

/** One page as anybody sees it first: nobody signed in, and of a page for some its frame. Throws what a component throws. */
export function render(path: string, data: PageData, speech: Speech): Rendered {
  const queryClient = new QueryClient()
  for (const [key, reply] of data.lists) queryClient.setQueryData([key], reply)
  setDateForms(data.content.dates)
  const html = inSpeech(speech, () =>
    renderToString(
      <Router path={path} search={data.search}>
        <App content={data.content} queryClient={queryClient} screen={data.screen} frame={PageFrame} />
      </Router>,
    ),
  )
  // React puts what belongs in the head first.
  const head = /^(?:<title>.*?<\/title>|<meta [^>]*>|<link [^>]*>)*/s.exec(html)?.[0] ?? ''
  return { head, body: html.slice(head.length) }
}
