import { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { setDateForms } from '#lib/date-forms.ts'
import type { Language } from '#lib/languages.ts'
import { type Catalogue, type Translator, withTranslator } from '#lib/messages.ts'
import { Router } from '#web/router.tsx'
import type { SiteContent } from '#web/site-context.tsx'
import { App, preloadFurther, preloadScreens } from './app.tsx'
import { preloadPage } from './page-code.ts'
import { PageFrame } from './page-frame.tsx'
import { DEPARTMENT_PAGE, PAGES } from './routes.tsx'
import type { Screen } from './screens.tsx'

/** What the browser needs to start a page. `browser.tsx` reads it from the data block of the document. */
export interface PageData {
  content: SiteContent
  screen: Screen | null
  language: Language
  /** The community's own texts for messages. The code of the pages holds all other messages. */
  messages?: Catalogue
  /** The query, where the content of the page depends on it. */
  search?: string
  /** Query key → reply, for the lists that the page was rendered with. */
  lists: [string, unknown][]
}

export interface Rendered {
  /** The title and the meta tags. */
  head: string
  body: string
}

/** The server side of React: built beside the server, or provided by Vite in development. */
export interface Renderer {
  render(path: string, data: PageData, translator: Translator): Promise<Rendered>
}

/**
 * Loads the code of the public pages. Call it once before rendering, which does not wait for code. Restricted pages are
 * not rendered here.
 */
export async function preloadAll(): Promise<void> {
  const drawn = [DEPARTMENT_PAGE, ...PAGES].filter(({ access }) => access === 'anyone')
  await Promise.all([preloadScreens(), preloadFurther(), ...drawn.map(preloadPage)])
}

/**
 * Renders one page as it first appears: signed out, and only the frame of a restricted page. Throws what a component
 * throws.
 */
export function render(path: string, data: PageData, translator: Translator): Rendered {
  const queryClient = new QueryClient()
  for (const [key, reply] of data.lists) queryClient.setQueryData([key], reply)
  setDateForms(data.content.dates)
  const html = withTranslator(translator, () =>
    renderToString(
      <Router path={path} search={data.search}>
        <App content={data.content} queryClient={queryClient} screen={data.screen} frame={PageFrame} />
      </Router>,
    ),
  )
  // React writes the tags for the head first.
  const head = /^(?:<title>.*?<\/title>|<meta [^>]*>|<link [^>]*>)*/s.exec(html)?.[0] ?? ''
  return { head, body: html.slice(head.length) }
}
