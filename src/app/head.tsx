import type { Page } from '#lib/page.ts'
import { useSite } from '#web/site-context.tsx'
import type { Screen } from './screens.tsx'

const SCREEN_TITLES: Record<Screen['name'], string> = {
  'not-found': 'Page not found',
  'access-denied': 'Access Denied',
  'rate-limit': 'Too Many Requests',
  error: 'Something went wrong',
  'sign-in-problem': 'Signing in',
}

/** React 19 lifts these into the document's head, on the server and in the browser. */
export function PageHead({ page }: { page: Page }) {
  const site = useSite()
  if (page.title === undefined) return null
  const description = page.description?.(site)
  return (
    <>
      <title>{page.title(site)}</title>
      {description ? <meta name="description" content={description} /> : <meta name="robots" content="noindex" />}
    </>
  )
}

export function ScreenHead({ screen }: { screen: Screen }) {
  const site = useSite()
  return (
    <>
      <title>{`${SCREEN_TITLES[screen.name]} · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}
