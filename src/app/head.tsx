import type { Page } from '#lib/page.ts'
import { useSite, useSiteContent } from '#web/site-context.tsx'
import type { Screen } from './screens.tsx'

/** What stands beside a link to a page that has no picture of its own. */
const HOME_IMAGE = '/media/social/home.jpg'

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
  const title = page.title(site)
  const description = page.description?.(site)
  if (description === undefined) {
    return (
      <>
        <title>{title}</title>
        <meta name="robots" content="noindex" />
      </>
    )
  }
  return (
    <PublicHead
      title={title}
      description={description}
      path={page.canonical ?? page.path}
      socialImage={page.socialImage}
    />
  )
}

/** What search engines and shared links show of a page that is for everybody to find. */
export function PublicHead(props: { title: string; description: string; path: string; socialImage?: string }) {
  const { site, origin, media } = useSiteContent()
  const { title, description, socialImage = HOME_IMAGE } = props
  const address = origin + props.path
  // A department's picture comes with the community's own words, by its address already.
  const image = origin + (media?.[socialImage] ?? socialImage)
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={image} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={image} />
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
