import type { QueryGameServer } from '#features/game-server/server/gateway.ts'
import type { VerificationProvider } from '#features/verification/server/gateway.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import type { FurtherLists, Place } from '#lib/further-places.ts'
import type { Law } from '#lib/law.ts'
import { dateFormsOf } from '#lib/locale.ts'
import { PAGE_MEDIA } from '#lib/media.ts'
import type { Navigation } from '#lib/navigation.ts'
import { HOME_IMAGE } from '#lib/page.ts'
import type { Part } from '#lib/part.ts'
import type { DepartmentPlace } from '#lib/site.ts'
import type { Community } from '#server/config/community.ts'
import { fontsToPreload } from '#server/config/fonts.ts'
import type { Look } from '#server/config/look.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Serve } from '#server/http/serve.ts'
import type { Assets } from '#server/pages/assets.ts'
import { documentOf } from '#server/pages/document.ts'
import type { Media } from '#server/pages/media.ts'
import type { SiteLanguage } from './languages.ts'
import type { PageData, Renderer } from './render.tsx'
import type { Screen } from './screens.tsx'

/** What every document of the site needs. */
export interface DocumentDeps {
  serve: Pick<Serve, 'reply'>
  community: Community
  departments: readonly DepartmentPlace[]
  off: readonly Part[]
  /** The community's titles of pages, where they differ from the site's own. */
  titles: Readonly<Record<string, string>>
  /** The rosters and checklists that only this community has. */
  further: FurtherLists
  navigation: Navigation
  law: Law | null
  look: Look
  hasSupporters: boolean
  origin: string
  isDemo: boolean
  verification: VerificationProvider | null
  queryGameServer: QueryGameServer | null
  thisYear(): number
  assets: Assets
  media: Media
  renderer: Renderer
}

/** What one document is made of. */
export interface DocumentInput {
  path: string
  /** The source file of the page. */
  source?: string
  /** The screen that the document shows in place of a page. */
  screen?: Screen
  lists?: readonly Endpoint['path'][]
  /** Replies to other endpoints, by the addresses that the page calls. */
  replies?: PageData['lists'] | undefined
  preload?: readonly string[]
  signIn?: string
  search?: string
}

/** Returns a function that makes the HTML of a page or a screen in a language. */
export function createDocumentRenderer(
  deps: DocumentDeps,
): (input: DocumentInput, language: SiteLanguage) => Promise<string> {
  const { serve, origin, departments, off, titles, further, navigation } = deps
  const { site } = deps.community
  const dates = dateFormsOf(site)
  const fonts = fontsToPreload(deps.look.fonts)
  // A page for which the community has no picture of its own uses the picture of the home page.
  const pictureOf = (name: string) => (name.startsWith('/media/social/') && !deps.media.has(name) ? HOME_IMAGE : name)
  const ofPages = PAGE_MEDIA.filter((name) => deps.media.has(pictureOf(name)))
  const pageMedia = Object.fromEntries(ofPages.map((name) => [name, deps.media.addressOf(pictureOf(name))]))
  const isFilmOff = !ofPages.includes('/media/hero.webm') && !ofPages.includes('/media/hero.mp4')

  /**
   * The further list whose page is at this path. A document names no other further list: the session check tells each
   * person which of them they may read, and nobody else may learn of any.
   */
  function furtherListAt(path: string): Partial<FurtherLists> {
    const [, folder, key] = path.split('/')
    const at = (places: readonly Place[]) => places.filter((place) => place.key === key)
    if (folder === 'rosters') return { rosters: at(further.rosters) }
    return folder === 'checklists' ? { checklists: at(further.checklists) } : {}
  }

  /** The current replies of these lists. A list whose source is down is left out: the browser asks for it itself. */
  async function readReplies(lists: readonly Endpoint['path'][]): Promise<PageData['lists']> {
    const replies = lists.map(async (list): Promise<PageData['lists']> => {
      try {
        return [[list, await serve.reply(list)]]
      } catch (error) {
        if (error instanceof HttpError && error.status === 503) return []
        throw error
      }
    })
    return (await Promise.all(replies)).flat()
  }

  return async (input, { translator, messages }) => {
    const { language } = translator
    const { path, source = null, screen = null, lists = [], replies = [], preload = [], signIn, search } = input
    const data: PageData = {
      content: {
        site,
        isDemo: deps.isDemo,
        origin,
        departments,
        off,
        titles,
        ...furtherListAt(path),
        law: deps.law,
        dates,
        navigation,
        year: deps.thisYear(),
        isVerificationOff: deps.verification === null,
        isSupportersPageOff: !deps.hasSupporters,
        hasGameServer: deps.queryGameServer !== null,
        drawings: deps.look.drawings,
        isFilmOff,
        signInHref: signIn,
        media: pageMedia,
      },
      screen,
      language,
      messages: Object.keys(messages).length === 0 ? undefined : messages,
      search,
      lists: [...(await readReplies(lists)), ...replies],
    }
    const rendered = await deps.renderer.render(path, data, translator)
    return documentOf({
      ...rendered,
      language,
      failure: {
        text: translator.t(
          'Part of this page could not be loaded, so it does not work. Check your connection and refresh.',
        ),
        refresh: translator.t('Refresh'),
      },
      tags: deps.assets.tags(source, language, fonts, preload.length > 0),
      script: deps.assets.script(language, preload.length > 0),
      data,
      preload,
      media: deps.media.addressOf,
      look: deps.look,
    })
  }
}
