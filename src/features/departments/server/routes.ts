import type { FastifyInstance } from 'fastify'
import * as core from 'zod/v4/core'
import type { Changes } from '#server/changes.ts'
import { notFound } from '#server/http/http-error.ts'
import type { Serve } from '#server/http/serve.ts'
import { keepSnapshot, makeSnapshot } from '#server/snapshots.ts'
import { findDepartment, listDepartments, listLeaders } from '../contract.ts'
import { accentStyles } from '../rules.ts'
import type { FrontDoor } from './gateway.ts'

/** The community's content, as lists that never change while the site runs. */
export function departmentsRoutes(deps: {
  app: FastifyInstance
  serve: Serve
  changes: Changes
  frontDoor: FrontDoor
}) {
  const { app, serve, changes } = deps
  const { departments, cards, leaders } = deps.frontDoor
  const kept = (reply: unknown) => keepSnapshot(changes, [], async () => makeSnapshot(JSON.stringify(reply)))

  serve.list(listDepartments, kept(core.parse(listDepartments.reply, cards)))
  serve.list(listLeaders, kept(core.parse(listLeaders.reply, leaders)))
  serve.call(findDepartment('{slug}'))(async ({ params }) => {
    const item = departments.find(({ slug }) => slug === params.slug)
    if (item === undefined) throw notFound()
    return { item }
  })
  for (const item of departments) {
    const endpoint = findDepartment(item.slug)
    serve.fill(endpoint.path, kept(core.parse(endpoint.reply, { item })))
  }

  app.get('/departments.css', (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(accentStyles(departments)),
  )
}
