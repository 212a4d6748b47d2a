import type { FastifyInstance } from 'fastify'
import type { Community } from '#server/config/community.ts'
import type { Serve } from '#server/http/serve.ts'
import { findDepartment, findHomeWords, listDepartments, listLeaders } from '../contract.ts'
import { accentStyles, homeWordsOf } from '../rules.ts'
import type { PublicContent } from './gateway.ts'
import { type AvatarDeps, watchLeaderAvatars } from './worker.ts'

export interface DepartmentsRoutesDeps extends AvatarDeps {
  app: FastifyInstance
  serve: Serve
  publicContent: PublicContent
  community: Community
}

/** The calls for the community's content. The lists do not change while the site runs, except for leaders' avatars. */
export function departmentsRoutes(deps: DepartmentsRoutesDeps) {
  const { app, serve } = deps
  const { departments, cards, leaders, home } = deps.publicContent
  const { links } = deps.community.site
  const readAvatars = watchLeaderAvatars(deps, leaders.team)

  serve.snapshot(listDepartments, [], async () => cards)
  serve.snapshot(listLeaders, ['leadership'], async () => {
    const pictures = await readAvatars()
    const data = leaders.team.map(({ discordId = '', ...leader }) => ({ ...leader, avatarUrl: pictures[discordId] }))
    return { intro: leaders.intro, data }
  })
  serve.snapshot(findHomeWords, [], async () => ({ item: homeWordsOf(home ?? { steps: [] }, links) }))
  serve.records(findDepartment('{slug}'), new Map(departments.map((item) => [item.slug, { item }])))

  app.get('/departments.css', (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(accentStyles(departments)),
  )
}
