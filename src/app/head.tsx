import { msg, type PlainMessage, t } from '#lib/messages.ts'
import { HOME_IMAGE, nameOf, type Page } from '#lib/page.ts'
import type { Site } from '#lib/site.ts'
import { useSite, useSiteContent } from '#web/site-context.tsx'
import type { Screen } from './screens.tsx'

const SCREEN_TITLES: Record<Screen['name'], PlainMessage> = {
  'not-found': msg('Page not found'),
  'access-denied': msg('Access Denied'),
  'rate-limit': msg('Too Many Requests'),
  error: msg('Something went wrong'),
  'sign-in-problem': msg('Signing in'),
}

/** The title of a page as the browser shows it. */
function titleOf(page: Page, site: Site): string | undefined {
  const { title } = page
  return typeof title === 'string' ? `${nameOf(page)} · ${site.name}` : title?.(site)
}

/** React 19 hoists these tags into the document's head, both on the server and in the browser. */
export function PageHead({ page }: { page: Page }) {
  const { site, law } = useSiteContent()
  const title = titleOf(page, site)
  if (title === undefined) return null
  const description = page.description?.(site, law)
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
      socialImage={page.socialImage ?? `/media/social/${page.path.slice(1) || 'home'}.jpg`}
    />
  )
}

/** The tags that search engines and link previews read, for a page that everybody may find. */
export function PublicHead(props: { title: string; description: string; path: string; socialImage?: string }) {
  const { site, origin, media } = useSiteContent()
  const { title, description, socialImage = HOME_IMAGE } = props
  const address = origin + props.path
  // The picture of a department comes with the community's content and already has its final address.
  const image = origin + (media?.[socialImage] ?? socialImage)
  const shared = { title, description, image }
  const openGraph = {
    ...{ type: 'website', site_name: site.name, url: address },
    ...shared,
    ...{ 'image:width': '1200', 'image:height': '630' },
  }
  const twitter = { card: 'summary_large_image', ...shared }
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      {Object.entries(openGraph).map(([name, content]) => (
        <meta key={name} property={`og:${name}`} content={content} />
      ))}
      {Object.entries(twitter).map(([name, content]) => (
        <meta key={name} name={`twitter:${name}`} content={content} />
      ))}
    </>
  )
}

export function ScreenHead({ screen }: { screen: Screen }) {
  const site = useSite()
  return (
    <>
      <title>{`${t(SCREEN_TITLES[screen.name])} · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}
