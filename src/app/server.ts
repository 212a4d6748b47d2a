import type { FastifyInstance } from 'fastify'
import { readSearch, searchAddress } from '#features/assistant/search-rules.ts'
import { createAnswerTokens } from '#features/assistant/server/answer-tokens.ts'
import { readShare } from '#features/assistant/share-rules.ts'
import { placesOf } from '#features/departments/server/gateway.ts'
import { ActionType } from '#features/discipline/contract.ts'
import { typesWithEffect } from '#features/discipline/effect-rules.ts'
import { namesOf } from '#features/discipline/type-rules.ts'
import { InboxKind } from '#features/inbox/contract.ts'
import { furtherRosterPlaces } from '#features/roster/content-rules.ts'
import { endpointsOf, furtherRoster, rostersOf } from '#features/roster/contract.ts'
import { hasSupporters } from '#features/supporters/server/gateway.ts'
import { endpointsOf as endpointsOfChecklist, furtherCalls, furtherChecklists } from '#features/trial-mods/contract.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import type { FurtherLists } from '#lib/further-places.ts'
import { isOn } from '#lib/part.ts'
import { navigationOf } from '#server/config/navigation.ts'
import type { Queue } from '#server/feature.ts'
import { readApiDocument } from './api-document.ts'
import { pageAt, pagesOf } from './community-pages.tsx'
import { crawlerRoutes } from './crawler-routes.ts'
import { announceDerivedTopics, createFeatureLinks } from './feature-links.ts'
import { ANNOUNCED, AUDITED, FEATURES, INBOX, TOPICS, topicAccess } from './features.ts'
import { furtherPages } from './further-pages.tsx'
import { languageRoutes } from './language-routes.ts'
import { ownTitles } from './list-titles.ts'
import { openApiOf } from './openapi.ts'
import { addOperations } from './operations.ts'
import { pageRoutes } from './page-routes.ts'
import { type AppDeps, withMedia } from './settings.ts'
import { createToolkit } from './toolkit.ts'

/**
 * Builds the site: the toolkit, the pages, the features, operations. This file is the table of contents of the server.
 * Over 60 lines because most of its parts need several of the parts before them.
 */
export async function buildApp(given: AppDeps): Promise<FastifyInstance> {
  const settings = withMedia(given)
  const { community, publicContent, media, origin } = settings
  const further: FurtherLists = {
    rosters: furtherRosterPlaces(settings.rosterContent),
    checklists: furtherChecklists(settings.checklists),
  }
  const furtherEndpoints = [
    ...further.rosters.map(furtherRoster).flatMap(endpointsOf),
    ...further.checklists.map(furtherCalls).flatMap(endpointsOfChecklist),
  ]
  const toolkit = await createToolkit({
    ...settings,
    topics: [...TOPICS, ...furtherEndpoints.flatMap(({ topic }) => topic ?? [])],
    topicAccess: (topic) => furtherEndpoints.find((endpoint) => endpoint.topic === topic)?.access ?? topicAccess(topic),
    audited: AUDITED,
    inbox: INBOX,
    announced: ANNOUNCED,
    answerFailure: (request, reply, failure) => pages.answerFailure(request, reply, failure),
  })
  const { app, changes, languageOf, limits, serve, sessions, siteLanguageOf } = toolkit

  const departments = placesOf(publicContent.departments)
  const rulebooks = settings.rulebooks.map(({ slug }) => slug)
  const answerTokens = createAnswerTokens(settings.clientSecret, settings.clock)
  const showsSupporters = hasSupporters(settings.supporterRoles, settings.discord)
  const { off } = settings.navigation
  const shownPages = pagesOf({ departments, off, further: furtherPages(further) }).filter(
    ({ path }) => showsSupporters || path !== '/supporters',
  )
  const isShown = (path: string) => pageAt(shownPages, path) !== undefined
  const links = createFeatureLinks({ ...settings, ...toolkit, inbox: INBOX })
  const pages = pageRoutes({
    ...settings,
    departments,
    off,
    titles: ownTitles(settings),
    further,
    navigation: navigationOf(settings.navigation, community.site.links, isShown),
    development: settings.development !== undefined,
    serve,
    changes,
    limits,
    siteLanguageOf,
    languageOf,
    slugs: { '/rules/:slug': rulebooks },
    bySearch: {
      // The query only carries the charges. The page shows its usual lists.
      '/penal-codes/calculator': () => ({}),
      '/rules/answer': (search) => {
        const shown = readShare(search)
        if (!answerTokens.isSigned(shown)) return null
        const named = shown.rules.filter(({ slug }) => rulebooks.includes(slug))
        return { lists: named.map(({ slug }): Endpoint['path'] => `/api/rules/${slug}`) }
      },
      '/search': async (search, ip) => {
        const asked = readSearch(search)
        return asked === null ? {} : { replies: [[searchAddress(asked.q, asked.book), await links.search(asked, ip)]] }
      },
    },
    hasSupporters: showsSupporters,
  })
  crawlerRoutes({
    app,
    origin,
    site: community.site,
    departments,
    off,
    night: settings.look.night,
    rulebooks,
    hasSupporters: showsSupporters,
    media,
  })

  languageRoutes({ app, origin, site: community.site })

  const site = { ...settings, ...toolkit, ...links, further, showProblem: pages.showProblem, queues: [] as Queue[] }
  for (const { queues } of FEATURES) site.queues.push(...(queues?.(site) ?? []).filter(({ part }) => isOn(off, part)))
  for (const { setUp } of FEATURES) setUp?.(site)
  const hasEffects = typesWithEffect(settings.actionTypes).length > 0
  announceDerivedTopics(
    changes,
    furtherEndpoints,
    hasEffects ? rostersOf(settings.rosterContent).map(({ name }) => name) : [],
  )
  serve.snapshot(readApiDocument, [], async () =>
    openApiOf({
      name: community.site.name,
      origin,
      cookieName: sessions.cookieName,
      off,
      further: furtherEndpoints,
      values: new Map([
        [ActionType, namesOf(settings.actionTypes)],
        [InboxKind, [...INBOX.kinds.keys()]],
      ]),
    }),
  )

  await addOperations(settings, toolkit)
  return app
}
